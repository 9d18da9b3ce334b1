/** An account: its figures, and its positions by their distance to the call. */
import { useQuery } from "@tanstack/react-query";
import type { Position } from "@trading-oms/types/companion";
import type { ReactNode } from "react";
import { Figures } from "../parts/figures.tsx";
import { linkTo } from "../parts/routes.ts";
import { Pending, Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { formatChange, formatCount, formatPrice } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";
import { PositionState, RatioBar } from "./distance.tsx";

type Props = { readonly accountId: string };

export function Account({ accountId }: Props): ReactNode {
  const { queries } = useSession();
  const { accounts: texts } = useTexts();
  const query = useQuery(queries.getAccount(accountId));
  const { data: account } = query;
  return (
    <Screen title={accountId} back={linkTo("accounts")}>
      <Pending query={query} />
      {account && (
        <>
          <Figures
            figures={[
              [`${texts.equity}, ₫`, formatCount(account.totalEquity)],
              [`${texts.margin}, ₫`, formatCount(account.maintenanceMargin)],
              [`${texts.power}, ₫`, formatCount(account.tradingPower)],
              [`${texts.missing}, ₫`, formatCount(account.outstanding), account.outstanding ? "called" : ""],
            ]}
          />
          <h2>{texts.positions}</h2>
          {account.positions.length === 0 && <p className="empty">{texts.noPositions}</p>}
          <ul className="rows">
            {account.positions.map((position) => (
              <PositionRow key={position.symbol} accountId={accountId} position={position} />
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}

function PositionRow({ accountId, position }: Props & { readonly position: Position }): ReactNode {
  const { symbol, quantity, price, isStale, unrealizedResult } = position;
  return (
    <li>
      <a href={linkTo("accounts", accountId, symbol)}>
        <span>
          <b>{symbol}</b> <span className="quiet">× {formatCount(quantity)}</span>
        </span>
        <span className={isStale ? "quiet" : ""}>{formatPrice(price, symbol)}</span>
        <RatioBar position={position} />
        <small className={unrealizedResult < 0 ? "below" : "above"}>{formatChange(unrealizedResult)} ₫</small>
        <small className="wide">
          <PositionState position={position} />
        </small>
      </a>
    </li>
  );
}
