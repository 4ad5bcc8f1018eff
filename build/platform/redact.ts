/**
 * Parts of the names of parameters that have secret values. `sig` is not one of them: services use it for the significance of an
 * earthquake.
 */
const SECRET_NAME = /key|token|secret|passw|signature|credential|auth/i;
/** In JSON text an escape such as `\"` is replaced as a whole, so that the text remains valid. */
const PARAMETER = /((?<![^=&;#\s"'?])([^=&;#\s"'?]+)=)((?:\\.|[^\\&;\s"'<>)\]}])+)/g;
/** Credentials as in the header `Authorization`; those of `Basic` are base64. */
const CREDENTIALS = /\b(Bearer +|Basic +(?=[\w+/]{8}))[^\s"'\\<>,;)]+/gi;
/** A text that may be an address. It ends at a space, a quotation mark or an angle bracket. */
const WORD = /[^\s"'<>]+/g;

/** Replacement for a secret. */
const HIDDEN = "***";
/** Smallest length of a secret. The replacement of a shorter one would hide parts of ordinary words. */
const SHORTEST = 4;

/**
 * Makes a function that hides secrets in a text: known secrets anywhere, user and password in any address, the values of parameters
 * with a name such as `apikey` or `token`, and the credentials after `Bearer` and `Basic`.
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
      .replaceAll(PARAMETER, (whole, head: string, name: string) => (isSecretName(name) ? head + HIDDEN : whole))
      .replaceAll(CREDENTIALS, (_, scheme: string) => scheme + HIDDEN);
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
