/**
 * Parts of the names of parameters that have secret values. `sig` is not one of them: services use it for the significance of an
 * earthquake.
 */
const SECRET_NAME = /key|token|secret|passw|pwd|signature|credential|auth/i;
/** In JSON text an escape such as `\"` is replaced as a whole, so that the text remains valid. */
const PARAMETER = /((?<![^=&;#\s"'?])([^=&;#\s"'?]+)=)((?:\\.|[^\\&;\s"'<>)\]}])+)/g;
/** Credentials as in the header `Authorization`; those of `Basic` are base64. */
const CREDENTIALS = /\b(Bearer +|Basic +(?=[\w+/]{8}))[^\s"'\\<>,;)]+/gi;
const COOKIES = /\b((?:set-)?cookie: *)[^\r\n"'\\]+/gi;
/** Tokens in the form of RFC 7519, which begins with the base64 of `{"`. */
const WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
/**
 * The name of a secret before a colon, as in headers, JSON and YAML, or before an encoded `=`. Fewer than in `SECRET_NAME`: messages
 * have words such as `key:`. JSON within JSON four times over has 15 escapes before a quotation mark; a bound keeps the search linear.
 */
const LABEL = /(?<![\w./-])(?<quote>\\{0,15}["']|)[\w-]*(?:token|secret|passw(?:or)?d|pwd|(?:api|access)[_ -]?key|authorization)\k<quote>/;
const SEPARATOR = /(?:\s*:\s*|\s+=\s+|%3[ad])/;
const SCHEME = /(?:(?:Basic|Bearer|Digest|Token) +)?/;
/** An unescaped quotation mark always ends it, so that JSON text around it remains valid. */
const VALUE = /(?:(?<open>\\{0,15}["'])(?![,:}\]\s])(?<text>(?:(?!\k<open>)(?:\\.|[^\\"]))+)|(?<bare>(?:\\[^"']|[^\\&;,\s"'<>()[\]{}])+))/;
const LABELLED = new RegExp(LABEL.source + SEPARATOR.source + SCHEME.source + VALUE.source, "gi");
/** A text that may be an address. It ends at a space, a quotation mark or an angle bracket. */
const WORD = /[^\s"'<>]+/g;

/** Replacement for a secret. */
const HIDDEN = "***";
/** Smallest length of a secret. The replacement of a shorter one would hide parts of ordinary words. */
const SHORTEST = 4;

/**
 * Makes a function that hides secrets in a text: known secrets anywhere, user and password in any address, the values of parameters
 * with a name such as `apikey` or `token`, credentials after `Bearer` and `Basic`, cookies and web tokens.
 *
 * @param known secrets of the configuration and of the environment; those with fewer than 4 characters are hidden only in addresses
 */
export function redactor(known: readonly string[] = []): (text: string) => string {
  const secrets = [...new Set(known.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
      .replaceAll(WORD, hideUserInfo)
      .replaceAll(LABELLED, (whole, ...found) => hideLabelled(whole, found.at(-1) as LabelledParts))
      .replaceAll(PARAMETER, (whole, head: string, name: string) => (isSecretName(name) ? head + HIDDEN : whole))
      .replaceAll(CREDENTIALS, (_, scheme: string) => scheme + HIDDEN)
      .replaceAll(COOKIES, (_, name: string) => name + HIDDEN)
      .replaceAll(WEB_TOKEN, HIDDEN);
}

interface LabelledParts {
  /** Quotation mark before and after the name, perhaps escaped. */
  quote: string;
  /** The value within quotation marks. */
  text?: string;
  /** The value without them. */
  bare?: string;
}

/** A number after a name in quotation marks becomes a text, so that JSON remains valid. */
function hideLabelled(whole: string, { quote, text, bare = "" }: LabelledParts): string {
  if (text !== undefined) return whole.slice(0, -text.length) + HIDDEN;
  return whole.slice(0, -bare.length) + quote + HIDDEN + quote;
}

/** Servers decode percent-encoded letters in the names of parameters. */
function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
}

/** A value as JSON, with the secrets in each of its texts hidden: in serialised text, escapes would conceal them. */
export function redactedJson(value: object, hide: (text: string) => string): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? hide(part) : part));
}

/** Also finds a password with an unescaped slash. */
function hideUserInfo(word: string): string {
  const start = word.indexOf("://") + "://".length;
  const at = word.lastIndexOf("@");
  const isAddress = start > "://".length && /[a-z0-9+.-]/i.test(word.charAt(start - 4)) && at >= start;
  return isAddress ? word.slice(0, start) + HIDDEN + word.slice(at) : word;
}

/** The secrets in an address: its password, and the values of parameters with secret names. */
export function secretsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const values = [...searchParams].filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value);
  return [password, ...values].filter((secret) => secret !== "");
}
