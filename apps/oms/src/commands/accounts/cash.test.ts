import { expect } from "vitest";
import { plannedAtMs } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";

test("prints a new id for a movement without one", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  expect(await world.oms("cash deposit A-1 50,000,000")).toEqual({
    exitCode: 0,
    stdout: "Moved 50,000,000 VND into A-1, as TX-1.\n",
    stderr: "",
  });
  expect(await world.json("cash withdraw A-1 20_000_000")).toEqual({
    accountId: "A-1",
    userId: "u-1",
    kind: "withdrawal",
    amountVnd: 20_000_000,
    movementId: "TX-2",
    isRepeat: false,
  });
  expect(await world.json("accounts show A-1")).toMatchObject({ equityVnd: 30_000_000 });
});

test("moves cash once under an id, and says so on a repeat", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  await world.oms("cash deposit A-1 1000 --id TX-A");
  const later = { now: () => plannedAtMs + 60_000 };
  expect(await world.oms("cash deposit A-1 1000 --id TX-A", later)).toEqual({
    exitCode: 0,
    stdout: "Nothing was moved now; done already at 2025-06-02T03:00:00Z: 1,000 VND into A-1, as TX-A.\n",
    stderr: "",
  });
  expect(await world.json("cash deposit A-1 1000 --id TX-A")).toMatchObject({
    isRepeat: true,
    firstDoneAtMs: plannedAtMs,
  });
  expect(await world.json("accounts show A-1")).toMatchObject({ equityVnd: 1_000 });
  expect(await world.oms("cash deposit A-1 1001 --id TX-A")).toMatchObject({
    exitCode: 1,
    stderr: "The id TX-A belongs to another movement of this user.\n",
  });
});

test("refuses an id of another movement before it checks the trading power", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  await world.oms("cash deposit A-1 1000 --id TX-A");
  await world.oms("accounts open A-2 --user u-1");
  for (const line of ["deposit A-1 9007199254740991", "withdraw A-1 9000", "withdraw A-2 1000"]) {
    expect(await world.oms(`cash ${line} --id TX-A`)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "The id TX-A belongs to another movement of this user.\n",
    });
  }
});

test.for(["-5", "0", "9007199254740992", "9,007,199,254,740,992"])(
  "refuses and quotes an amount of %s",
  async (amount, { world }) => {
    await world.oms("accounts open A-1 --user u-1");
    for (const verb of ["deposit", "withdraw"]) {
      expect(await world.oms(`cash ${verb} A-1 ${amount}`)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `AMOUNT ${amount} is refused: The amount has to be 1 to 9,007,199,254,740,991 VND.\n`,
      });
    }
  },
);

test("moves the largest possible amount without rounding", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  await world.oms("cash deposit A-1 9007199254740991");
  expect((await world.oms("accounts list --json")).stdout).toContain('"equityVnd": 9007199254740991,');
  expect(await world.oms("cash deposit A-1 1")).toMatchObject({
    exitCode: 1,
    stderr:
      "Nothing was changed: the amounts are too large: the total equity can come to 9,007,199,254,740,992 VND, and at most 9,007,199,254,740,991 VND is counted exactly.\n",
  });
});

test("refuses a withdrawal above the trading power and names the maximum", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  await world.oms("cash deposit A-1 1000");
  expect(await world.oms("cash withdraw A-1 1001")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr:
      "Nothing was changed: 1,001 VND can't leave, because the trading power is 1,000 VND; 1,000 VND can.\n",
  });
});

test("refuses to move cash of an unknown account", async ({ world }) => {
  expect(await world.oms("cash deposit A-1 1000 --json")).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('"code": "no_such_account"'),
  });
});

test("notifies the user of each movement, newest first", async ({ world }) => {
  await world.oms("accounts open A-1 --user u-1");
  for (const amount of [1_000, 2_000, 3_000]) await world.oms(`cash deposit A-1 ${amount}`);
  await world.oms("cash withdraw A-1 500");
  expect(await world.json("notifications list --user u-1 --limit 2 --offset 1")).toMatchObject([
    {
      type: "Deposit",
      accountId: "A-1",
      topic: "accounts/A-1/cash",
      isRead: false,
      data: { amountVnd: 3_000 },
    },
    { type: "Deposit", data: { amountVnd: 2_000, account: { totalEquityVnd: 3_000 } } },
  ]);
  const { stdout } = await world.oms("notifications list --user u-1 --limit 1");
  expect(stdout).toMatch(/2025-06-02T03:00:00Z {2}Withdraw {2}A-1 +500 {2}no\n$/);
  expect((await world.oms("notifications list --user u-2")).stderr).toBe("There are no notifications.\n");
});
