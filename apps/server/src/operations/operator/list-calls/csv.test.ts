import { expect, test } from "vitest";
import { planDesk } from "../../../testing/plan-desk.ts";
import { writeCallLine } from "./csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["a;=1+1", '"a;\'=1+1"'],
  ["a\t@b", '"a\t\'@b"'],
  [";-1", '";\'-1"'],
  ["a=1;b", '"a=1;b"'],
])(
  "a spreadsheet that parts cells at commas, semicolons or tabs takes %s for no formula",
  async (userId, cell) => {
    const { ask } = await planDesk();
    const { calls } = (await (await ask("calls")).json()) as { calls: Parameters<typeof writeCallLine>[0][] };
    expect(calls.map((call) => writeCallLine({ ...call, userId })).join("")).toContain(`,${cell},FPT,`);
  },
);

test("a stored time that no date can have does not break the table", async () => {
  const { ask } = await planDesk({}, { hasContact: true });
  const { calls } = (await (await ask("calls")).json()) as { calls: Parameters<typeof writeCallLine>[0][] };
  const odd = calls.map(({ lastContact, ...call }) => ({
    ...call,
    lastContact: lastContact && { ...lastContact, promisedUntil: Number.MAX_SAFE_INTEGER },
  }));
  expect(odd.map(writeCallLine).join("")).toMatch(/,2000000,9007199254740991,Pays in tomorrow\r\n$/);
});
