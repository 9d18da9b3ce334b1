import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createVerifier } from "@trading-oms/access";
import { openReferenceBook } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { answerFailure } from "../../answer-failure.ts";
import { createApp } from "../../create-app.ts";
import { createMetrics } from "../../create-metrics.ts";
import { createRateLimiter } from "../../create-rate-limiter.ts";
import type { Log } from "../../log.ts";
import { makeResponder } from "../../make-responder.ts";
import type { ServerServices } from "../../server-services.ts";
import { drain } from "./drain.ts";
import { followBook } from "./follow-book.ts";
import { greet } from "./greet.ts";
import { type Listening, listen } from "./listen.ts";
import { loadDocuments } from "./load-documents.ts";
import { makeIds } from "./make-ids.ts";
import { type OpenedKeys, openKeys } from "./open-keys.ts";
import { type Lines, openLines } from "./open-lines.ts";
import type { Settings } from "./settings.ts";
import { startTracing } from "./start-tracing.ts";
import { watchProcess } from "./watch-process.ts";
import { writeLog } from "./write-log.ts";

/** A server at work; `stop` answers what is under way, and tells whether that was done in time. */
export type Started =
  | { readonly kind: "started"; readonly origin: string; readonly stop: () => Promise<boolean> }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type Parts = {
  readonly settings: Settings;
  readonly keys: Extract<OpenedKeys, { readonly kind: "keys" }>;
  readonly documents: ServerServices["documents"];
  readonly store: ServerServices["store"];
  readonly lines: Lines;
  readonly log: Log;
  readonly flush: () => void;
};

/** Wires everything together and listens; what was opened before something failed is closed again. */
export async function startServer(settings: Settings): Promise<Started> {
  const lines = openLines(process.stdout);
  const { log, flush } = writeLog(settings.logLevel, Date.now, lines.write);
  const keys = await openKeys(settings.keysFrom, log);
  if (keys.kind === "faulty") return keys;
  const documents = await loadDocuments(join(import.meta.dirname, "../../documents"));
  const store = await openStore(settings);
  try {
    return await serve({ settings, keys, documents, store, lines, log, flush });
  } catch (failure) {
    await store.close();
    throw failure;
  }
}

async function serve({ settings, keys, documents, store, lines, log, flush }: Parts): Promise<Started> {
  const book = await openReferenceBook({ store });
  const version = await readVersion();
  const watch = watchProcess(version);
  const tracing = startTracing(settings.tracing, { version, log });
  const verifier = createVerifier({ source: keys.source, ...settings.tokens, now: () => Date.now() });
  let following: ReturnType<typeof followBook> | undefined;
  let isDraining = false;
  const services: ServerServices = {
    store,
    book,
    documents,
    holidays: new Set(),
    verifier,
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    ...makeIds(),
    log,
    metrics: createMetrics(() => [watch, lines, tracing].map((each) => each?.renderMetrics() ?? "").join("")),
    recordSpan: tracing?.record,
    chooseTrace: tracing?.choose,
    userLimiter: limiterOf(settings),
    corsOrigins: settings.corsOrigins,
    judgeReadiness: async () => {
      const checks = {
        store: following?.isFollowing() !== false,
        keys: await verifier.warm(),
        serving: !isDraining,
      };
      return { isReady: Object.values(checks).every(Boolean), checks };
    },
  };
  const listening = await listenFor(services, settings);
  following = followBook(book, log);
  const origin = originOf(listening.address);
  void verifier.warm();
  log({ level: "info", event: "listening", notes: { origin, engine: engineOf(settings) } });
  if (keys.own !== undefined) lines.write(await greet(origin, settings, keys.own));
  const stop = async (): Promise<boolean> => {
    isDraining = true;
    log({ level: "info", event: "stopping" });
    const isInTime = await drain(listening, settings);
    await following?.stop();
    await store.close();
    await tracing?.stop();
    log({ level: "info", event: isInTime ? "stopped" : "stopped with requests under way" });
    flush();
    watch.stop();
    return isInTime;
  };
  return { kind: "started", origin, stop };
}

function listenFor(services: ServerServices, settings: Settings): Promise<Listening> {
  const respond = makeResponder(services);
  const answerMalformed = (request: Request) =>
    respond(request, "other", () => answerFailure({ code: "request-malformed" }));
  return listen(settings, createApp(services).fetch, answerMalformed, services.makeTraceId);
}

/** The version of the package that runs. */
async function readVersion(): Promise<string> {
  return JSON.parse(await readFile(join(import.meta.dirname, "../../../package.json"), "utf8")).version;
}

function engineOf({ databaseUrl }: Settings): string {
  return databaseUrl === undefined ? "sqlite" : "postgresql";
}

function openStore({ databaseUrl, connectionCountMax, dataFolder }: Settings) {
  return databaseUrl === undefined
    ? openSqliteStore({ path: join(dataFolder, "oms.sqlite") })
    : openPostgresqlStore({ url: databaseUrl, connectionCountMax });
}

function limiterOf({ userRequestsMax }: Settings) {
  return userRequestsMax === undefined
    ? undefined
    : createRateLimiter({ limit: userRequestsMax, windowMs: 60_000, now: () => Date.now() });
}

function originOf({ address, family, port }: { address: string; family: string; port: number }): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
