/** The start of a server whose store cannot be reached or read yet: it answers probes, and keeps trying. */
import { once } from "node:events";
import { StoreFault } from "@trading-oms/store";
import { Registry } from "prom-client";
import { fail } from "../../http/failures.ts";
import { serveHealth } from "../../http/health.ts";
import { openApp, openFailingApp } from "../../http/middleware.ts";
import type { ContextServices } from "../../http/request-context.ts";
import type { Log, LogEntry } from "../../log-and-trace.ts";
import type { Readiness } from "../../services.ts";
import { endsInTime, wait } from "./background.ts";
import { listen } from "./listen/listen.ts";
import { prepareShedding } from "./listen/shed.ts";

/** A listener that is closed when the store was reached. */
type Waiting = { readonly close: () => Promise<void> };

/** What may pass: a store that cannot be reached, or a table of it that is held by another. */
const passing: ReadonlySet<string> = new Set(["unreachable", "busy"]);

/**
 * Opens the store as soon as it can be reached, and listens until then if that takes longer than a moment. Any other fault ends the
 * start. Call `endWaiting` before the address is needed.
 */
export async function awaitStore<Opened>(
  open: () => Promise<Opened>,
  { log, listenMeanwhile }: { readonly log: Log; readonly listenMeanwhile: () => Promise<Waiting> },
  againMs = 1_000,
): Promise<{ readonly opened: Opened; readonly endWaiting: () => Promise<void> }> {
  let waiting: Waiting | undefined;
  const endWaiting = async (): Promise<void> => waiting?.close();
  const listenOnce = async (entry: LogEntry): Promise<void> => {
    if (waiting !== undefined) return;
    waiting = await listenMeanwhile();
    log(entry);
  };
  for (;;) {
    try {
      const opening = open();
      if (
        !(await endsInTime(
          opening.catch(() => {}),
          againMs,
        ))
      )
        await listenOnce({ level: "info", event: "store not open yet, answering probes" });
      return { opened: await opening, endWaiting };
    } catch (thrown) {
      if (!(thrown instanceof StoreFault) || !passing.has(thrown.code)) {
        await endWaiting();
        throw thrown;
      }
      const event = "store unreachable at start, retrying";
      await listenOnce({ level: "error", event, notes: { why: thrown.message } });
    }
    await wait(againMs);
  }
}

export async function listenWithoutStore(
  { isKnownHost, ...place }: Parameters<typeof listen>[0] & Pick<Parameters<typeof listen>[1], "isKnownHost">,
  services: ContextServices & { readonly checkReadiness: () => Readiness },
): Promise<Waiting> {
  const app = openApp(services);
  serveHealth(app, services);
  app.all("*", (c) => fail(c, { code: "store_unavailable" }));
  const shedding = await prepareShedding(services, new Registry());
  const { server, endConnections } = await listen(place, {
    fetch: app.fetch,
    fail: openFailingApp(services),
    shed: shedding.shed,
    isKnownHost,
  });
  return {
    close: async () => {
      if (!server.listening) return;
      endConnections();
      const closed = once(server, "close");
      server.close();
      // Answers here take milliseconds; a client that sends or reads slowly is cut.
      setTimeout(() => server.closeAllConnections(), 1_000).unref();
      await closed;
      shedding.stop();
    },
  };
}
