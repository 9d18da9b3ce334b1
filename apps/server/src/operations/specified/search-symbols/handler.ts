import type { routes } from "@trading-oms/contract";
import { matchesTag } from "../../../http/middleware.ts";
import type { Operation } from "../../../http/operation.ts";
import type { ClockServices, FeedHealth, MarketServices, SiteServices } from "../../../services.ts";
import { cacheEntries } from "./entries.ts";

/** Any cache may store the answer, which is the same for all callers, but must revalidate it by its tag each time. */
const cacheControl = "public, no-cache";

/** Searches instruments by symbol, ticker code or name. Entries are cached as JSON and only joined here. */
export function searchSymbols(
  services: MarketServices & ClockServices & SiteServices,
): Operation<typeof routes.searchSymbols> {
  const { board, feedHealth, instanceId, now, monotonicMs, writeList } = services;
  const writeEntry = cacheEntries();
  return {
    usesProblemDetails: true,
    handler: async (c) => {
      const { search } = c.req.valid("param");
      const { algoID, positionID } = c.req.valid("query");
      await board.whenReady?.(search);
      const beganMs = monotonicMs();
      const { found, quotedAtMs } = board.search(search);
      const { etag, bytes } = writeList(search, found.map(writeEntry));
      const kept = { "Cache-Control": cacheControl, ETag: etag };
      if (matchesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, kept);
      const head = {
        isSuccess: true,
        returnCode: 0,
        serviceInstance: [{ serviceType: "oms", instanceID: instanceId, lastUnixTime: now() }],
        requestID: c.get("requestId"),
        algoID,
        positionID,
        requestType: "GetSymbolSearch",
        detail: feedHealth && describeFeed(feedHealth(), now()),
        dataType: "SymbolSearch",
        executionTime: elapsedBetween(beganMs, monotonicMs()),
        lastTime: quotedAtMs,
      };
      const headers = { "Content-Type": "application/json; charset=utf-8", ...kept };
      return c.body(joinHead(head, bytes), 200, headers);
    },
  };
}

/** A remark on the origin and age of quotes, if there is anything to remark. */
export function describeFeed({ silentSinceMs, isSimulated }: FeedHealth, nowMs: number): string | undefined {
  const remarks: string[] = [];
  if (isSimulated) remarks.push("Prices are simulated.");
  if (silentSinceMs !== undefined) {
    const silentS = Math.floor((nowMs - silentSinceMs) / 1_000);
    remarks.push(`No feed heard for ${silentS} s: last known state.`);
  }
  return remarks.length === 0 ? undefined : remarks.join(" ");
}

/**
 * The elapsed milliseconds, to the microsecond; undefined where the clock did not advance, because the clock
 * of a Worker stands still while it computes.
 */
export function elapsedBetween(beganMs: number, endedMs: number): number | undefined {
  const elapsedMs = endedMs - beganMs;
  return elapsedMs > 0 ? Math.max(1, Math.round(elapsedMs * 1_000)) / 1_000 : undefined;
}

const encoder = new TextEncoder();

function joinHead(head: object, list: Uint8Array): Uint8Array<ArrayBuffer> {
  const begin = encoder.encode(`${JSON.stringify(head).slice(0, -1)},"data":`);
  const whole = new Uint8Array(begin.length + list.length);
  whole.set(begin);
  whole.set(list, begin.length);
  return whole;
}
