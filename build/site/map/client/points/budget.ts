/** So many marks are drawn first, and at least, while the map moves. */
const FIRST = 5_000;
const LEAST = 1_500;

/**
 * How many marks a frame has while the map moves. A machine without a graphics card cannot draw 100,000 marks many times a second: it
 * draws the largest as long as something moves, and all of them when the map is still.
 *
 * @returns the number for the next frame, of the number of all marks. `slow`: whether the frame before took long
 */
export function createMarkBudget(): (count: number, moves: boolean, slow: boolean) => number {
  let [budget, growth] = [FIRST, 1.1];
  return (count, moves, slow) => {
    if (!moves) return count;
    if (slow) {
      budget = Math.max(LEAST, 0.5 * Math.min(budget, count));
      // From now on the number that the machine can draw is found slowly.
      growth = 1.01;
    } else {
      budget = Math.min(Math.max(count, FIRST), budget * growth);
    }
    return Math.min(count, Math.round(budget));
  };
}
