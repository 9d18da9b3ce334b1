import { expect, test } from "vitest";
import { isVisibleText } from "./visible-text.ts";

test.each([
  ["line ends", "\n\r\u0085\u2028\u2029"],
  ["letters that show nothing", "\u115f\u1160\u3164\uffa0\u2800"],
  ["direction marks", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"],
  ["other format characters", "\u00ad\u200b\u2060\ufeff\u{e0041}"],
])("refuses %s in a text", (_kind, characters) => {
  for (const character of characters) expect(isVisibleText(`a${character}b`), nameOf(character)).toBe(false);
});

test.each(["Đã nộp tiền, chờ đối chiếu", "Đã nộp".normalize("NFD"), "می\u200cخواهم", "👩\u200d💻", "đủ 5 %"])(
  "takes %s",
  (text) => {
    expect(isVisibleText(text)).toBe(true);
  },
);

test.each(["", " ", "\u00a0\u3000", "\u200d", " \u200c "])(
  "takes %j for a text that shows nothing",
  (text) => {
    expect(isVisibleText(text)).toBe(false);
  },
);

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16)}`;
}
