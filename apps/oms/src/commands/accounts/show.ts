import type { ShownAccount } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { shownAccountJson } from "../../output/record-json.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderPositions } from "../../output/render-positions.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";
import { showAccountOf } from "../../show-account-of.ts";

/** Shows an account with its figures and positions. */
export const accountsShow: Command = {
  words: ["accounts", "show"],
  argumentNames: ["ACCOUNT"],
  options: {},
  summary: "Shows an account with its figures and positions.",
  about:
    "Positions are marked at the last price, which tells its time, else at the reference price of their instrument, else at what was paid.",
  example: "oms accounts show 888C000017",
  run: async (given, { open }) => {
    const shown = await showAccountOf(await open(), given.argument("ACCOUNT"));
    if (shown.kind === "refused") return shown;
    return { kind: "done", json: shownAccountJson(shown), lines: renderAccount(shown) };
  },
};

function renderAccount({ account, episodes, valued }: ShownAccount): string[] {
  const { totalEquityVnd, maintenanceMarginVnd, tradingPowerVnd } = valued.figures;
  const figures = [
    ["total equity", totalEquityVnd],
    ["maintenance margin", maintenanceMarginVnd],
    ["trading power", tradingPowerVnd],
  ] as const;
  return [
    `Account ${account.accountId} of ${account.userId}, opened ${renderTime(account.openedAtMs)}`,
    "",
    ...renderTable(
      [{ title: "FIGURE" }, { title: "VND", isNumber: true }],
      figures.map(([name, figureVnd]) => [name, renderNumber(figureVnd)]),
    ),
    ...(valued.positions.length === 0 ? [] : ["", ...renderPositions(valued.positions, episodes)]),
  ];
}
