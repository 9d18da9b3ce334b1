/** Who is next, of some who each have one time at which they act next. */
interface EventQueue {
  /** Gives the number of the one who is next; of several at the same time, the lowest number. */
  first(): number;
  /** Gives when the first one acts; infinity where nobody ever does. */
  firstDueMs(): number;
  /** Sets when the first one acts again. */
  postponeFirst(dueMs: number): void;
  /** Takes one more in, whose number is how many there were before. */
  add(dueMs: number): void;
}

/** Makes a queue of as many as there are times, as a binary heap. */
export function createEventQueue(dueTimesMs: readonly number[]): EventQueue {
  const dueMs = [...dueTimesMs];
  const heap = dueMs.map((_, index) => index);
  const isBefore = (a: number, b: number) => {
    const [dueMsOfA = 0, dueMsOfB = 0] = [dueMs[a], dueMs[b]];
    return dueMsOfA < dueMsOfB || (dueMsOfA === dueMsOfB && a < b);
  };
  heap.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const first = () => heap[0] ?? 0;
  return {
    first,
    firstDueMs: () => dueMs[first()] ?? Number.POSITIVE_INFINITY,
    postponeFirst(nextMs) {
      dueMs[first()] = nextMs;
      sinkFirst(heap, isBefore);
    },
    add(firstMs) {
      heap.push(dueMs.length);
      dueMs.push(firstMs);
      raiseLast(heap, isBefore);
    },
  };
}

function raiseLast(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  let place = heap.length - 1;
  const rising = heap[place] ?? 0;
  while (place > 0) {
    const above = (place - 1) >>> 1;
    const sinking = heap[above] ?? 0;
    if (!isBefore(rising, sinking)) break;
    heap[place] = sinking;
    place = above;
  }
  heap[place] = rising;
}

function sinkFirst(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  const sinking = heap[0] ?? 0;
  let place = 0;
  for (;;) {
    let below = place * 2 + 1;
    const [left, right] = [heap[below], heap[below + 1]];
    if (left === undefined) break;
    if (right !== undefined && isBefore(right, left)) below += 1;
    const rising = heap[below] ?? 0;
    if (!isBefore(rising, sinking)) break;
    heap[place] = rising;
    place = below;
  }
  heap[place] = sinking;
}
