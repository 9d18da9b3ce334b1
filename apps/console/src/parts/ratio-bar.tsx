/** The deal ratio between its rates: red up to the force close rate, a tick at the call rate, a dot at the ratio; where a recovered call ends, a second tick. */
import type { VNode } from "preact";
import { formatRate, formatRatio } from "../text/format.ts";
import { texts } from "../text/text.ts";

type Rates = {
  /** Of the position or its call. */
  readonly state: string;
  readonly dealRatio: number;
  readonly marginRatio: number;
  readonly marginCallRate: number;
  readonly forceCloseRate: number;
};

/** A bar from 0.8 of the force close rate to the margin ratio, or of the call rate where nothing is closed by force. */
export function RatioBar(props: Rates): VNode {
  const { state, dealRatio, marginRatio, marginCallRate, forceCloseRate } = props;
  const hasRecovered = state === "recovered";
  const endRate = Math.min(1, 1.1 * marginCallRate);
  const start = 0.8 * (forceCloseRate || marginCallRate);
  const end = Math.max(marginRatio, hasRecovered ? endRate : 0, start + 0.01);
  const placeOf = (ratio: number): string =>
    `${100 * Math.min(1, Math.max(0, (ratio - start) / (end - start)))}%`;
  const tone = dealRatio < forceCloseRate ? "closing" : dealRatio < marginCallRate ? "called" : "healthy";
  const label = texts.value.common.ratioBar({
    ratio: formatRatio(dealRatio),
    call: formatRate(marginCallRate),
    close: formatRate(forceCloseRate),
    end: hasRecovered ? formatRate(endRate) : undefined,
  });
  return (
    <span class={`ratio ${hasRecovered ? state : tone}`} role="img" aria-label={label} title={label}>
      <span class="closed" style={{ width: placeOf(forceCloseRate) }} />
      <span class="tick" style={{ left: placeOf(marginCallRate) }} />
      {hasRecovered && <span class="tick end" style={{ left: placeOf(endRate) }} />}
      <span class="dot" style={{ left: placeOf(dealRatio) }} />
    </span>
  );
}
