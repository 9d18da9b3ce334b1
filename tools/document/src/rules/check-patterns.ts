import type { Complaint } from "../check-vocabulary.ts";
import { type Fields, walkDocument } from "../walk-document.ts";

/** `\n` and `\p{L}` mean different things, or nothing, to different engines; these mean the same to all. */
const escaped = String.raw`\\x[\dA-Fa-f]{2}|\\u(?![Dd][89A-Fa-f])[\dA-Fa-f]{4}|\\[\^$\\.*+?()[\]{}|/]`;

/** A set holds no character beyond U+FFFF, and no `--`, `&&`, `||` or `~~`, which some engines compute with. */
const members = String.raw`(?:${escaped}|\\-|(?!--|&&|\|\||~~)[^\\[\]\u{10000}-\u{10FFFF}])+\]`;

/** An excluding set takes a character beyond U+FFFF as one or as two, so that it stands only where any number may follow. */
const set = String.raw`\[(?!\^)${members}|\[\^${members}(?=\)?[+*])`;

const portablePart = new RegExp(
  String.raw`^(?:\(\?[:!=]|\((?!\?)|\{\d+(?:,\d*)?\}|${escaped}|${set}|\)|[^\\[\](){}.])*`,
  "u",
);

const probes = ["😀", "a😀", "😀a", "😀😀"];

/** Each pattern compiles, and takes the same texts, with the Unicode flag, without it, and in Python's `re`. */
export function checkPatterns(document: Fields): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, { pattern }) => {
    if (kind !== "schema" || typeof pattern !== "string") return;
    const wrong = findUnportable(pattern);
    if (wrong !== undefined) complaints.push({ pointer: [...pointer, "pattern"], message: wrong });
  });
  return complaints;
}

function findUnportable(pattern: string): string | undefined {
  const rest = pattern.replace(portablePart, "");
  if (rest !== "") {
    return `from ${JSON.stringify(rest.slice(0, 20))} on, engines differ about this pattern; write \\xHH, \\uHHHH and sets of them, repeat an excluding set with + or * alone, and bound lengths by minLength and maxLength`;
  }
  try {
    const judges = ["", "u"].map((flag) => new RegExp(pattern, flag));
    const isAlike = probes.every((text) => new Set(judges.map((judge) => judge.test(text))).size === 1);
    if (isAlike) return undefined;
    return "this pattern takes other texts without the Unicode flag; keep sets clear of U+D800 to U+DFFF, and one excluding set apart from another";
  } catch (failure) {
    return `this pattern is no regular expression: ${String(failure)}; mend it`;
  }
}
