import type { ValuedPosition } from "@trading-oms/brokerage";
import type { EpisodeRecord } from "@trading-oms/brokerage/ports";
import { renderMarkTime } from "./render-mark-time.ts";
import { renderNumber } from "./render-number.ts";
import { renderRatio } from "./render-ratio.ts";
import { renderTable } from "./render-table.ts";
import { stateOf } from "./state-of.ts";

/** Writes positions with their figures for people. */
export function renderPositions(
  positions: readonly ValuedPosition[],
  episodes: readonly EpisodeRecord[],
): string[] {
  const columns = [
    { title: "SYMBOL" },
    { title: "QUANTITY", isNumber: true },
    { title: "ENTRY VND", isNumber: true },
    { title: "MARKET VND", isNumber: true },
    { title: "RESULT VND", isNumber: true },
    { title: "POSTED VND", isNumber: true },
    { title: "COVERED VND", isNumber: true },
    { title: "RATIO", isNumber: true },
    { title: "CALL", isNumber: true },
    { title: "NEEDED VND", isNumber: true },
    { title: "STATE" },
    { title: "MARKED" },
  ];
  return renderTable(
    columns,
    positions.map((valued) => {
      const { position, rates, mark, figures } = valued;
      return [
        position.symbol,
        renderNumber(position.quantity),
        renderNumber(position.entryVnd),
        renderNumber(figures.marketVnd),
        renderNumber(figures.unrealizedVnd),
        renderNumber(position.postedVnd),
        renderNumber(position.coveredVnd),
        renderRatio(figures.dealRatio),
        renderRatio(rates.marginCallRate),
        renderNumber(figures.neededVnd),
        stateOf(valued, episodes),
        renderMarkTime(mark),
      ];
    }),
  );
}
