import type { z } from "@hono/zod-openapi";
import type { DeskMinute } from "@trading-oms/brokerage";
import type { routes, schemas } from "@trading-oms/contract/operator";
import type { Operation } from "../../../http/operation.ts";
import type { ListServices } from "../../../services.ts";
import { renderDayFigures } from "../../wire/call.ts";
import { unlessTooLarge } from "../../wire/numbers.ts";
import { jsonType, loadedDesk, tagAnswer } from "../desk.ts";

/** Lists the figures of the desk by minutes, from a cursor on. */
export function listDayMinutes(services: ListServices): Operation<typeof routes.listDayMinutes> {
  return async (c) => {
    const { minutes, startedAtMs } = loadedDesk(services);
    const { cursor = 0 } = c.req.valid("query");
    const all = minutes.list();
    const answer = {
      startedAt: startedAtMs,
      minutes: all
        .filter(({ atMs }) => atMs >= cursor)
        .flatMap((minute) => unlessTooLarge(() => renderMinute(minute)) ?? []),
      // The present minute is always there.
      nextCursor: all.at(-1)?.atMs ?? 0,
    };
    const { headers, isKnown } = await tagAnswer(services, c, JSON.stringify(answer));
    return isKnown ? c.body(null, 304, headers) : c.json(answer, 200, { ...jsonType, ...headers });
  };
}

function renderMinute(minute: DeskMinute): z.output<typeof schemas.DeskMinute> {
  return { time: minute.atMs, ...renderDayFigures(minute) };
}
