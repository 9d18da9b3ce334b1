/** What the lists of the desk share: the projection once it is there, tags of pages, and figures on the wire. */

import type { z } from "@hono/zod-openapi";
import type { OpenCall, ValuedPosition } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/operator";
import { productGroupOf } from "@trading-oms/market";
import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import { matchesTag } from "../../http/middleware.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { CallDesk, DeskServices, SiteServices, TradingServices } from "../../services.ts";
import { fractionOf, renderTriggerPrice } from "../companion/account.ts";
import { renderContact } from "./add-contact/handler.ts";

/** The projection, which a starting server does not have yet, and one without its store has no longer. */
export function loadedDesk({ callDesk }: DeskServices): CallDesk {
  if (callDesk?.isCurrent() !== true) throw new Refusal({ code: "not-ready" });
  return callDesk;
}

/** The headers of an answer with its tag, besides those of a body, and whether the caller has that answer already. */
export type TaggedAnswer = { readonly headers: Record<string, string>; readonly isKnown: boolean };

/**
 * Tags an answer by what it is made from: for a list the version of the projection, the query and the form. Servers count versions each
 * for itself, so the instance is part of the tag.
 */
export async function tagAnswer(
  { hash, instanceId }: Pick<TradingServices, "hash"> & Pick<SiteServices, "instanceId">,
  c: Context<AppEnv>,
  ...madeFrom: readonly string[]
): Promise<TaggedAnswer> {
  const digest = await hash(JSON.stringify([instanceId, ...madeFrom]));
  const etag = `"${digest.slice(0, 32)}"`;
  return {
    headers: { "Cache-Control": "private, no-store", Vary: "Authorization, Accept", ETag: etag },
    isKnown: matchesTag(c.req.header("if-none-match"), etag),
  };
}

/** The type of a body. */
export const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;

/** A call as lists have it. */
export function renderCall(call: OpenCall): z.output<typeof schemas.Call> {
  const { accountId, userId, valued, state, openedAtMs, dueAtMs, due, outstandingVnd, lastContact } = call;
  const { position, instrument, rates, figures } = valued;
  return {
    accountId,
    userId,
    symbol: position.symbol,
    group: productGroupOf(instrument.exchange),
    quantity: Number(position.quantity),
    state,
    openedAt: openedAtMs,
    dueAt: dueAtMs ?? null,
    due,
    dealRatio: fractionOf(figures.dealRatio),
    marginRatio: fractionOf(rates.marginRatio),
    marginCallRate: fractionOf(rates.marginCallRate),
    forceCloseRate: fractionOf(rates.forceCloseRate),
    covered: Number(position.coveredVnd),
    needed: Number(figures.neededVnd),
    outstanding: Number(outstandingVnd),
    ...renderPriced(valued),
    lastContact: lastContact === undefined ? null : renderContact(lastContact),
  };
}

/** The price of a listed position. */
export function renderPriced({ mark }: Pick<ValuedPosition, "mark">): {
  readonly price: number;
  readonly priceTime: number | null;
} {
  return { price: renderTriggerPrice(mark.price) ?? 0, priceTime: mark.atMs ?? null };
}
