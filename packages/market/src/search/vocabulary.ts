import { isOneSlip } from "./is-one-slip.ts";

/** Marks the beginning and the end of a text; no folded text contains them. */
export const beginning = "\u0001";
export const ending = "\u0002";

const gramLengthMax = 3;
const surrogates = /[\ud800-\udfff]/;

/** A text, and the rows that contain it. */
export type Entry = { readonly text: string; readonly rows: number[] };

/** Distinct texts and the rows that contain them, found by any part of a text or in spite of one typing error. */
export class Vocabulary {
  readonly #entries = new Map<string, Entry>();
  /** By each gram of one to three characters, marks included, the entries with it in their order of arrival. */
  readonly #grams = new Map<string, Entry[]>();
  #hasSurrogates = false;

  add(text: string, row: number): void {
    const known = this.#entries.get(text);
    if (known !== undefined) {
      known.rows.push(row);
      return;
    }
    const entry = { text: beginning + text + ending, rows: [row] };
    this.#entries.set(text, entry);
    this.#hasSurrogates ||= surrogates.test(text);
    for (let from = 0; from < entry.text.length; from += 1) {
      const to = Math.min(from + gramLengthMax, entry.text.length);
      for (let end = from + 1; end <= to; end += 1) this.#addGram(entry.text.slice(from, end), entry);
    }
  }

  remove(text: string, row: number): void {
    const rows = this.#entries.get(text)?.rows ?? [];
    const place = rows.indexOf(row);
    if (place < 0) return;
    rows[place] = rows.at(-1) as number;
    rows.pop();
  }

  /** The rows that contain a text and nothing else. */
  rowsOf(text: string): readonly number[] {
    return this.#entries.get(text)?.rows ?? [];
  }

  /** The texts that contain a part; a mark in front of it or behind it ties it to that end. */
  with(part: string): readonly Entry[] {
    const entries = this.#mayContain(part);
    return part.length <= gramLengthMax ? entries : entries.filter(({ text }) => text.includes(part));
  }

  /**
   * The texts that are one typing error away. An error spares either the first half of the term or the second, where the
   * halves together are one character shorter than the term.
   */
  withOneSlip(term: string): readonly Entry[] {
    const half = Math.floor((term.length - 1) / 2);
    const sought = beginning + term + ending;
    const found = new Set<Entry>();
    const isClose =
      this.#hasSurrogates || surrogates.test(term)
        ? (text: string): boolean => isOneSlip([...sought], [...text])
        : (text: string): boolean => isOneSlip(sought, text);
    const look = (part: string): void => {
      for (const entry of this.#mayContain(part)) if (isClose(entry.text)) found.add(entry);
    };
    look(beginning + term.slice(0, half));
    if (half > 0) look(term.slice(half + 1) + ending);
    return [...found];
  }

  /** The texts with the rarest gram of a part, which are more than those with the part where it is longer than a gram. */
  #mayContain(part: string): readonly Entry[] {
    if (part.length <= gramLengthMax) return this.#grams.get(part) ?? [];
    let rarest: readonly Entry[] | undefined;
    for (let from = 0; from + gramLengthMax <= part.length; from += 1) {
      const entries = this.#grams.get(part.slice(from, from + gramLengthMax)) ?? [];
      if (rarest === undefined || entries.length < rarest.length) rarest = entries;
    }
    return rarest ?? [];
  }

  #addGram(gram: string, entry: Entry): void {
    const entries = this.#grams.get(gram);
    if (entries === undefined) this.#grams.set(gram, [entry]);
    // A gram may occur twice in one text.
    else if (entries.at(-1) !== entry) entries.push(entry);
  }
}
