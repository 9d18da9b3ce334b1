import { foldLetters } from "./fold-text.ts";

/** Where a label stands in a line of print, from its first character to behind its last. */
export interface FoundLabel {
  readonly from: number;
  readonly to: number;
  /** How many letters are other than they should be. */
  readonly slips: number;
}

/** How many letters of a label may be wrong, as a share. */
const slipShareMax = 0.25;

/** Finds a label in a line, by its letters alone and with some of them read wrongly; the best place, if any is good enough. */
export function findLabel(line: string, label: string): FoundLabel | undefined {
  const { letters, places } = foldLetters(line);
  const wanted = foldLetters(label).letters;
  // Row by row, how many slips it takes to end the label at each letter, and where it then began.
  let row = Array.from({ length: letters.length + 1 }, (_, at) => ({ slips: 0, from: at }));
  for (let i = 0; i < wanted.length; i += 1) {
    const next = [{ slips: i + 1, from: 0 }];
    for (let at = 0; at < letters.length; at += 1) {
      const isAlike = letters[at] === wanted[i];
      const through = row[at] as Ending;
      const choices = [
        { slips: through.slips + (isAlike ? 0 : 1), from: through.from },
        { slips: (row[at + 1] as Ending).slips + 1, from: (row[at + 1] as Ending).from },
        { slips: (next[at] as Ending).slips + 1, from: (next[at] as Ending).from },
      ];
      next.push(choices.reduce((best, each) => (each.slips < best.slips ? each : best)));
    }
    row = next;
  }
  let end = 0;
  for (let at = 1; at < row.length; at += 1)
    if ((row[at] as Ending).slips < (row[end] as Ending).slips) end = at;
  const { slips, from } = row[end] as Ending;
  // A label begins with a word: what is like it from within one is of a value.
  const start = places[from] ?? 0;
  if (/\p{L}/u.test(line.charAt(start)) && /\p{L}$/u.test(line.slice(0, start))) return undefined;
  if (end === 0 || from >= end || slips > wanted.length * slipShareMax) return undefined;
  // What clings to its last word is of it.
  const behind = (places[end - 1] ?? 0) + 1;
  const rest = /^\p{L}{1,2}(?!\p{L})/u.exec(line.slice(behind))?.[0] ?? "";
  return { from: start, to: behind + rest.length, slips };
}

interface Ending {
  readonly slips: number;
  readonly from: number;
}
