import type { CallPage } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { accepts } from "hono/accepts";
import { languageOf, type Operation } from "../../../http/operation.ts";
import type { ListServices } from "../../../services.ts";
import { renderCall } from "../../wire/call.ts";
import { wireAmount } from "../../wire/numbers.ts";
import { jsonType, loadedDesk, tagAnswer } from "../desk.ts";
import { limitLongReads } from "../long-reads.ts";
import { writeCsv } from "./csv.ts";

/** Lists the open calls, as a page or as a table of all, which ends when its caller has gone. */
export function listCalls(services: ListServices): Operation<typeof routes.listCalls> {
  const runLongRead = limitLongReads(services);
  return async (c) => {
    const state = loadedDesk(services).shared.show(c.get("userId"));
    const { order = "due", limit, offset, ...filter } = c.req.valid("query");
    const supports = ["application/json", "text/csv"];
    const type = accepts(c, { header: "Accept", supports, default: "application/json" });
    const language = languageOf(c.req.header("accept-language"));
    const query = JSON.stringify([filter, order, limit, offset, language]);
    const { headers, isKnown } = await tagAnswer(services, c, state.version, type, query);
    if (isKnown) return c.body(null, 304, headers);
    if (type === "text/csv") {
      const table = await runLongRead(c, async (yieldToEventLoop) => {
        const { calls } = state.listCalls(filter, order, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });
        return writeCsv(calls, language, yieldToEventLoop);
      });
      return c.body(table, 200, {
        ...headers,
        "Content-Type": "text/csv; charset=utf-8",
        Vary: "Authorization, Accept, Accept-Language",
      });
    }
    const page = state.answerOnce(query, () => renderPage(state.listCalls(filter, order, { limit, offset })));
    return c.json(page, 200, { ...jsonType, ...headers });
  };
}

function renderPage({ total, outstandingVnd, neededVnd, counts, calls }: CallPage) {
  return {
    total,
    outstanding: wireAmount(outstandingVnd),
    needed: wireAmount(neededVnd),
    counts,
    calls: calls.map(renderCall),
  };
}
