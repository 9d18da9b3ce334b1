import { groupCode, groupOfCodes, prefixGroupCount } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { isWordByte } from "./is-word-byte.ts";
import { spaceByte } from "./make-text-folder.ts";
import { nameStart } from "./word-list.ts";

/** What stands for each byte in the numbers of groups; no group has a space. */
const codes = Uint8Array.from({ length: 256 }, (_, byte) => (byte === spaceByte ? 0 : groupCode(byte)));
const wordBytes = Uint8Array.from({ length: 256 }, (_, byte) => (isWordByte(byte) ? 1 : 0));

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

  /** Lists those of the row that stands between two places of a text, the last of which ends it. */
  list(text: Uint8Array, start: number, end: number): void {
    this.#turn();
    const last = end - 1;
    const { within, beginnings } = this;
    within.begin(2 * (end - start));
    beginnings.begin(2 * (end - start));
    this.#addAt(text, start, undefined);
    let isInside = 0;
    for (let place = nameStart(text, start); place < last; place += 1) {
      const isOfWord = wordBytes[text[place] as number] as number;
      if ((isInside & isOfWord) === 0) this.#addAt(text, place, beginnings);
      isInside = isOfWord;
    }
    for (let place = start; place < last; place += 1) this.#addAt(text, place, within);
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
    const code = codes[text[place] as number] as number;
    if (code === 0) return;
    this.#add(groupOfCodes(code, 0), target);
    const next = codes[text[place + 1] as number] as number;
    if (next !== 0) this.#add(groupOfCodes(code, next), target);
  }

  #add(group: number, target: IntList | undefined): void {
    if (this.#stamps[group] === this.#stamp) return;
    this.#stamps[group] = this.#stamp;
    target?.pushReserved(group);
  }
}
