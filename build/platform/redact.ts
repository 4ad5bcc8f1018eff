/** Parts of the names of parameters whose values are secrets. Not `sig`: services use it for the significance of an earthquake. */
const SECRET_NAME = /key|token|secret|passw|signature|credential|auth/i;
const PARAMETER = /([?&;]([^=&;\s?"']*)=)([^&;\s"'<>)\]}]+)/g;
/** What may be an address: it ends where a blank, a quotation mark or a bracket of markup stands. */
const WORD = /[^\s"'<>]+/g;

/** Stands for a secret. */
const HIDDEN = "***";
/** A shorter secret would hide parts of words. */
const SHORTEST = 4;

/**
 * Makes a function that hides secrets in a text: the known ones wherever they stand, user and password of any address, and the
 * values of parameters with a name such as `apikey` or `token`.
 *
 * @param known secrets of the configuration and of the environment; those shorter than 4 characters are hidden in addresses only
 */
export function redactor(known: readonly string[] = []): (text: string) => string {
  const secrets = [...new Set(known.flatMap((secret) => [secret, encodeURIComponent(secret)]))]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
      .replaceAll(WORD, hideUserInfo)
      .replaceAll(PARAMETER, (whole, head: string, name: string) => (SECRET_NAME.test(name) ? head + HIDDEN : whole));
}

/** Also where the password has an unescaped slash. */
function hideUserInfo(word: string): string {
  const start = word.indexOf("://") + "://".length;
  const at = word.lastIndexOf("@");
  const isAddress = start > "://".length && /[a-z0-9+.-]/i.test(word.charAt(start - 4)) && at >= start;
  return isAddress ? word.slice(0, start) + HIDDEN + word.slice(at) : word;
}

/** What is secret in an address: its password, and the values of parameters with such a name. */
export function secretsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const values = [...searchParams].filter(([name]) => SECRET_NAME.test(name)).map(([, value]) => value);
  return [password, ...values].filter((secret) => secret !== "");
}
