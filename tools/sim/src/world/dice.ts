/** Random numbers by a seed, the same on every runtime. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, but not including, `count`. */
  below(count: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  /** True so many times in a thousand. */
  chance(perMille: number): boolean {
    return this.below(1_000) < perMille;
  }

  pick<Member>(members: readonly Member[]): Member {
    return members[this.below(members.length)] as Member;
  }
}
