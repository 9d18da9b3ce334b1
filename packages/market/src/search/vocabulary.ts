import { TypoTable } from "./typos.ts";

/** The beginning of a text. No folded text contains this character. */
export const beginning = "\u0001";

const gramLengthMax = 3;

/** A text and the rows that contain it. */
export type Entry = {
  readonly text: string;
  /** The text with `beginning` in front. */
  readonly marked: string;
  readonly rows: number[];
  /** Whether the rows are ordered by descending level of their weights. */
  isByLevel: boolean;
};

const none: readonly never[] = [];

/** What texts are found by besides the whole text. */
type VocabularyOptions = { readonly findsParts: boolean; readonly findsTypos: boolean };

/** Distinct texts and the rows that contain them, found by the text, any part of it, or with one typing error. */
export class Vocabulary {
  readonly #entries = new Map<string, Entry>();
  /** For each gram of one to three characters, including `beginning`, the entries that contain it in insertion order. */
  readonly #grams = new Map<string, Entry[]>();
  readonly #typos: TypoTable<Entry> | undefined;
  readonly #findsParts: boolean;

  constructor({ findsParts, findsTypos }: VocabularyOptions) {
    this.#findsParts = findsParts;
    this.#typos = findsTypos ? new TypoTable() : undefined;
  }

  /** Adds a text of a row. The texts of one row are added together, so one that occurs twice in it is added once. */
  add(text: string, row: number): void {
    const known = this.#entries.get(text);
    if (known !== undefined) {
      if (known.rows.at(-1) === row) return;
      known.rows.push(row);
      known.isByLevel = false;
      return;
    }
    const marked = this.#findsParts ? beginning + text : text;
    const entry = { text, marked, rows: [row], isByLevel: false };
    this.#entries.set(text, entry);
    this.#typos?.add(entry);
    if (!this.#findsParts) return;
    for (let from = 0; from < marked.length; from += 1) {
      const to = Math.min(from + gramLengthMax, marked.length);
      for (let end = from + 1; end <= to; end += 1) this.#addGram(marked.slice(from, end), entry);
    }
  }

  remove(text: string, row: number): void {
    const entry = this.#entries.get(text);
    const place = entry?.rows.indexOf(row) ?? -1;
    if (entry === undefined || place < 0) return;
    entry.rows[place] = entry.rows.at(-1) as number;
    entry.rows.pop();
    entry.isByLevel = false;
  }

  /** To be called when the weight of a row with this text moves to another level. */
  changeLevel(text: string): void {
    const entry = this.#entries.get(text);
    if (entry !== undefined) entry.isByLevel = false;
  }

  rowsOf(text: string): readonly number[] {
    return this.#entries.get(text)?.rows ?? none;
  }

  /** The entry of exactly this text, as a list of at most one. */
  whole(text: string): readonly Entry[] {
    const entry = this.#entries.get(text);
    return entry === undefined ? none : [entry];
  }

  /** The texts that contain a part. A part that starts with `beginning` finds the texts that start with it. */
  with(part: string): readonly Entry[] {
    const entries = this.#mayContain(part);
    return part.length <= gramLengthMax ? entries : entries.filter(({ marked }) => marked.includes(part));
  }

  withOneTypo(term: string): readonly Entry[] {
    return this.#typos?.find(term) ?? none;
  }

  /** The texts with the rarest gram of a part. If the part is longer than a gram, they include texts without the part. */
  #mayContain(part: string): readonly Entry[] {
    if (part.length <= gramLengthMax) return this.#grams.get(part) ?? none;
    let rarest: readonly Entry[] | undefined;
    for (let from = 0; from + gramLengthMax <= part.length; from += 1) {
      const entries = this.#grams.get(part.slice(from, from + gramLengthMax));
      if (entries === undefined) return none;
      if (rarest === undefined || entries.length < rarest.length) rarest = entries;
    }
    return rarest ?? none;
  }

  #addGram(gram: string, entry: Entry): void {
    const entries = this.#grams.get(gram);
    if (entries === undefined) this.#grams.set(gram, [entry]);
    // A gram may occur twice in one text.
    else if (entries.at(-1) !== entry) entries.push(entry);
  }
}
