/** A price in the colour of the board, and its change since the reference price. */
import type { LiveInfo } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { formatChange, formatPercent, formatPrice } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";

type Props = {
  readonly symbol: string;
  readonly info: LiveInfo;
  /** The price to show, the last one by default. */
  readonly price?: number | undefined;
};

export function Price({ symbol, info, price = info.lsPrc }: Props): ReactNode {
  if (price === undefined) return <span className="quiet">–</span>;
  // With each price another element begins, and with it the flash.
  return (
    <span key={price} className={`price ${boardColour(price, info)}`}>
      {formatPrice(price, symbol)}
    </span>
  );
}

/** The change in both ways; ceiling and floor also by their names, for those who do not see the colours. */
export function Change({ info }: { readonly info: LiveInfo }): ReactNode {
  const { market: texts } = useTexts();
  const change = changeOf(info.lsPrc, info.nomiPrc);
  if (change === undefined) return null;
  const colour = boardColour(info.lsPrc, info);
  return (
    <span className={colour}>
      {(colour === "ceiling" || colour === "floor") && `${texts[colour]} `}
      {formatChange(change.change)} ({formatPercent(change.fraction)})
    </span>
  );
}

/** The colours of every Vietnamese board: violet, cyan, yellow, green and red; none where nothing was traded. */
export type BoardColour = "ceiling" | "floor" | "reference" | "above" | "below" | "none";

type Limits = Pick<LiveInfo, "nomiPrc" | "ceilPrc" | "floorPrc">;

export function boardColour(price: number | undefined, { nomiPrc, ceilPrc, floorPrc }: Limits): BoardColour {
  if (price === undefined || nomiPrc === undefined) return "none";
  if (ceilPrc !== undefined && price >= ceilPrc) return "ceiling";
  if (floorPrc !== undefined && price <= floorPrc) return "floor";
  if (price === nomiPrc) return "reference";
  return price > nomiPrc ? "above" : "below";
}

/** How far a price is from the reference price, also as a fraction of it. */
export function changeOf(price: number | undefined, reference: number | undefined) {
  if (price === undefined || !reference) return undefined;
  // Index points have decimals, which a difference of floats would spoil.
  const change = Math.round((price - reference) * 1_000) / 1_000;
  return { change, fraction: change / reference };
}
