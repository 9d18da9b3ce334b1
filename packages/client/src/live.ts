/**
 * The live stream for a `for await` loop: quotes, accounts, the market and notifications, across broken connections.
 *
 * @example
 * ```ts
 * import { live } from "@trading-oms/client/live";
 *
 * const settings = { baseUrl: "http://127.0.0.1:8787", token: "test-token" };
 * for await (const { event, data } of live(settings, { symbols: ["FPT"] })) {
 *   if (event === "quote") console.log(data.symbol, data.info?.lsPrc);
 * }
 * ```
 *
 * @packageDocumentation
 */
import type { paths } from "@trading-oms/types/companion";
import { ApiError } from "./api-error.ts";
import { type ClientSource, settingsOf } from "./make-client.ts";
import { type End, type LiveEvent, noBodies, readConnection } from "./read-connection.ts";
import type { ResolvedSettings } from "./settings.ts";

export type { ClientSource } from "./make-client.ts";
export type { LiveEvent } from "./read-connection.ts";

/** What to follow. With a token, the user's notifications come as well. */
export type LiveOptions = {
  /** The symbols or aliases to follow, at most 200. */
  readonly symbols?: readonly string[] | undefined;
  /** The accounts to follow, at most 20. Needs a token. */
  readonly accounts?: readonly string[] | undefined;
  /** What a `quote` has: only the price, all of `info`, or also the order book. Default: `quote`. */
  readonly fields?: LiveQuery["fields"];
  /** The id of the last notification that was seen, or 0 for all from the first. Default: only new ones. */
  readonly after?: number | undefined;
  /** Ends the loop without an error when it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

type LiveQuery = NonNullable<paths["/companion/v0/live"]["get"]["parameters"]["query"]>;

/** The longest wait that the timers of all runtimes support. */
const timerMsMax = 2 ** 31 - 1;

/**
 * Follows the live stream of the service of settings, or of a client, whose settings and token it shares. The loop ends by
 * `break` or by `signal`, and either closes the connection. Connections that fail are replaced; each notification comes
 * once and in order. Nothing is read ahead of the loop.
 *
 * @throws `ApiError`, within the loop, if the service rejects the request (400, 401, 403, 404, 501), the token
 * function fails, an event is malformed, or `fetch` gives no bodies, as that of React Native. TypeError at once if `baseUrl` is not acceptable.
 *
 * @example
 * ```ts
 * import { createClient } from "@trading-oms/client";
 * import { live } from "@trading-oms/client/live";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: () => "test-token" });
 * for await (const event of live(client, { accounts: ["888C000017"], after: 0 })) {
 *   if (event.event === "notification") console.log(event.id, event.data.type);
 * }
 * ```
 */
export function live(source: ClientSource, options: LiveOptions): AsyncGenerator<LiveEvent, void, undefined> {
  return follow(settingsOf(source), options);
}

/** Opens connection after connection. The headers keep the place in the notifications. */
async function* follow(
  settings: ResolvedSettings,
  { signal = new AbortController().signal, ...query }: LiveOptions,
): AsyncGenerator<LiveEvent, void, undefined> {
  const url = makeUrl(settings.baseUrl, query);
  const headers = new Headers({ Accept: "text/event-stream" });
  let failures = 0;
  let hasBegun = false;
  let mustRefresh = false;
  while (!signal.aborted) {
    // Kept for the next request only if that has to refresh it.
    if (!mustRefresh) headers.delete("Authorization");
    // Each connection has a signal of its own, because `signal` may live as long as the app.
    const leaving = new AbortController();
    const leave = (): void => leaving.abort();
    signal.addEventListener("abort", leave);
    let end: End;
    try {
      const request = new Request(url, { headers, signal: leaving.signal });
      end = yield* readConnection(request, settings, headers, mustRefresh);
    } finally {
      signal.removeEventListener("abort", leave);
    }
    hasBegun ||= !end.failure;
    if (end.failure?.kind === "timeout" && !hasBegun && !("body" in Response.prototype)) {
      throw new ApiError({ ...end.failure, message: `${end.failure.message} ${noBodies}` });
    }
    if (end.hasStood) failures = 0;
    mustRefresh = end.bye === "token" && typeof settings.token === "function";
    // Full jitter: readers that failed at the same time come back at different times. The service draws that of a bye itself.
    const isAnnounced = end.bye !== undefined && failures === 0;
    const backoffMs = isAnnounced ? 0 : settings.random() * Math.min(settings.waitMsMax, 500 * 2 ** failures);
    failures += 1;
    await settings.wait(Math.min(end.pauseMs + backoffMs, timerMsMax), signal).catch(() => {});
  }
}

/** The address of the stream. Lists are separated by commas; an empty one is left out. */
function makeUrl(baseUrl: string, { symbols, accounts, fields, after }: LiveOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ symbols, accounts, fields, after })) {
    const text = String(value ?? "");
    if (text) query.append(name, text);
  }
  return `${baseUrl.replace(/\/$/, "")}/companion/v0/live?${query}`;
}
