/** Accounts as the operation finds them. */
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk } from "../../../testing/plan-desk.ts";

test("200: finds accounts by how their name or user begins, with their figures", async () => {
  const { ask } = await planDesk();
  const { body } = await checkAnswer("operator.findAccounts", await ask("accounts?query=888c000017"));
  expect(body).toEqual({
    accounts: [
      {
        accountId: "888C000017",
        userId: "demo",
        totalEquity: 80_000_000,
        maintenanceMargin: 40_500_000,
        tradingPower: 19_500_000,
        outstanding: 1_500_000,
        positionCount: 1,
        openCallCount: 1,
      },
    ],
  });
  const find = async (query: string): Promise<unknown> => {
    const found = await checkAnswer("operator.findAccounts", await ask(`accounts?${query}`));
    return (found.body as unknown as { accounts: { accountId: string }[] }).accounts.map(
      (each) => each.accountId,
    );
  };
  expect(await find("")).toEqual(["888C000017", "888C000452"]);
  expect(await find("query=demo-2")).toEqual(["888C000452"]);
  expect(await find("query=demo&limit=1")).toEqual(["888C000017"]);
  expect(await find("query=C0000")).toEqual([]);
});
