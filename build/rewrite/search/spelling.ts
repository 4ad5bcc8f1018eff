/**
 * How people spell one word in several ways. `fold` of the contract removes case and accents and stays exact; `loose` is only for
 * finding what a query means.
 */

/** Han characters of traditional Chinese and of Japanese, each followed by the simplified one. */
const HAN =
  "亞亚亜亚來来倫伦個个倶俱僅仅傳传優优內内兩两凍冻劃划動动務务勝胜勢势區区協协卻却縣县県县參参啟启單单圖图図图國国圍围團团圓圆園园" +
  "圧压壓压壘垒壞坏壯壮壽寿夢梦夾夹奧奥奪夺嶼屿島岛嶋岛峽峡巖岩嶺岭帶带帯带幾几庫库廣广広广廳厅張张強强彈弹徑径從从復复恆恒愛爱應应" +
  "戰战戶户損损據据擴扩數数斷断時时曆历書书會会東东條条構构樞枢楊杨榮荣樂乐樓楼標标樹树橋桥機机權权橫横歐欧歲岁歷历殘残氣气気气決决" +
  "沖冲沢泽澤泽淺浅減减測测湯汤滅灭滿满滬沪漢汉潛潜灣湾爾尔爲为為为無无營营獄狱獨独獲获現现瑪玛環环産产產产畫画異异當当發发発发盧卢" +
  "監监盤盘礎础禮礼種种積积穩稳窪洼築筑範范節节簡简級级約约紅红納纳紐纽純纯紙纸細细終终結结絕绝統统經经綠绿維维線线緬缅緯纬縱纵總总" +
  "織织羅罗義义聖圣聯联職职臘腊臺台舊旧與与興兴艦舰薩萨蘇苏蘭兰號号衛卫製制複复襲袭規规視视親亲觀观觸触計计記记設设許许評评試试詩诗" +
  "話话該该詳详認认語语調调談谈請请論论諸诸識识議议護护變变讓让貝贝負负財财貢贡責责貨货貴贵買买費费賀贺資资賽赛質质車车軌轨軍军軟软" +
  "較较載载輔辅輕轻輪轮輸输轉转轟轰辦办農农運运過过達达違违遠远適适遷迁選选遺遗還还邊边鄉乡釋释鈴铃銀银銅铜鋼钢錄录錢钱錦锦錫锡鎖锁" +
  "鎮镇鐵铁鉄铁長长門门開开間间關关関关閣阁闊阔陰阴陸陆陽阳隊队階阶際际隨随險险隱隐離离難难雲云電电霧雾靜静韓韩頂顶順顺須须預预領领" +
  "頭头頻频題题額额類类願愿風风飛飞馬马馮冯駕驾駐驻騰腾驗验験验驚惊體体魯鲁鮮鲜鳥鸟麗丽麥麦黃黄黒黑點点黨党齊齐齡龄龍龙竜龙龜龟濱滨" +
  "浜滨瀬濑渋涩豐丰豊丰辺边霊灵廠厂儀仪億亿價价値值側侧偉伟備备債债傷伤傾倾僑侨儲储兒儿冊册寫写凱凯劇剧創创剛刚則则劉刘匯汇厲厉吳吴" +
  "員员問问啞哑喪丧嘆叹囂嚣執执場场塊块塗涂塵尘墜坠墳坟";

const SIMPLIFIED = new Map(Array.from(HAN.matchAll(/(.)(.)/gu), ([, from = "", to = ""]) => [from, to]));

/** Kana that are written small, and the same at their usual size. */
const SMALL = "ぁぃぅぇぉっゃゅょゎ";
const LARGE = "あいうえおつやゆよわ";

/** For each script, what does not distinguish words in practice. The text is folded, composed (NFC). */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // Digits of all scripts. Each script has ten in a row, and they begin at a multiple of ten from 0 or 6.
  [/[٠-٩۰-۹०-९]/g, (digit) => String((digit.charCodeAt(0) - (digit < "०" ? 0x660 : 0x966)) & 15)],
  // Arabic: carriers of hamza, the final forms of alif and ta, Persian letters, the article with what is written to it.
  [/[أإآٱ]/g, "ا"],
  [/[ىیئ]/g, "ي"],
  [/ة/g, "ه"],
  [/ؤ/g, "و"],
  [/ک/g, "ك"],
  [/[ءـ]/g, ""],
  [/^(?:[بوف]?ال|لل)(?=.{3})/, ""],
  // Cyrillic.
  [/[йы]/g, "и"],
  [/э/g, "е"],
  [/[ъь]/g, ""],
  // Devanagari: nukta, nasals before a consonant, long vowels.
  [/़/g, ""],
  [/[ङञणनम]्(?=[क-ह])|ँ/g, "ं"],
  [/ी/g, "ि"],
  [/ू/g, "ु"],
  [/ॉ/g, "ा"],
  // Katakana as hiragana, small kana as large ones, without marks of length.
  [/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)],
  [/[ぁぃぅぇぉっゃゅょゎ]/g, (kana) => LARGE[SMALL.indexOf(kana)] as string],
  [/[ー・]/g, ""],
  [/\p{sc=Han}/gu, (han) => SIMPLIFIED.get(han) ?? han],
];

/** A folded word without what people leave out or exchange in its script. `loose(loose(word))` is `loose(word)`. */
export function loose(word: string): string {
  // Most words are Latin.
  if (/^[a-z0-9]*$/.test(word)) return word;
  return RULES.reduce((text, [from, to]) => text.replace(from, to as string), word.normalize("NFC"));
}

/** Whether one word becomes the other by at most one slip: a character lost, added or changed, or two neighbours exchanged. */
export function isOneSlip(a: string, b: string): boolean {
  if (a.length > b.length) return isOneSlip(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const rest = a.length - start - end;
  if (a.length < b.length) return rest === 0;
  return rest <= 1 || (rest === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]);
}

/** Sounds of letters and syllables outside of Latin, in pairs. */
const SOUNDS: Readonly<Record<string, string>> = pairs(
  "бb вv гg дd жj зz кk лl мm нn пp рr сs тt фf хh цts чch шsh щsh " +
    "βv γg δd ζz θth κk λl μm νn ξks πp ρr σs τt φf χh ψps " +
    "بb تt ثt جj حh خh دd ذd رr زz سs شsh صs ضd طt ظz غg فf قk كk لl مm نn هh پp چch ژj گg " +
    "कk खk गg घg चch छch जj झjh टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm रr लl वv शsh षsh सs हh ंn " +
    "かk きk くk けk こk がg ぎg ぐg げg ごg さs しsh すs せs そs ざz じj ずz ぜz ぞz たt ちch つts てt とt だd ぢj づz でd どd " +
    "なn にn ぬn ねn のn はh ひh ふf へh ほh ばb びb ぶb べb ぼb ぱp ぴp ぷp ぺp ぽp まm みm むm めm もm らr りr るr れr ろr んn",
);

/** Characters, each followed by what it stands for. */
function pairs(list: string): Record<string, string> {
  return Object.fromEntries(list.split(" ").map((pair) => [pair[0], pair.slice(1)]));
}

/**
 * The consonants of a word as one hears them, of any alphabet: what is left where one name is written in two scripts. L and R, B and V
 * and the like are one sound, because many scripts do not distinguish them.
 *
 * @example skeleton("istanbul") // "stnbr", and the same of "スタンブール"
 */
export function skeleton(word: string): string {
  const sounds = Array.from(loose(word), (letter) => SOUNDS[letter] ?? letter).join("");
  return sounds
    .replace(/sch|sh|ch|ts|tz|[szxcj](?=[eiy])/g, "s")
    .replace(/ph|v|w/g, "b")
    .replace(/[fp]/g, "b")
    .replace(/x/g, "ks")
    .replace(/[cq]/g, "k")
    .replace(/g/g, "k")
    .replace(/[jz]/g, "s")
    .replace(/d/g, "t")
    .replace(/l/g, "r")
    .replace(/m(?=[bt])/g, "n")
    .replace(/[^bkmnrst]/g, "")
    .replace(/(.)\1+/g, "$1");
}

/** Vowels of Cyrillic, Greek and Devanagari. */
const VOWELS = pairs("аa еe иi іi їi оo уu юyu яya αa εe ηi ιi οo υy ωo अa आa इi उu एe ओo ाa िi ुu ेe ैai ोo ौau यy");

/**
 * A word of the Cyrillic, Greek or Devanagari alphabet in Latin letters, as places are usually written in English. Other words stay.
 *
 * @example romanised("ζακυνθος") // "zakynthos"
 */
export function romanised(word: string): string {
  if (!/^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Devanagari}]+$/u.test(word)) return word;
  return (
    loose(word)
      .replace(/ου/g, "u")
      .replace(/(?<=[αε])υ/g, "v")
      .replace(/μπ/g, "b")
      .replace(/ντ/g, "d")
      // A consonant of Devanagari has an a where no other vowel follows; it is silent at the end of a word.
      .replace(/([क-ह])(?=[क-ह]|ं)/gu, "$1ा")
      .replaceAll("्", "")
      .replace(/./gu, (letter) => VOWELS[letter] ?? SOUNDS[letter] ?? letter)
  );
}

/** Endings have at most so many letters, and after a stem of four letters fewer. */
const [ENDING, SHORT_ENDING] = [5, 2];

/** The beginnings of a word that it may be derived from, the longest first: japanische, Ирана, Japonyada. */
export function stemsOf(word: string): string[] {
  if (/\p{sc=Han}/u.test(word)) return [];
  const stems = Array.from({ length: ENDING }, (_, cut) => word.slice(0, -cut - 1));
  return stems.filter(({ length }) => length > 4 || (length === 4 && word.length - length <= SHORT_ENDING));
}
