/** How near a position is to its margin call: in words, and as a bar of its ratio between the rates. */
import type { Position } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { formatCount, formatPercent, formatPrice, formatRate, formatRatio } from "../text/format.ts";
import { fill, type Texts, useTexts } from "../text/language.tsx";

type Props = { readonly position: Position };

export function PositionState({ position }: Props): ReactNode {
  const tone = ["healthy", "recovered"].includes(position.state) ? "quiet" : position.state;
  return <span className={tone}>{describeState(position, useTexts().accounts)}</span>;
}

type Described = Pick<Position, "state" | "outstanding" | "callPrice" | "price" | "symbol">;

/** What is missing once a position is called; before, how far its price may move until the call. */
export function describeState(position: Described, texts: Texts["accounts"]): string {
  const { state, outstanding, callPrice, price, symbol } = position;
  if (state === "closing") return texts.states.closing;
  if (state !== "healthy") return fill(texts.states[state], { amount: formatCount(outstanding) });
  if (callPrice === null) return texts.noCall;
  const distance = formatPercent(Math.abs(callPrice - price) / price);
  return fill(texts.callAt, { price: formatPrice(callPrice, symbol), distance });
}

/** Red up to the force close rate, a tick at the call rate, a dot at the ratio. */
export function RatioBar({ position }: Props): ReactNode {
  const { dealRatio, marginCallRate, forceCloseRate } = position;
  const { forceClose, call, deal } = placesOnBar(position);
  const label = fill(useTexts().position.bar, {
    ratio: formatRatio(dealRatio),
    call: formatRate(marginCallRate),
    close: formatRate(forceCloseRate),
  });
  return (
    <span className={`ratio ${position.state}`} role="img" aria-label={label}>
      <span className="closed" style={{ width: `${forceClose}%` }} />
      <span className="tick" style={{ left: `${call}%` }} />
      <span className="dot" style={{ left: `${deal}%` }} />
    </span>
  );
}

type Rates = Pick<Position, "dealRatio" | "marginRatio" | "marginCallRate" | "forceCloseRate">;

/** The places on a bar from 0.8 of the force close rate to the margin ratio, in percent of its width. */
export function placesOnBar({ dealRatio, marginRatio, marginCallRate, forceCloseRate }: Rates) {
  const start = 0.8 * (forceCloseRate || marginCallRate);
  const span = Math.max(marginRatio - start, 0.01);
  const placeOf = (ratio: number): number => 100 * Math.min(1, Math.max(0, (ratio - start) / span));
  return { forceClose: placeOf(forceCloseRate), call: placeOf(marginCallRate), deal: placeOf(dealRatio) };
}
