import { prefixGroup, prefixGroupCount } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { isWordByte } from "./is-word-byte.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";
import { nameStart } from "./word-list.ts";

/**
 * Lists by what one or two bytes a row is found, each once, under the best that they are in it: so no row is met twice by who
 * reads what symbols begin with first, then the beginnings, then what is within. The room is kept from row to row.
 */
export class RowGroups {
  /** What words of the name begin with, but not the symbol. */
  readonly beginnings: IntList = new IntList();
  /** What stands elsewhere in the row, inside a word. */
  readonly within: IntList = new IntList();
  readonly #stamps: Uint32Array = new Uint32Array(prefixGroupCount);
  #stamp = 0;

  /** Lists those of the row that stands between two places of a text. */
  list(text: Uint8Array, start: number, end: number): void {
    this.#turn();
    this.within.count = 0;
    this.beginnings.count = 0;
    this.#addAt(text, start, undefined);
    const name = nameStart(text, start);
    let isInside = false;
    for (let place = name; place < end; place += 1) {
      const isOfWord = isWordByte(text[place] as number);
      if (!(isInside && isOfWord)) this.#addAt(text, place, this.beginnings);
      isInside = isOfWord;
    }
    for (let place = start; place < end; place += 1) this.#addAt(text, place, this.within);
  }

  /** What was noted for another row counts no longer. */
  #turn(): void {
    this.#stamp = (this.#stamp + 1) >>> 0;
    if (this.#stamp > 0) return;
    this.#stamps.fill(0);
    this.#stamp = 1;
  }

  /** Adds what stands at a place, if it was not met before. */
  #addAt(text: Uint8Array, place: number, target: IntList | undefined): void {
    const byte = text[place] as number;
    if (byte === endByte || byte === spaceByte) return;
    this.#add(prefixGroup(byte, undefined), target);
    const next = text[place + 1] as number;
    if (next !== endByte && next !== spaceByte) this.#add(prefixGroup(byte, next), target);
  }

  #add(group: number, target: IntList | undefined): void {
    if (group < 0 || this.#stamps[group] === this.#stamp) return;
    this.#stamps[group] = this.#stamp;
    target?.push(group);
  }
}
