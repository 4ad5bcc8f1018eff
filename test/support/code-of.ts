/** The code of the error that an action throws. */
export function codeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return "nothing thrown";
}
