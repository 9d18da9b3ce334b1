import type { MatchSet } from "./match-set.ts";

/** A generation of what is known ends with so many terms, or so many rows of theirs; the one before it is forgotten. */
const termsMax = 8_192;
const rowsMax = 131_072;
/** Who types more than that is not about to be followed by others who type the same. */
const termBytesMax = 64;

const termBytes = 200;
const rowBytes = 20;

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
  #rowCount = 0;
  #oldRowCount = 0;

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
    if (this.#young.size + this.#old.size === 0) return;
    this.#young = new Map();
    this.#old = new Map();
    this.#rowCount = 0;
    this.#oldRowCount = 0;
  }

  get byteCount(): number {
    return termBytes * (this.#young.size + this.#old.size) + rowBytes * (this.#rowCount + this.#oldRowCount);
  }

  #note(hash: number, known: Known): void {
    if (this.#young.size >= termsMax || this.#rowCount >= rowsMax) {
      this.#old = this.#young;
      this.#oldRowCount = this.#rowCount;
      this.#young = new Map();
      this.#rowCount = 0;
    }
    this.#young.set(hash, known);
    if (typeof known !== "number") this.#rowCount += known.count;
  }
}

/** A number that fits a small one of the engine's. */
function hashOf(bytes: Uint8Array, size: number): number {
  let hash = 0;
  for (let i = 0; i < size; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return (hash ^ (hash >>> 15)) & 0x3fff_ffff;
}
