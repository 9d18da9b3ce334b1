import type { MatchSet } from "./match-set.ts";

/** Two generations take twice as much at most. */
const generationBytesMax = 4_000_000;
/** Who types more than that is not about to be followed by others who type the same. */
const termBytesMax = 64;

/** What a term takes, what a set takes besides, and each of its rows: as measured, and generously. */
const markBytes = 64;
const setBytes = 600;
const rowBytes = 24;

/** What a term that was asked for once gets, and one that too much matches. */
const once = 1;
const many = 2;

type Known = MatchSet | typeof once | typeof many;

/**
 * What matches the terms that were asked for more than once, in two generations, so that what nobody asks for any more is
 * forgotten. Terms are found by a hash; a mark of two terms with the same one only costs or spares a search.
 */
export class KnownMatches {
  #young = new Map<number, Known>();
  #old: ReadonlyMap<number, Known> = new Map();
  #youngBytes = 0;
  #oldBytes = 0;

  /** What matches a term; or whether it is worth listing now; undefined for anything else. */
  find(bytes: Uint8Array, size: number): MatchSet | "worth listing" | undefined {
    if (size > termBytesMax) return undefined;
    const hash = hashOf(bytes, size);
    let known = this.#young.get(hash);
    if (known === undefined) {
      known = this.#old.get(hash);
      this.#note(hash, known ?? once);
    }
    if (known === undefined || known === many) return undefined;
    if (known === once) return "worth listing";
    return known.isOf(bytes, size) ? known : undefined;
  }

  /** Keeps what matches a term, or that too much does. */
  keep(bytes: Uint8Array, size: number, matches: MatchSet | undefined): void {
    this.#note(hashOf(bytes, size), matches ?? many);
  }

  forget(): void {
    if (this.byteCount === 0) return;
    this.#young = new Map();
    this.#old = new Map();
    this.#youngBytes = 0;
    this.#oldBytes = 0;
  }

  get byteCount(): number {
    return this.#youngBytes + this.#oldBytes;
  }

  #note(hash: number, known: Known): void {
    if (this.#youngBytes >= generationBytesMax) {
      this.#old = this.#young;
      this.#oldBytes = this.#youngBytes;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    if (!this.#young.has(hash)) this.#youngBytes += markBytes;
    this.#young.set(hash, known);
    if (typeof known !== "number") this.#youngBytes += setBytes + rowBytes * known.count;
  }
}

/** A number that fits a small one of the engine's. */
function hashOf(bytes: Uint8Array, size: number): number {
  let hash = 0;
  for (let i = 0; i < size; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & 0x3fff_ffff;
}
