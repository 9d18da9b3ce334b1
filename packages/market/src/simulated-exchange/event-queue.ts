/** Which of some is next, each of whom has one time at which it acts next: a binary heap of their numbers. */
export class EventQueue {
  readonly #dueMs: number[] = [];
  readonly #heap: number[] = [];

  /** Gives the number of the one who is next; of several at the same time, the lowest number. */
  first(): number {
    return this.#heap[0] ?? 0;
  }

  /** Gives when the first one acts; infinity where nobody ever does. */
  firstDueMs(): number {
    return this.#dueMs[this.first()] ?? Number.POSITIVE_INFINITY;
  }

  /** Takes one more in, whose number is how many there were before. */
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

  /** Sets when the first one acts again. */
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
