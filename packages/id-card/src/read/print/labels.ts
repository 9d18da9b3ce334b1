import type { FieldName } from "../card-reading.ts";
import { foldLetters } from "../lexicon/compare-text.ts";

/** A field, or something else on the card that ends the one before it. */
export type LabelOf = FieldName | "other";

/** The words that stand before a value, one after the other on a line or on lines of their own. */
const labels: readonly { readonly of: LabelOf; readonly words: readonly string[] }[] = [
  { of: "idNumber", words: ["Số định danh cá nhân", "Personal identification number"] },
  { of: "fullName", words: ["Họ, chữ đệm và tên khai sinh", "Họ và tên", "Full name"] },
  { of: "dateOfBirth", words: ["Ngày, tháng, năm sinh", "Ngày sinh", "Date of birth"] },
  { of: "sex", words: ["Giới tính / Sex", "Giới tính"] },
  { of: "nationality", words: ["Quốc tịch / Nationality", "Nationality"] },
  { of: "placeOfOrigin", words: ["Nơi đăng ký khai sinh", "Place of birth", "Quê quán", "Place of origin"] },
  { of: "placeOfResidence", words: ["Nơi thường trú", "Nơi cư trú", "Place of residence"] },
  { of: "dateOfIssue", words: ["Ngày, tháng, năm cấp", "Date of issue", "Date, month, year"] },
  { of: "dateOfExpiry", words: ["Ngày, tháng, năm hết hạn", "Có giá trị đến", "Date of expiry"] },
  // Nothing as short as who issued the card: Đức Trọng and Long An are as near to that as a misread label is.
  { of: "other", words: ["CĂN CƯỚC CÔNG DÂN", "Citizen Identity Card", "Đặc điểm nhận dạng"] },
];

/** Splits lines of print into what stands behind each label, up to the next. Lines of one value are joined by spaces. */
export function splitByLabels(lines: readonly string[]): Map<LabelOf, string> {
  const values = new Map<LabelOf, string>();
  let open: LabelOf | undefined;
  for (const line of lines) {
    const marks = findMarks(line);
    append(values, open, line.slice(0, marks[0]?.from ?? line.length));
    for (const [index, mark] of marks.entries()) {
      open = mark.of;
      append(values, open, withoutTranslation(line.slice(mark.to, marks[index + 1]?.from ?? line.length)));
    }
  }
  return values;
}

interface Mark {
  readonly of: LabelOf;
  readonly from: number;
  readonly to: number;
  readonly slips: number;
}

/** The labels of a line from left to right; those of one field become one mark, and of two that overlap the surer stays. */
function findMarks(line: string): Mark[] {
  const found = labels.flatMap(({ of, words }) =>
    words.flatMap((word): Mark[] => {
      const place = findLabel(line, word);
      return place === undefined ? [] : [{ of, ...place, slips: place.slips / word.length }];
    }),
  );
  found.sort((a, b) => a.slips - b.slips || b.to - b.from - (a.to - a.from));
  const kept: Mark[] = [];
  for (const mark of found) {
    const rival = kept.find((each) => mark.from < each.to && each.from < mark.to);
    if (rival === undefined) kept.push(mark);
  }
  kept.sort((a, b) => a.from - b.from);
  const joined: Mark[] = [];
  for (const mark of kept) {
    const before = joined.at(-1);
    if (before?.of === mark.of) joined[joined.length - 1] = { ...before, to: mark.to };
    else joined.push(mark);
  }
  return joined;
}

/** What is left of a label whose English could not be made out ends at its colon or what that was read as, or with the line. */
function withoutTranslation(text: string): string {
  const isTranslated = /^[^:,\d]*\//.test(text);
  if (!isTranslated) return text;
  const colon = /:|[.;?] (?=\p{Lu})/u.exec(text);
  return colon === null ? "" : text.slice(colon.index + 1);
}

function append(values: Map<LabelOf, string>, to: LabelOf | undefined, text: string): void {
  const value = text.replace(/^[\s:;.,/|\\-]+/, "").trim();
  if (to === undefined || value === "") return;
  const before = values.get(to);
  values.set(to, before === undefined ? value : `${before} ${value}`);
}

/** Where a label stands in a line of print, from its first character to behind its last. */
interface FoundLabel {
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
