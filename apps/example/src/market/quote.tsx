/** A symbol: its price of now, the last minutes, the day, and how much margin it takes. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Figure, Figures } from "../parts/figures.tsx";
import { linkTo } from "../parts/routes.ts";
import { Pending, Screen } from "../parts/screen.tsx";
import { useFollow, useQuote } from "../service/live-updates.ts";
import { useSession } from "../service/session.tsx";
import { formatCount, formatRate } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";
import { useEntry } from "./market.tsx";
import { MinuteChart } from "./minute-chart.tsx";
import { Change, Price } from "./price.tsx";

export function Quote({ symbol }: { readonly symbol: string }): ReactNode {
  const { queries } = useSession();
  const { market: texts } = useTexts();
  const entry = useEntry(symbol);
  const rates = useQuery(queries.getMarginRatio(symbol)).data;
  const live = useQuote(symbol);
  useFollow([symbol]);
  const info = live?.info ?? entry.data?.info ?? {};
  const ofPrice = (name: string, price?: number): Figure => [
    name,
    price === undefined ? "–" : <Price key={name} symbol={symbol} info={info} price={price} />,
  ];
  const ofRate = (name: string, rate = 0): Figure => [name, formatRate(rate)];
  return (
    <Screen title={symbol} subtitle={entry.data?.companyName} back={linkTo("market")}>
      <Pending query={entry} />
      <p className="large">
        <Price symbol={symbol} info={info} /> <Change info={info} />
      </p>
      <MinuteChart symbol={symbol} info={info} />
      <Figures
        inTwoColumns
        figures={[
          ofPrice(texts.ceiling, info.ceilPrc),
          ofPrice(texts.open, info.openPrc),
          ofPrice(texts.reference, info.nomiPrc),
          ofPrice(texts.high, info.highPrc),
          ofPrice(texts.floor, info.floorPrc),
          ofPrice(texts.low, info.lowPrc),
          ofPrice(texts.average, info.vWAP),
          [texts.volume, formatCount(info.totVol ?? 0)],
        ]}
      />
      <h2>{texts.margin}</h2>
      {rates && (
        <Figures
          figures={[
            ofRate(texts.posted, rates.marginRatio),
            ofRate(texts.calledBelow, rates.marginCallRate),
            ofRate(texts.closedBelow, rates.forceCloseRate),
          ]}
        />
      )}
    </Screen>
  );
}
