/** Caches the values of a function of an object until the object is garbage-collected. */
export function memoizeByKey<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}

/**
 * Caches the results of a function by key. A full cache is emptied, so that moving a slider does not fill the memory.
 *
 * @param keyOf differs for any two calls with different results
 * @param capacity maximum number of results
 */
export function memoize<Question extends readonly unknown[], Answer>(
  keyOf: (...question: Question) => string,
  work: (...question: Question) => Answer,
  capacity = 2000,
): (...question: Question) => Answer {
  const answers = new Map<string, { answer: Answer }>();
  return (...question) => {
    const key = keyOf(...question);
    let known = answers.get(key);
    if (!known) {
      known = { answer: work(...question) };
      if (answers.size >= capacity) answers.clear();
      answers.set(key, known);
    }
    return known.answer;
  };
}

/** Reads what a key names once, unless that failed. @param kept what was read, or is being read */
export function readOnce<Answer>(kept: Map<string, Promise<unknown>>, key: string, read: () => Promise<Answer>): Promise<Answer> {
  const known = kept.get(key) as Promise<Answer> | undefined;
  const reading = known ?? read();
  kept.set(key, reading);
  if (!known) reading.catch(() => kept.delete(key));
  return reading;
}
