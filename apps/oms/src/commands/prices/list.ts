import type { MarkRecord } from "@trading-oms/brokerage/ports";
import type { Command } from "../../command.ts";
import { gatherParts } from "../../gather-parts.ts";
import { markJson } from "../../output/record-json.ts";
import { renderGroupedPrice } from "../../output/render-grouped-price.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";

/** Lists last prices. */
export const pricesList: Command = {
  words: ["prices", "list"],
  argumentNames: [],
  options: {},
  summary: "Lists all last prices, by symbol.",
  about:
    "A symbol without one is marked at its reference price, which the catalog tells. BY tells a price that was set by hand from one that came from the feed.",
  example: "oms prices list --json",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const marks = await gatherParts(
      (after: string | undefined, limit) => store.listMarks({ after, limit }),
      ({ symbol }) => symbol,
    );
    if (marks.length === 0) say("There are no prices.");
    return { kind: "done", json: marks.map(markJson), lines: renderMarks(marks) };
  },
};

function renderMarks(marks: readonly MarkRecord[]): string[] {
  return renderTable(
    [{ title: "SYMBOL" }, { title: "PRICE", isNumber: true }, { title: "SINCE" }, { title: "BY" }],
    marks.map((mark) => [
      mark.symbol,
      renderGroupedPrice(mark.price),
      renderTime(mark.atMs),
      sayOrigin(mark),
    ]),
  );
}

function sayOrigin({ isByHand, isPlayed }: MarkRecord): string {
  if (isPlayed === true) return "play";
  return isByHand ? "hand" : "feed";
}
