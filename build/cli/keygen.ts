/** How a key that signs is named on the command line; the environment may hold the key itself. */
export const SIGN_KEY_OPTION = [
  "--sign-key <file>",
  "sign the snapshot with this private key (or the PEM in QUAKETREE_SIGN_KEY)",
] as const;

/** Collects every value of an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** How keys whose signatures are trusted are named on the command line; used with `several`. */
export const VERIFY_KEY_OPTION = [
  "--verify-key <file>",
  "public key that has to have signed the snapshot; may be given several times, one of them is enough",
] as const;
