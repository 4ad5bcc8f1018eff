/** A reader who plays with a tool must not fill the memory. */
const MOST = 2000;

/**
 * A function that is worked out once for each key: the pages of a tool in many languages, and the points of a curve, ask for
 * the same again and again.
 *
 * @param keyOf tells any two questions apart that have different answers
 */
export function memoize<Question extends readonly unknown[], Answer>(
  keyOf: (...question: Question) => string,
  work: (...question: Question) => Answer,
): (...question: Question) => Answer {
  const answers = new Map<string, { answer: Answer }>();
  return (...question) => {
    const key = keyOf(...question);
    let known = answers.get(key);
    if (!known) {
      known = { answer: work(...question) };
      if (answers.size >= MOST) answers.clear();
      answers.set(key, known);
    }
    return known.answer;
  };
}
