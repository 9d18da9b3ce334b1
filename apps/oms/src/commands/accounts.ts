import { openAccount, type ShownAccount } from "@trading-oms/brokerage";
import type { AccountKey, AccountRecord } from "@trading-oms/brokerage/ports";
import { type Command, unlessRefused } from "../cli/command.ts";
import { gatherParts } from "../cli/database.ts";
import { accountJson, shownAccountJson } from "../cli/json.ts";
import { renderPositions, showAccountOf } from "../cli/positions.ts";
import { type Columns, renderTable, renderTime } from "../cli/text.ts";

const accountsOpen: Command = {
  words: ["accounts", "open"],
  argumentNames: ["ACCOUNT"],
  options: { user: { value: "USER", about: "whose account it is", isNeeded: true } },
  summary: "Opens an account with nothing in it.",
  about: "A user is known from the first account on. An account has one owner and is opened once.",
  example: "oms accounts open 888C000017 --user u-1",
  run: async (given, { open }) => {
    const key = { accountId: given.argument("ACCOUNT"), userId: given.needed("user") };
    const _opened = unlessRefused(await openAccount(await open(), key));
    return { json: key, lines: [`Opened ${key.accountId} for ${key.userId}.`] };
  },
};

const accountsShow: Command = {
  words: ["accounts", "show"],
  argumentNames: ["ACCOUNT"],
  summary: "Shows an account with its figures and positions.",
  about:
    "Positions are marked at the last price, which tells its time, else at the reference price of their instrument, else at what was paid.",
  example: "oms accounts show 888C000017",
  run: async (given, { open }) => {
    const shown = await showAccountOf(await open(), given.argument("ACCOUNT"));
    return { json: shownAccountJson(shown), lines: renderAccount(shown) };
  },
};

function renderAccount({ account, episodes, valued }: ShownAccount): string[] {
  const { totalEquityVnd, maintenanceMarginVnd, tradingPowerVnd } = valued.figures;
  const figures = Object.entries({
    "total equity": totalEquityVnd,
    "maintenance margin": maintenanceMarginVnd,
    "trading power": tradingPowerVnd,
  });
  return [
    `Account ${account.accountId} of ${account.userId}, opened ${renderTime(account.openedAtMs)}`,
    "",
    ...renderTable(figures, { FIGURE: ([name]) => name, "#VND": ([, figureVnd]) => figureVnd }),
    ...(valued.positions.length === 0 ? [] : ["", ...renderPositions(valued.positions, episodes)]),
  ];
}

const accountsList: Command = {
  words: ["accounts", "list"],
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
    return { json: accounts.map(accountJson), lines: renderTable(accounts, columns) };
  },
};

const columns: Columns<AccountRecord> = {
  USER: ({ userId }) => userId,
  ACCOUNT: ({ accountId }) => accountId,
  "#EQUITY VND": ({ equityVnd }) => equityVnd,
  OPENED: ({ openedAtMs }) => renderTime(openedAtMs),
  CHANGED: ({ changedAtMs }) => renderTime(changedAtMs),
};

export const accountsCommands: readonly Command[] = [accountsOpen, accountsShow, accountsList];
