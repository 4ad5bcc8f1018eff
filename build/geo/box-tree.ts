import type { Vector } from "./sphere.ts";

/** Minimum and maximum x, y, z. */
export type Box = [number, number, number, number, number, number];

export interface Boxed {
  box: Box;
}

/** A binary tree of boxes, each of which is divided at the median of its longest axis. */
export interface Tree<Item extends Boxed> {
  items: readonly (Item | undefined)[];
  /**
   * The smallest power of two that is not below the number of items. Item `i` is node `leaves + i`; node `n` has the children `2n`
   * and `2n + 1`.
   */
  leaves: number;
  /** Six numbers for each node. */
  boxes: Float64Array;
}

export function createTree<Item extends Boxed>(unsorted: readonly Item[]): Tree<Item> {
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(1, unsorted.length)));
  const items: (Item | undefined)[] = Array.from({ length: leaves });
  halve(Float64Array.from(unsorted.keys()), 0, leaves, middlesOf(unsorted), (leaf, item) => {
    items[leaf] = unsorted[item];
  });
  // A node without an item has an empty box, whose distance is infinite.
  const boxes = new Float64Array(12 * leaves).fill(Infinity);
  for (let at = 6 * leaves; at < boxes.length; at += 6) boxes.fill(-Infinity, at + 3, at + 6);
  items.forEach((item, i) => item && boxes.set(item.box, 6 * (leaves + i)));
  for (let node = leaves - 1; node >= 1; node--) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * node + axis] = Math.min(boxes[12 * node + axis] as number, boxes[12 * node + 6 + axis] as number);
      boxes[6 * node + 3 + axis] = Math.max(boxes[12 * node + 3 + axis] as number, boxes[12 * node + 9 + axis] as number);
    }
  }
  return { items, leaves, boxes };
}

/** The centres of the boxes on each axis, as integers from 0 to 2³⁰. */
function middlesOf(items: readonly Boxed[]): Float64Array[] {
  return [0, 1, 2].map((axis) =>
    Float64Array.from(items, ({ box }) => Math.round(((box[axis] as number) + (box[axis + 3] as number) + 2) * 2 ** 28)),
  );
}

/** A sort key is a single number: the centre of the box times this, plus the index of the item. So no comparison function is needed. */
const MAX_ITEMS = 2 ** 22;

/** A smaller number of items is not sorted, because the items are already neighbours. */
const FEW = 4;

/**
 * Assigns items to leaves: sorts by the longest axis, puts the lower half into the first half of the leaves, and
 * recurses.
 *
 * @param keys the indexes of the items, each with any multiple of `MAX_ITEMS`; sorted in place
 */
function halve(
  keys: Float64Array,
  start: number,
  leaves: number,
  middles: readonly Float64Array[],
  put: (leaf: number, item: number) => void,
): void {
  if (keys.length <= FEW) {
    for (let i = 0; i < keys.length; i++) put(start + i, itemOf(keys, i));
    return;
  }
  const along = middles[longestAxis(keys, middles)] as Float64Array;
  for (let i = 0; i < keys.length; i++) {
    const item = itemOf(keys, i);
    keys[i] = (along[item] as number) * MAX_ITEMS + item;
  }
  keys.sort();
  const half = Math.ceil(keys.length / 2);
  halve(keys.subarray(0, half), start, leaves / 2, middles, put);
  halve(keys.subarray(half), start + leaves / 2, leaves / 2, middles, put);
}

function itemOf(keys: Float64Array, i: number): number {
  const key = keys[i] as number;
  return key - Math.floor(key / MAX_ITEMS) * MAX_ITEMS;
}

function longestAxis(keys: Float64Array, middles: readonly Float64Array[]): number {
  const spreads = middles.map((along) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < keys.length; i++) {
      const middle = along[itemOf(keys, i)] as number;
      if (middle < least) least = middle;
      if (middle > most) most = middle;
    }
    return most - least;
  });
  return spreads.indexOf(Math.max(...spreads));
}

/** Squared distance in space to a node's box: at most the squared chord to any of its segments. */
function boxDistance2({ boxes }: Pick<Tree<Boxed>, "boxes">, node: number, point: Vector): number {
  const at = 6 * node;
  const dx = Math.max((boxes[at] as number) - point[0], point[0] - (boxes[at + 3] as number), 0);
  const dy = Math.max((boxes[at + 1] as number) - point[1], point[1] - (boxes[at + 4] as number), 0);
  const dz = Math.max((boxes[at + 2] as number) - point[2], point[2] - (boxes[at + 5] as number), 0);
  return dx * dx + dy * dy + dz * dz;
}

/** Tolerance for rounding, so that a shared vertex on the edge of a box is not missed. */
const SLACK = 1e-15;

/** A search for what is nearest to a point. */
export interface Search {
  point: Vector;
  /** Squared distance to the nearest so far. */
  best: number;
}

/**
 * Visits the items whose boxes are not farther than the best so far, the nearer half of a node first.
 *
 * @param node the root if absent
 * @param bound squared distance to the box of the node
 */
export function visitNear<Item extends Boxed>(
  tree: Tree<Item>,
  search: Search,
  visitItem: (item: Item) => void,
  node = 1,
  bound = boxDistance2(tree, node, search.point),
): void {
  if (bound > search.best + SLACK) return;
  if (node >= tree.leaves) {
    const item = tree.items[node - tree.leaves];
    if (item) visitItem(item);
    return;
  }
  const left = boxDistance2(tree, 2 * node, search.point);
  const right = boxDistance2(tree, 2 * node + 1, search.point);
  const near = left <= right ? 2 * node : 2 * node + 1;
  visitNear(tree, search, visitItem, near, Math.min(left, right));
  visitNear(tree, search, visitItem, near ^ 1, Math.max(left, right));
}
