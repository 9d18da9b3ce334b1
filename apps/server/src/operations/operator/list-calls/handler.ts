import { type CallPage, listCalls as listOpenCalls } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { accepts } from "hono/accepts";
import type { Operation } from "../../../http/served-contract.ts";
import type { DeskServices, SiteServices, TradingServices } from "../../../services.ts";
import { jsonType, loadedDesk, renderCall, tagAnswer } from "../desk.ts";
import { writeCsv } from "./csv.ts";

/** Lists the open calls, as a page or as a table of all. */
export function listCalls(
  services: DeskServices & TradingServices & SiteServices,
): Operation<typeof routes.listCalls> {
  return async (c) => {
    const { projection } = loadedDesk(services);
    const { order = "due", limit, offset, ...filter } = c.req.valid("query");
    const supports = ["application/json", "text/csv"];
    const type = accepts(c, { header: "Accept", supports, default: "application/json" });
    const query = JSON.stringify([filter, order, limit, offset]);
    const { headers, isKnown } = await tagAnswer(services, c, projection.version(), type, query);
    if (isKnown) return c.body(null, 304, headers);
    if (type === "text/csv") {
      const all = listOpenCalls(projection, filter, order, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
      return c.body(writeCsv(all.calls.map(renderCall)), 200, {
        ...headers,
        "Content-Type": "text/csv; charset=utf-8",
      });
    }
    return c.json(renderPage(listOpenCalls(projection, filter, order, { limit, offset })), 200, {
      ...jsonType,
      ...headers,
    });
  };
}

function renderPage({ total, outstandingVnd, neededVnd, counts, calls }: CallPage) {
  return {
    total,
    outstanding: Number(outstandingVnd),
    needed: Number(neededVnd),
    counts,
    calls: calls.map(renderCall),
  };
}
