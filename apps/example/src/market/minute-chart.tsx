/** The closing prices of the last minutes as a line, and the reference price across it. */
import { useQuery } from "@tanstack/react-query";
import type { LiveInfo } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { useSession } from "../service/session.tsx";
import { formatClock, formatPrice } from "../text/format.ts";
import { fill, useTexts } from "../text/language.tsx";
import { boardColour } from "./price.tsx";

const [width, height] = [360, 96];
const refetchMs = 15_000;

type Props = { readonly symbol: string; readonly info: LiveInfo };

/** The last price of `info` ends the line, so that it follows the stream. */
export function MinuteChart({ symbol, info }: Props): ReactNode {
  const { queries } = useSession();
  const { market: texts } = useTexts();
  const { data } = useQuery({ ...queries.listPrices(symbol), refetchInterval: refetchMs });
  const minutes = data?.prices ?? [];
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last) return <div className="chart" />;
  const prices = [first.open, ...minutes.map(({ close }) => close), info.lsPrc ?? last.close];
  const { points, yOf } = drawLine(prices);
  const [from, to] = [formatClock(first.time), formatClock(last.time)];
  const ends = { from, to, first: formatPrice(first.open, symbol), last: formatPrice(last.close, symbol) };
  return (
    <figure className={`chart ${boardColour(info.lsPrc, info)}`}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
        <title>{fill(texts.chart, ends)}</title>
        {info.nomiPrc !== undefined && <path className="reference" d={`M0 ${yOf(info.nomiPrc)}H${width}`} />}
        <polyline points={points} />
      </svg>
      <figcaption className="quiet">
        <span>{from}</span>
        <span>{texts.minutes}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}

/** Fits at least two prices into the frame. `yOf` gives the height of any price, also one outside. */
export function drawLine(prices: readonly number[]) {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const yOf = (price: number): number => Math.round(8 + ((high - price) / (high - low || 1)) * (height - 16));
  const step = width / (prices.length - 1);
  return { points: prices.map((price, index) => `${Math.round(index * step)},${yOf(price)}`).join(" "), yOf };
}
