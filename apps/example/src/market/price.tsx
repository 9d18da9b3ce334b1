/** A price in the colour of the board, and its change since the reference price. */
import type { LiveInfo } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { formatChange, formatPercent, formatPrice } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";
import { boardColour, changeOf } from "./board.ts";

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
