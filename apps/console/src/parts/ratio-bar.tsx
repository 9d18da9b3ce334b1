/** The deal ratio between its rates: red up to the force close rate, a tick at the call rate, a dot at the ratio. */
import type { VNode } from "preact";
import { formatRate, formatRatio } from "../text/format.ts";
import { texts } from "../text/text.ts";

type Rates = {
  readonly dealRatio: number;
  readonly marginRatio: number;
  readonly marginCallRate: number;
  readonly forceCloseRate: number;
};

/** A bar from 0.8 of the force close rate to the margin ratio, or of the call rate where nothing is closed by force. */
export function RatioBar({ dealRatio, marginRatio, marginCallRate, forceCloseRate }: Rates): VNode {
  const start = 0.8 * (forceCloseRate || marginCallRate);
  const end = marginRatio > start ? marginRatio : start + 0.01;
  const placeOf = (ratio: number): string =>
    `${100 * Math.min(1, Math.max(0, (ratio - start) / (end - start)))}%`;
  const state = dealRatio < forceCloseRate ? "closing" : dealRatio < marginCallRate ? "called" : "healthy";
  const label = texts.value.common.ratioBar(
    formatRatio(dealRatio),
    formatRate(marginCallRate),
    formatRate(forceCloseRate),
  );
  return (
    <span class={`ratio ${state}`} role="img" aria-label={label} title={label}>
      <span class="closed" style={{ width: placeOf(forceCloseRate) }} />
      <span class="tick" style={{ left: placeOf(marginCallRate) }} />
      <span class="dot" style={{ left: placeOf(dealRatio) }} />
    </span>
  );
}
