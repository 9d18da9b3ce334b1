import { inStretches, type Steps } from "./steps.ts";

/**
 * The values of rows, and above them the largest of every sixteen, and so on up to one. A change costs a few
 * comparisons, and the rows with the largest values are found without looking at the others.
 */
export type ValueTree = readonly Float64Array[];

/** How many rows, or how many largest values, stand under one. */
export const treeBranchCount = 16;

/** Builds the tree on values, which are its lowest level and stay where they are. */
export function* valueTree(values: Float64Array): Steps<ValueTree> {
  const levels = [values];
  for (let below = values; below.length > treeBranchCount; ) {
    const level = new Float64Array(Math.ceil(below.length / treeBranchCount));
    const lower = below;
    const rise = (from: number, to: number) => {
      for (let node = from; node < to; node += 1) level[node] = largestUnder(lower, node);
    };
    yield* inStretches(level.length, rise, treeBranchCount);
    levels.push(level);
    below = level;
  }
  return levels;
}

/** Sets the value of a row. */
export function setTreeValue(tree: ValueTree, row: number, value: number): void {
  const values = tree[0] as Float64Array;
  let replaced = values[row] as number;
  let largest = value;
  values[row] = value;
  let node = row;
  for (let level = 1; level < tree.length; level += 1) {
    node = Math.floor(node / treeBranchCount);
    const maxima = tree[level] as Float64Array;
    const known = maxima[node] as number;
    // Nothing above depends on a value that neither was nor becomes the largest.
    if (largest <= known && replaced < known) return;
    largest = largest >= known ? largest : largestUnder(tree[level - 1] as Float64Array, node);
    if (largest === known) return;
    maxima[node] = largest;
    replaced = known;
  }
}

function largestUnder(below: Float64Array, node: number): number {
  const end = Math.min(below.length, (node + 1) * treeBranchCount);
  let largest = -1;
  for (let i = node * treeBranchCount; i < end; i += 1) largest = Math.max(largest, below[i] as number);
  return largest;
}
