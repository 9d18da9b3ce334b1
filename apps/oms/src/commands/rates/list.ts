import type { RatesRecord } from "@trading-oms/brokerage/ports";
import type { Command } from "../../command.ts";
import { gatherParts } from "../../gather-parts.ts";
import { ratesJson } from "../../output/record-json.ts";
import { renderRatio } from "../../output/render-ratio.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";

/** Lists the rates that were set. */
export const ratesList: Command = {
  words: ["rates", "list"],
  argumentNames: [],
  options: {},
  summary: "Lists all rates that were set.",
  about: "Where nothing was set an instrument is fully paid, and never called.",
  example: "oms rates list --json",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const rates = await gatherParts(
      (after: Pick<RatesRecord, "level" | "name"> | undefined, limit) => store.listRates({ after, limit }),
      (each) => each,
    );
    if (rates.length === 0) say("There are no rates.");
    return { kind: "done", json: rates.map(ratesJson), lines: renderRates(rates) };
  },
};

function renderRates(rates: readonly RatesRecord[]): string[] {
  return renderTable(
    [
      { title: "LEVEL" },
      { title: "NAME" },
      { title: "MARGIN", isNumber: true },
      { title: "CALL", isNumber: true },
      { title: "FORCE CLOSE", isNumber: true },
      { title: "CHANGED" },
    ],
    rates.map((each) => [
      each.level,
      each.name,
      renderRatio(each.marginRatio),
      renderRatio(each.marginCallRate),
      renderRatio(each.forceCloseRate),
      renderTime(each.changedAtMs),
    ]),
  );
}
