import type { CardKind } from "../card-reading.ts";
import { foldLetters } from "./fold-text.ts";

/** Who issued cards of each kind, as printed. */
const authorities: Readonly<Record<CardKind, readonly string[]>> = {
  "2021": [
    "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
    "CỤC TRƯỞNG CỤC CẢNH SÁT ĐĂNG KÝ QUẢN LÝ CƯ TRÚ VÀ DỮ LIỆU QUỐC GIA VỀ DÂN CƯ",
  ],
  "2024": ["BỘ CÔNG AN"],
};

/** The authority that a text is most like, how like, 0 to 1, and how much less like it is any other. */
export function findAuthority(
  text: string,
  kind: CardKind,
): { readonly value: string; readonly likeness: number; readonly lead: number } | undefined {
  const { letters } = foldLetters(text);
  const [best, next] = authorities[kind]
    .map((value) => ({ value, likeness: shareInOrder(foldLetters(value).letters, letters) }))
    .sort((one, other) => other.likeness - one.likeness);
  return best && { ...best, lead: best.likeness - (next?.likeness ?? 0) };
}

/** How much of the letters of one text stand in another, in their order. */
function shareInOrder(wanted: string, letters: string): number {
  let row = new Array<number>(letters.length + 1).fill(0);
  for (const letter of wanted) {
    const next = [0];
    for (let i = 0; i < letters.length; i += 1) {
      const through = (row[i] ?? 0) + (letter === letters[i] ? 1 : 0);
      next.push(Math.max(through, row[i + 1] ?? 0, next[i] ?? 0));
    }
    row = next;
  }
  return (row[letters.length] ?? 0) / wanted.length;
}
