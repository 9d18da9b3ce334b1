/** A position, how far it is from its call, and how it is covered. */
import { useQuery } from "@tanstack/react-query";
import type { Position as HeldPosition } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { Figures } from "../parts/figures.tsx";
import { linkTo } from "../parts/routes.ts";
import { Pending, Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { formatChange, formatCount, formatPrice, formatRate, formatRatio } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";
import { CoverForm } from "./cover-form.tsx";
import { PositionState, RatioBar } from "./distance.tsx";

type Props = { readonly accountId: string; readonly symbol: string };

export function Position({ accountId, symbol }: Props): ReactNode {
  const { queries } = useSession();
  const { position: texts } = useTexts();
  const query = useQuery(queries.getAccount(accountId));
  const position = query.data?.positions.find((each) => each.symbol === symbol);
  return (
    <Screen title={symbol} subtitle={accountId} back={linkTo("accounts", accountId)}>
      <Pending query={query} />
      {query.data && position === undefined && <p className="empty">{texts.gone}</p>}
      {position && (
        <>
          <p className="state">
            <PositionState position={position} />
          </p>
          <RatioBar position={position} />
          {position.state !== "closing" && <CoverForm accountId={accountId} position={position} />}
          <PositionFigures position={position} />
        </>
      )}
    </Screen>
  );
}

function PositionFigures({ position }: { readonly position: HeldPosition }): ReactNode {
  const { position: texts } = useTexts();
  const { isStale, priceTime, unrealizedResult } = position;
  const priceName = isStale ? texts.stale : priceTime === null ? texts.referencePrice : texts.price;
  const write = (price: number | null): string =>
    price === null ? "–" : formatPrice(price, position.symbol);
  return (
    <Figures
      figures={[
        [texts.quantity, formatCount(position.quantity)],
        [texts.average, write(position.averagePrice)],
        [priceName, write(position.price), isStale ? "quiet" : ""],
        [`${texts.value}, ₫`, formatCount(position.marketValue)],
        [`${texts.result}, ₫`, formatChange(unrealizedResult), unrealizedResult < 0 ? "below" : "above"],
        [texts.ratio, formatRatio(position.dealRatio), position.state],
        [texts.rates, `${formatRate(position.marginCallRate)} · ${formatRate(position.forceCloseRate)}`],
        [texts.callPrice, write(position.callPrice)],
        [texts.closePrice, write(position.forceClosePrice)],
        [`${texts.covered}, ₫`, formatCount(position.covered)],
      ]}
    />
  );
}
