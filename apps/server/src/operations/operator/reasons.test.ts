/** Holds which characters the reason or note of a change may have. */
import { isVisibleText } from "@trading-oms/access";
import { schemas } from "@trading-oms/contract/operator";
import { describe, expect, test } from "vitest";
import { askOperator, heldPosition, planOperated } from "../../testing/ask-operator.ts";
import { checkAnswer } from "../../testing/check-answer.ts";

const hidden = [
  "\u2028",
  "\u2029",
  "\u3164",
  "\u2800",
  "\u200e",
  "\u202e",
  "\u2066",
  "\u061c",
  "\u{e0041}",
  "\ud800",
];

describe("a reason or note", () => {
  test.each(hidden)("is refused with %j in it, with words that say so", async (character) => {
    const server = await planOperated();
    const json = { amount: 2_000_000, reason: `Paid${character} in` };
    const answer = await askOperator(server, "PATCH", `${heldPosition}/cover`, { json });
    const { status, body } = await checkAnswer("operator.setCover", answer);
    expect(status).toBe(400);
    expect(body["details"]).toEqual([
      { field: "reason", message: expect.stringContaining("visible characters on one line") },
    ]);
    const contact = { method: "telephone", answer: "promised", note: character };
    const noted = await askOperator(server, "POST", `${heldPosition}/contacts`, { json: contact });
    expect((await checkAnswer("operator.addContact", noted)).status).toBe(400);
  });

  test("may have joiners and the marks of Vietnamese, also apart from their letters", async () => {
    const server = await planOperated();
    const reason = `Đã nộp tiền, ${"chờ đối chiếu".normalize("NFD")} 👩\u200d💻 می\u200cخواهم`;
    const json = { amount: 2_000_000, reason };
    const answer = await askOperator(server, "PATCH", `${heldPosition}/cover`, { json });
    expect((await checkAnswer("operator.setCover", answer)).status).toBe(200);
  });

  test("is judged alike by the document and by names of users, for every character up to U+FFFF", () => {
    const { reason } = schemas.SetCoverRequest.shape;
    const { note } = schemas.AddContactRequest.shape;
    const apart: string[] = [];
    for (let code = 0; code <= 0xffff; code += 1) {
      if (code === 0xd800) code = 0xe000;
      const text = `a${String.fromCharCode(code)}b`;
      const isTaken = isVisibleText(text);
      if (reason.safeParse(text).success !== isTaken || note.safeParse(text).success !== isTaken) {
        apart.push(`U+${code.toString(16)}`);
      }
    }
    expect(apart).toEqual([]);
  });
});
