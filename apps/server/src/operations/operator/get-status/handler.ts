import type { z } from "@hono/zod-openapi";
import { includesRole } from "@trading-oms/access";
import { type DeskFigures, readWatchers } from "@trading-oms/brokerage";
import { documentHead } from "@trading-oms/contract";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { renderTimeOfDay } from "@trading-oms/market";
import type { Operation } from "../../../http/operation.ts";
import type { ClockServices, ListServices, MarketServices } from "../../../services.ts";
import { renderDayFigures } from "../../wire/call.ts";
import { renderMarket } from "../../wire/market.ts";
import { wireAmount } from "../../wire/numbers.ts";
import { jsonType, loadedDesk, tagAnswer } from "../desk.ts";

type Services = ListServices & MarketServices & ClockServices;

/** Tells who watches, whether prices arrive, what the store is, and the figures of the desk. */
export function getStatus(services: Services): Operation<typeof routes.getStatus> {
  return async (c) => {
    const status = {
      ...(await readStatus(services, c.get("userId"))),
      mayAct: includesRole(c.get("role"), "operator"),
    };
    const { headers, isKnown } = await tagAnswer(services, c, JSON.stringify(status));
    return isKnown ? c.body(null, 304, headers) : c.json(status, 200, { ...jsonType, ...headers });
  };
}

async function readStatus(
  services: Services,
  viewer: string,
): Promise<Omit<z.output<typeof schemas.Status>, "mayAct">> {
  const { projection, shared, startedAtMs, contactUrl, isDemonstration } = loadedDesk(services);
  const { engine, schemaVersion } = await services.store.describe();
  const { watchers, unwatchedShardCount } = await readWatchers(services);
  const { feed, exchanges } = renderMarket(services);
  const { catalog, rates, holidays } = services.book.versions();
  const { openedCount, endedCount } = projection.callChanges;
  return {
    startedAt: startedAtMs,
    version: services.version ?? documentHead.info.version,
    instance: services.instanceId,
    isDemonstration,
    contactUrl: contactUrl ?? null,
    callDueBy: renderTimeOfDay(projection.dueRule.minuteOfDay),
    callDueDays: projection.dueRule.days,
    watchers: watchers.map(({ holder, shardCount }) => ({ name: holder, shards: shardCount })),
    unwatchedShards: unwatchedShardCount,
    feed: { ...feed, silentSince: feed.silentSince ?? null },
    store: {
      engine: engine === "postgresql" ? "postgresql" : "sqlite",
      schemaVersion,
      catalogVersion: catalog,
      ratesVersion: rates,
      holidaysVersion: holidays,
    },
    exchanges,
    counts: { opened: openedCount, ended: endedCount },
    figures: renderDeskFigures(shared.show(viewer).figures),
  };
}

function renderDeskFigures(figures: DeskFigures): z.output<typeof schemas.DeskFigures> {
  return {
    ...renderDayFigures(figures),
    needed: wireAmount(figures.neededVnd),
    positionCount: figures.positionCount,
    accountCount: figures.accountCount,
    oldestPriceTime: figures.oldestPriceMs ?? null,
    newestPriceTime: figures.newestPriceMs ?? null,
  };
}
