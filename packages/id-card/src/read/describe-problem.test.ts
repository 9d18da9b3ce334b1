import { expect, test } from "vitest";
import type { ProblemCode } from "./card-reading.ts";
import { describeProblem } from "./describe-problem.ts";

/** A record, so that a code that is added and not listed here does not compile. */
const codes: Readonly<Record<ProblemCode, true>> = {
  not_an_image: true,
  format_not_supported: true,
  too_many_bytes: true,
  too_many_pixels: true,
  too_long_a_side: true,
  not_decodable: true,
  no_card: true,
  cut_off_left: true,
  cut_off_right: true,
  cut_off_top: true,
  cut_off_bottom: true,
  too_small: true,
  too_dark: true,
  glare: true,
  photo_of_screen: true,
  too_blurred: true,
  is_front: true,
  is_back: true,
  several_cards: true,
  print_not_read: true,
  out_of_time: true,
};

test.each(Object.keys(codes) as ProblemCode[])("says %s in English and in Vietnamese", (code) => {
  const english = describeProblem(code, "en");
  const vietnamese = describeProblem(code, "vi");
  expect(english).toMatch(/^[ -~]+$/);
  expect(vietnamese).toMatch(/[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/);
  expect(vietnamese).toBe(vietnamese.normalize("NFC"));
  // The caller puts the side before it and a full stop behind it.
  expect(`${english} ${vietnamese}`).not.toMatch(/\.|\s{2}/);
});

test("no two problems have the same message", () => {
  const all = (Object.keys(codes) as ProblemCode[]).flatMap((code) => [
    describeProblem(code),
    describeProblem(code, "vi"),
  ]);
  expect(new Set(all).size).toBe(all.length);
});

test("says what is wrong and what to do, in English unless Vietnamese is asked for", () => {
  expect(describeProblem("glare")).toBe("light is reflected by the card; tilt it or move the lamp");
  expect(describeProblem("glare", "en")).toBe("light is reflected by the card; tilt it or move the lamp");
  expect(describeProblem("glare", "vi")).toBe("thẻ bị lóa sáng; vui lòng nghiêng thẻ hoặc đổi vị trí đèn");
});
