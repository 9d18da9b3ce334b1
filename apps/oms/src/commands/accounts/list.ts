import type { AccountKey, AccountRecord } from "@trading-oms/brokerage/ports";
import type { Command } from "../../command.ts";
import { gatherParts } from "../../gather-parts.ts";
import { accountJson } from "../../output/record-json.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";

/** Lists accounts. */
export const accountsList: Command = {
  words: ["accounts", "list"],
  argumentNames: [],
  options: { user: { value: "USER", about: "the accounts of this user alone", otherwise: "of all" } },
  summary: "Lists accounts with their equity, by user and account.",
  about:
    "Equity is deposits less withdrawals, plus realised results. For the other figures, show the account.",
  example: "oms accounts list --user u-1",
  run: async (given, { open, say }) => {
    const { store } = await open();
    const userId = given.option("user");
    const accounts = await gatherParts(
      (after: AccountKey | undefined, limit) => store.listAccounts({ userId, after, limit }),
      (account) => account,
    );
    if (accounts.length === 0) say("There are no accounts.");
    return { kind: "done", json: accounts.map(accountJson), lines: renderAccounts(accounts) };
  },
};

function renderAccounts(accounts: readonly AccountRecord[]): string[] {
  return renderTable(
    [
      { title: "USER" },
      { title: "ACCOUNT" },
      { title: "EQUITY VND", isNumber: true },
      { title: "OPENED" },
      { title: "CHANGED" },
    ],
    accounts.map(({ userId, accountId, equityVnd, openedAtMs, changedAtMs }) => [
      userId,
      accountId,
      renderNumber(equityVnd),
      renderTime(openedAtMs),
      renderTime(changedAtMs),
    ]),
  );
}
