import type { FieldName } from "../card-reading.ts";
import { foldLetters } from "../lexicon/compare-text.ts";

/** The field of a label, or `other` for text that ends the value before it. */
export type LabelOf = FieldName | "other";

/** The labels of each field, in Vietnamese and English. */
const labels: readonly { readonly of: LabelOf; readonly words: readonly string[] }[] = [
  { of: "idNumber", words: ["Số định danh cá nhân", "Personal identification number", "Personal ID number"] },
  {
    of: "fullName",
    words: ["Họ, chữ đệm và tên khai sinh", "Họ, chữ đệm và tên", "Họ và tên", "Full name", "Name in full"],
  },
  { of: "dateOfBirth", words: ["Ngày, tháng, năm sinh", "Ngày sinh", "Date of birth", "Birth date"] },
  { of: "sex", words: ["Giới tính / Sex", "Giới tính / Gender", "Giới tính"] },
  {
    of: "nationality",
    words: ["Quốc tịch / Nationality", "Nationality", "Quốc tịch / Citizenship", "Citizenship"],
  },
  {
    of: "placeOfOrigin",
    words: [
      // Nguyên quán is not among them: NGUYỄN VĂN is as similar as a misread label.
      ...["Nơi đăng ký khai sinh", "Nơi khai sinh", "Place of birth registration", "Place of birth"],
      ...["Quê quán", "Place of origin", "Native place"],
    ],
  },
  {
    of: "placeOfResidence",
    words: ["Nơi thường trú", "Nơi cư trú", "Nơi ở hiện tại", "Place of residence", "Residence"],
  },
  {
    of: "dateOfIssue",
    words: ["Ngày, tháng, năm cấp", "Ngày cấp", "Date of issue", "Issued on", "Date, month, year"],
  },
  {
    of: "dateOfExpiry",
    words: [
      ...["Ngày, tháng, năm hết hạn", "Ngày hết hạn", "Có giá trị đến", "Giá trị đến"],
      ...["Date of expiry", "Expiry date", "Valid until"],
    ],
  },
  // The authorities are not among them: they are so short that Đức Trọng and Long An are as similar as a misread label.
  { of: "other", words: ["CĂN CƯỚC CÔNG DÂN", "Citizen Identity Card", "Đặc điểm nhận dạng"] },
];

export function hasLabel(line: string): boolean {
  return findMarks(line).length > 0;
}

/** Splits lines into the text after each label, up to the next label. The lines of one value are joined by spaces. */
export function splitByLabels(lines: readonly string[]): Map<LabelOf, string> {
  const values = new Map<LabelOf, string>();
  let open: LabelOf | undefined;
  for (const line of lines) {
    const marks = findMarks(line);
    const before = line.slice(0, marks[0]?.from ?? line.length);
    if (marks.length === 0 || !isTranslation(before)) append(values, open, before);
    for (const [index, mark] of marks.entries()) {
      open = mark.of;
      const text = line.slice(mark.to, marks[index + 1]?.from ?? line.length);
      append(values, open, mark.isTranslated === true ? text : withoutTranslation(text));
    }
  }
  return values;
}

/** Whether the text before a label is the same in the other language, in unknown words. A digit before it is noise. */
function isTranslation(before: string): boolean {
  return /^([^\p{L}\d]{0,3}\d[^\p{L}\d]{1,3})?[^:,\d]*\/\s*$/u.test(before);
}

interface Mark {
  readonly of: LabelOf;
  readonly from: number;
  readonly to: number;
  /** The share of its letters that were misread. */
  readonly editShare: number;
  /** Whether it was found in both languages. */
  readonly isTranslated?: boolean;
}

/** The labels of a line from left to right. Adjacent ones of a field are joined; of overlapping ones the best match is kept. */
function findMarks(line: string): Mark[] {
  const found = labels.flatMap(({ of, words }) =>
    words.flatMap((word): Mark[] => {
      const place = findLabel(line, word);
      return place === undefined ? [] : [{ of, ...place, editShare: place.edits / word.length }];
    }),
  );
  found.sort((a, b) => a.editShare - b.editShare || b.to - b.from - (a.to - a.from));
  const kept: Mark[] = [];
  for (const mark of found) {
    const rival = kept.find((each) => mark.from < each.to && each.from < mark.to);
    if (rival === undefined) kept.push(mark);
  }
  kept.sort((a, b) => a.from - b.from);
  const joined: Mark[] = [];
  for (const mark of kept) {
    const before = joined.at(-1);
    if (before?.of === mark.of) joined[joined.length - 1] = { ...before, to: mark.to, isTranslated: true };
    else joined.push(mark);
  }
  return joined.filter((mark) => isSure(mark, line));
}

/**
 * Whether a mark is a label. Parts of values look like misread labels: Quế Xuân like Quê quán, Giá, Tỉnh like Giới tính. So it needs
 * both languages, hardly a misread letter, or a separator or a value of its field after it.
 */
function isSure({ of, to, editShare, isTranslated }: Mark, line: string): boolean {
  const behind = line.slice(to).trim();
  if (isTranslated === true || editShare <= sureEditShare) return true;
  if (of.startsWith("date")) return /^(\P{L}|$)/u.test(behind);
  if (of === "sex" && /^\P{L}*N(am|[ữưu])(?!\p{L})/u.test(behind)) return true;
  // OCR takes the stroke for 1, I, l and the like, and the colon for another stop.
  return /^\P{L}*([/:;|ƒ¡!] ?|[1Il] )\p{L}|^[:;]/u.test(behind);
}

/** The most misread letters of a label that is sure by itself. */
const sureEditShare = 0.1;

/**
 * Removes the rest of a label with an illegible translation: up to its colon, which may be read as another stop, or the whole line.
 * If the stroke before it was read as a letter, only up to such a stop.
 */
function withoutTranslation(text: string): string {
  if (/^[^:,\d]*\//.test(text)) {
    const colon = /:|[.;?] (?=\p{Lu})/u.exec(text);
    return colon === null ? "" : text.slice(colon.index + 1);
  }
  const translated = /^\s*[ƒ¡|!jJlI] [^:;,\d]*?([:;]|\.$|[.?] (?=\p{Lu}))/u.exec(text);
  return text.slice(translated?.[0].length ?? 0);
}

function append(values: Map<LabelOf, string>, to: LabelOf | undefined, text: string): void {
  const value = text.replace(/^[\s:;.,/|\\-]+/, "").trim();
  if (to === undefined || value === "") return;
  const before = values.get(to);
  values.set(to, before === undefined ? value : `${before} ${value}`);
}

/** The place of a label in a line: the index of its first character, and the one after its last. */
interface FoundLabel {
  readonly from: number;
  readonly to: number;
  /** The number of misread letters. */
  readonly edits: number;
}

/** The share of letters of a label that may be misread. */
const editShareMax = 0.25;

/** Finds the best match of a label in a line by its letters, of which some may be misread. */
export function findLabel(line: string, label: string): FoundLabel | undefined {
  const { letters, places } = foldLetters(line);
  const wanted = foldLetters(label).letters;
  // For each letter of the line: the fewest edits if the label ends there, and where it begins then.
  let row = Array.from({ length: letters.length + 1 }, (_, at) => ({ edits: 0, from: at }));
  for (let i = 0; i < wanted.length; i += 1) {
    const next = [{ edits: i + 1, from: 0 }];
    for (let at = 0; at < letters.length; at += 1) {
      const isAlike = letters[at] === wanted[i];
      const through = row[at] as Ending;
      const choices = [
        { edits: through.edits + (isAlike ? 0 : 1), from: through.from },
        { edits: (row[at + 1] as Ending).edits + 1, from: (row[at + 1] as Ending).from },
        { edits: (next[at] as Ending).edits + 1, from: (next[at] as Ending).from },
      ];
      next.push(choices.reduce((best, each) => (each.edits < best.edits ? each : best)));
    }
    row = next;
  }
  let end = 0;
  for (let at = 1; at < row.length; at += 1)
    if ((row[at] as Ending).edits < (row[end] as Ending).edits) end = at;
  const { edits, from } = row[end] as Ending;
  // A label begins at the start of a word; a match within a word is part of a value.
  const start = places[from] ?? 0;
  if (/\p{L}/u.test(line.charAt(start)) && /\p{L}$/u.test(line.slice(0, start))) return undefined;
  if (end === 0 || from >= end || edits > wanted.length * editShareMax) return undefined;
  // One or two letters after the label belong to it.
  const behind = (places[end - 1] ?? 0) + 1;
  const found = line.slice(start, behind);
  // A name in capitals is no label, since labels are not in capitals, except the titles.
  if (isInCapitals(found) && !isInCapitals(label)) return undefined;
  const rest = /^\p{L}{1,2}(?!\p{L})/u.exec(line.slice(behind))?.[0] ?? "";
  return { from: start, to: behind + rest.length, edits };
}

function isInCapitals(text: string): boolean {
  return text === text.toLocaleUpperCase("vi");
}

interface Ending {
  readonly edits: number;
  readonly from: number;
}
