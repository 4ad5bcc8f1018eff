/**
 * How people spell one word in several ways. `fold` of the contract removes case and accents and stays exact; `loose` is only for
 * finding what a query means.
 */

/** Han characters of traditional Chinese and of Japanese in names of places and terms, each followed by the simplified one. */
const HAN =
  "亞亚亜亚來来倫伦傳传優优內内動动務务勝胜區区縣县県县參参啟启圖图図图國国圍围團团圓圆園园壞坏壽寿奧奥嶼屿島岛嶋岛峽峡巖岩嶺岭帶带帯带" +
  "幾几庫库廣广広广廳厅張张強强彈弹復复恆恒愛爱應应損损擴扩數数斷断時时曆历會会東东條条構构楊杨榮荣樂乐樓楼標标樹树橋桥機机橫横歐欧歷历" +
  "殘残氣气気气決决沖冲沢泽澤泽淺浅減减測测湯汤滿满滬沪漢汉潛潜灣湾爾尔無无營营獨独現现瑪玛環环産产產产當当發发発发盧卢盤盘礎础種种積积" +
  "窪洼築筑範范節节級级約约納纳紐纽結结絕绝統统經经綠绿維维線线緬缅緯纬縱纵羅罗義义聖圣聯联臘腊臺台舊旧與与興兴薩萨蘇苏蘭兰號号衛卫製制" +
  "複复規规視视觀观觸触計计記记設设認认調调論论諸诸識识變变讓让貝贝負负貢贡貴贵買买賀贺賽赛質质軟软輔辅轉转農农運运過过達达遠远遷迁選选" +
  "遺遗還还邊边鄉乡銀银銅铜鋼钢錄录錦锦錫锡鎖锁鎮镇鐵铁鉄铁長长門门開开間间關关関关陰阴陸陆陽阳階阶險险隱隐離离難难雲云靜静韓韩預预領领" +
  "頭头頻频類类風风飛飞馬马駐驻騰腾驗验験验體体魯鲁鮮鲜鳥鸟麗丽麥麦黃黄黒黑點点齊齐齡龄龍龙竜龙龜龟濱滨浜滨瀬濑渋涩豐丰豊丰辺边霊灵廠厂" +
  "儀仪値值側侧傷伤傾倾兒儿凱凯剛刚則则劉刘匯汇吳吴場场塊块";

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

/** Endings of adjectives that languages form of countries and towns, and so many letters before them that may be part of the ending. */
const ADJECTIVE = /(?:isch|an[aeio]|ск|ικ)\p{L}{0,3}$/u;
const LINKING = 2;
const SHORTEST_STEM = 4;

/** The beginnings of the name of which an adjective is made, the longest first: iranisches, peruano, японское, τουρκικός. */
export function stemsOfAdjective(word: string): string[] {
  const stem = word.replace(ADJECTIVE, "");
  if (stem === word) return [];
  return Array.from({ length: LINKING + 1 }, (_, cut) => stem.slice(0, stem.length - cut)).filter(({ length }) => length >= SHORTEST_STEM);
}
