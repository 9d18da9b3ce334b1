/** A priority queue of numbered event sources, each with the time of its next event. It is a binary heap. */
export class EventQueue {
  readonly #dueMs: number[] = [];
  readonly #heap: number[] = [];

  /** The number of the source that is due first; of several at the same time, the lowest number. */
  first(): number {
    return this.#heap[0] ?? 0;
  }

  /** The time at which the first source is due; infinity if none ever is. */
  firstDueMs(): number {
    return this.#dueMs[this.first()] ?? Number.POSITIVE_INFINITY;
  }

  /** Adds a source. Its number is the count of sources before it. */
  add(dueMs: number): void {
    const rising = this.#dueMs.push(dueMs) - 1;
    let place = this.#heap.push(rising) - 1;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      const sinking = this.#heap[above] ?? 0;
      if (!this.#isBefore(rising, sinking)) break;
      this.#heap[place] = sinking;
      place = above;
    }
    this.#heap[place] = rising;
  }

  /** Sets the time at which the first source is due again. */
  postponeFirst(dueMs: number): void {
    const heap = this.#heap;
    const sinking = this.first();
    this.#dueMs[sinking] = dueMs;
    let place = 0;
    for (let below = 1; below < heap.length; below = place * 2 + 1) {
      const [left = 0, right] = [heap[below], heap[below + 1]];
      if (right !== undefined && this.#isBefore(right, left)) below += 1;
      const rising = heap[below] ?? 0;
      if (!this.#isBefore(rising, sinking)) break;
      heap[place] = rising;
      place = below;
    }
    heap[place] = sinking;
  }

  #isBefore(one: number, other: number): boolean {
    const [oneMs = 0, otherMs = 0] = [this.#dueMs[one], this.#dueMs[other]];
    return oneMs < otherMs || (oneMs === otherMs && one < other);
  }
}
