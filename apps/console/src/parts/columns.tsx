/** The columns that several tables have. */
import type { Call } from "@trading-oms/types/operator";
import type { ComponentChildren, VNode } from "preact";
import { formatCount } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { AgedPrice } from "./ages.tsx";
import { type Column, number, text } from "./table.tsx";

/** The link that opens a row, over what is said of it. */
export function Opener(props: {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly children?: ComponentChildren;
}): VNode {
  const { id, href, name, children } = props;
  return (
    <>
      <a data-opens={id} href={href}>
        {name}
      </a>
      {children !== undefined && <small class="quiet">{children}</small>}
    </>
  );
}

type OfAccount = { readonly accountId: string; readonly userId: string };

/** What opens an account. */
export function accountColumn<Row extends OfAccount>(
  hrefOf: (row: Row) => string,
  idOf: (row: Row) => string = ({ accountId }) => accountId,
): Column<Row> {
  const cell = (row: Row): VNode => <Opener id={idOf(row)} href={hrefOf(row)} name={row.accountId} />;
  return text(texts.value.calls.account, cell, "top-left");
}

export function userColumn<Row extends OfAccount>(): Column<Row> {
  return text(texts.value.calls.user, ({ userId }) => userId, "bottom-left");
}

export function symbolColumn<Row extends { readonly symbol: string }>(): Column<Row> {
  return text(texts.value.calls.symbol, ({ symbol }) => <strong>{symbol}</strong>, "bottom-left");
}

export function priceColumn<Row extends Pick<Call, "price" | "priceTime">>(): Column<Row> {
  return number(texts.value.calls.price, (row) => <AgedPrice price={row.price} atMs={row.priceTime} />);
}

export function outstandingColumn<Row extends { readonly outstanding: number }>(): Column<Row> {
  const cell = ({ outstanding }: Row): VNode => <strong>{formatCount(outstanding)}</strong>;
  return number(texts.value.calls.outstanding, cell, "top-right");
}
