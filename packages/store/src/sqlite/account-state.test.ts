import { expect, test } from "vitest";
import { accountState, type StateRow } from "./account-state.ts";

const key = { userId: "u-1", accountId: "A-1" };
const account: StateRow = [0n, 7n, -5n, 1n, 2n, 3n, "ff", 4n, null, null];

function position(symbol: string): StateRow {
  const judged = symbol === "VNM" ? null : "80 90 100 2";
  return [1n, symbol, -10n, 20n, 30n, 40n, 1n, 50n, 60n, judged];
}

test("What is known of an account is put together, positions and episodes by their symbols however they come", () => {
  const episode = (symbol: string): StateRow => [2n, symbol, 2n, 1n, 0n, 3n, 70n, null, null, null];
  const rows = [episode("VNM"), position("VNM"), account, position("FPT"), episode("FPT"), position("HPG")];
  expect(accountState.of(key, rows)).toEqual({
    account: {
      ...key,
      version: 7,
      equityVnd: -5n,
      openedAtMs: 1,
      changedAtMs: 2,
      auditCount: 3,
      auditHash: "ff",
    },
    notificationCount: 4,
    positions: ["FPT", "HPG", "VNM"].map((symbol) => ({
      symbol,
      quantity: -10n,
      entryVnd: 20n,
      postedVnd: 30n,
      coveredVnd: 40n,
      isClosing: true,
      openedAtMs: 50,
      changedAtMs: 60,
      ...(symbol === "VNM"
        ? {}
        : { judged: { price: 80n, atMs: 90, seq: 100, isByHand: false, isPlayed: true } }),
    })),
    episodes: ["FPT", "VNM"].map((symbol) => ({
      symbol,
      number: 2n,
      isOpen: true,
      isForceCloseTold: false,
      reminder: 3n,
      openedAtMs: 70,
    })),
  });
});

test("Without a row of the account there is none", () => {
  expect(accountState.of(key, [])).toBeUndefined();
});

test("A number that can't be counted with stops whoever reads it", () => {
  expect(() => accountState.of(key, [[0n, 2n ** 53n, 0n, 1n, 2n, 3n, "", 4n, null, null]])).toThrow(
    "safe whole number",
  );
});
