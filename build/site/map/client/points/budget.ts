/** So many marks are drawn first, and at least, in a frame. */
const FIRST = 5_000;
const LEAST = 1_500;

/**
 * How many marks a frame has. A machine without a graphics card cannot draw 100,000 marks many times a second.
 *
 * @param growth of the number after each quick frame: before the first slow frame, and from then on, when the number that the machine
 *   can draw is found slowly
 * @returns the number for the next frame, of the number of all marks. `slow`: whether the frame before took long
 */
export function createMarkBudget(growth: readonly [first: number, later: number]): (count: number, slow: boolean) => number {
  let budget = FIRST;
  let [growing, later] = growth;
  return (count, slow) => {
    if (slow) {
      budget = Math.max(LEAST, 0.5 * Math.min(budget, count));
      growing = later;
    } else {
      budget = Math.min(Math.max(count, FIRST), budget * growing);
    }
    return Math.min(count, Math.round(budget));
  };
}
