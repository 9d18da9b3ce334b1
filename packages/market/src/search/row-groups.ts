import { prefixGroup, prefixGroupCount } from "./byte-pairs.ts";
import { IntList } from "./int-list.ts";
import { isWordByte } from "./is-word-byte.ts";
import { endByte, spaceByte } from "./make-text-folder.ts";

/** The name is the third field of a row. */
const nameField = 2;

/** Lists what one or two bytes a row is found by, each once; the room is kept from row to row. */
export class RowGroups {
  /** What stands anywhere in the row, inside a word. */
  readonly within: IntList = new IntList();
  /** What words of the name begin with. */
  readonly beginnings: IntList = new IntList();
  readonly #withinStamps: Uint32Array = new Uint32Array(prefixGroupCount);
  readonly #beginningStamps: Uint32Array = new Uint32Array(prefixGroupCount);
  #stamp = 0;

  /** Lists those of the row that stands between two places of a text. */
  list(text: Uint8Array, start: number, end: number): void {
    this.#turn();
    this.within.count = 0;
    this.beginnings.count = 0;
    let field = 0;
    let isInside = false;
    for (let place = start; place < end; place += 1) {
      const byte = text[place] as number;
      if (byte === endByte) field += 1;
      if (byte === endByte || byte === spaceByte) {
        isInside = false;
        continue;
      }
      const isOfWord = isWordByte(byte);
      const isBeginning = field === nameField && !(isInside && isOfWord);
      isInside = isOfWord;
      this.#add(prefixGroup(byte, undefined), isBeginning);
      const next = text[place + 1] as number;
      if (next !== endByte && next !== spaceByte) this.#add(prefixGroup(byte, next), isBeginning);
    }
  }

  /** What was noted for another row counts no longer. */
  #turn(): void {
    this.#stamp = (this.#stamp + 1) >>> 0;
    if (this.#stamp > 0) return;
    this.#withinStamps.fill(0);
    this.#beginningStamps.fill(0);
    this.#stamp = 1;
  }

  #add(group: number, isBeginning: boolean): void {
    if (group < 0) return;
    const stamp = this.#stamp;
    if (this.#withinStamps[group] !== stamp) {
      this.#withinStamps[group] = stamp;
      this.within.push(group);
    }
    if (isBeginning && this.#beginningStamps[group] !== stamp) {
      this.#beginningStamps[group] = stamp;
      this.beginnings.push(group);
    }
  }
}
