import { isReservedChain, openAccount, type ShownAccount } from "@trading-oms/brokerage";
import type { AccountKey, AccountRecord } from "@trading-oms/brokerage/ports";
import { type Command, unlessRefused } from "../../cli/command.ts";
import { readAllPages } from "../../cli/database.ts";
import { accountJson, shownAccountJson } from "../../cli/json.ts";
import { renderPositions, showAccountOf } from "../../cli/positions.ts";
import { type Columns, renderTable, renderTime } from "../../cli/text.ts";

const accountsOpen: Command = {
  words: ["accounts", "open"],
  argumentNames: ["ACCOUNT"],
  options: { user: { value: "USER", about: "the owner", isRequired: true } },
  summary: "Opens an empty account.",
  about: "A user exists from the first account on. An account has one owner and is opened once.",
  example: "oms accounts open 888C000017 --user u-1",
  run: async (input, { open }) => {
    const key = { accountId: input.argument("ACCOUNT"), userId: input.required("user") };
    const _opened = unlessRefused(await openAccount(await open(), key));
    return { json: key, lines: [`Opened ${key.accountId} for ${key.userId}.`] };
  },
};

const accountsShow: Command = {
  words: ["accounts", "show"],
  argumentNames: ["ACCOUNT"],
  summary: "Shows an account with its figures and positions.",
  about:
    "Positions are marked at the last price, shown with its time; without one, at the reference price of the instrument; else at the average entry price.",
  example: "oms accounts show 888C000017",
  run: async (input, { open }) => {
    const shown = await showAccountOf(await open(), input.argument("ACCOUNT"));
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
  options: { user: { value: "USER", about: "only the accounts of this user", otherwise: "all" } },
  summary: "Lists accounts with their equity, by user and account.",
  about:
    "Equity is deposits minus withdrawals plus realised results. For the other figures, see oms accounts show.",
  example: "oms accounts list --user u-1",
  run: async (input, { open, say }) => {
    const { store } = await open();
    const userId = input.option("user");
    const listed = await readAllPages(
      (after: AccountKey | undefined, limit) => store.listAccounts({ userId, after, limit }),
      (account) => account,
    );
    const accounts = listed.filter(({ accountId }) => !isReservedChain(accountId));
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
