import { hash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createVerifier } from "@trading-oms/access";
import { type MarketEngine, takeTurns } from "@trading-oms/brokerage";
import { sessionOf } from "@trading-oms/market";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { Registry } from "prom-client";
import { createApp, operationPathsOf, productVersion } from "../../app.ts";
import { compressJson } from "../../http/compress-json.ts";
import { openDocuments } from "../../http/documents.ts";
import { serveImages } from "../../http/kept-images.ts";
import { type MemoryBounds, makeMemoryBudget } from "../../http/memory-budget.ts";
import { openFailingApp } from "../../http/middleware.ts";
import { limitMinute, widenNetwork } from "../../http/rate-limits.ts";
import type { App } from "../../http/request-context.ts";
import type { ServedContract } from "../../http/served-contract.ts";
import type { Log } from "../../log-and-trace.ts";
import { LiveHub } from "../../operations/companion/stream-live/live-hub.ts";
import { serveLive } from "../../operations/companion/stream-live/live-reader.ts";
import { servedContracts } from "../../operations/documents.gen.ts";
import { cacheLists } from "../../operations/specified/search-symbols/entries.ts";
import type { Documents, ListedDocument, ServerServices } from "../../services.ts";
import { warnOfMistyped } from "../settings.ts";
import { awaitStore, listenWithoutStore } from "./await-store.ts";
import { endsInTime, logFirstFailure, repeat } from "./background.ts";
import { openCards } from "./cards/cards.ts";
import { openImages } from "./cards/images.ts";
import { openDesk } from "./desk.ts";
import { greet } from "./greeting.ts";
import { type Host, nodeHost } from "./host.ts";
import { openKeys } from "./keys.ts";
import { drain } from "./listen/drain.ts";
import { chooseHosts } from "./listen/known-hosts.ts";
import { type Listening, listen } from "./listen/listen.ts";
import {
  acceptForwarded,
  isFromUntrustedProxy,
  type NodeBindings,
  readAddress,
  whenSent,
} from "./listen/requests.ts";
import { prepareShedding } from "./listen/shed.ts";
import { openFeed, watchFeed } from "./market/feed.ts";
import { type Following, startFollowing } from "./market/following.ts";
import { type OpenedFeed, openServerMarket } from "./market/open-market.ts";
import { followClock } from "./observe/follow-clock.ts";
import { guardStore } from "./observe/guard-store.ts";
import { openLines, writeLog } from "./observe/log.ts";
import { openMetrics } from "./observe/metrics.ts";
import { watchProcess } from "./observe/process-metrics.ts";
import { checkReadiness, rememberStoreFailures } from "./observe/readiness.ts";
import { startTracing } from "./observe/telemetry.ts";
import { listUnguarded, type Settings } from "./settings/settings.ts";

/** How much longer than PostgreSQL's own time-out a statement is waited for, so that PostgreSQL reports it where it can. */
const answerMarginMs = 1_000;

/** Room for some hundreds of frequent searches. */
const listBytesMax = 33_554_432;

/** A symbol is sent to streams at most this often. */
const streamTurnMs = 100;

/** Memory for images being sent, including those to slow clients. */
const imageMemory: MemoryBounds = {
  /** Hundreds of typical ones. */
  bytesMax: 64_000_000,
  /** The three of a card at once: each reserves the largest size while it is read. */
  senderBytesMax: 24_000_000,
  networkBytesMax: 32_000_000,
};

/** A running server; `stop` finishes requests in progress and returns whether it succeeded in time. */
type Started =
  | { readonly kind: "started"; readonly origin: string; readonly stop: () => Promise<boolean> }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

export type AddRoutes = (app: App, services: ServerServices) => void;

/** Overrides for tests and other runtimes: the feed, the host, routes, and a callback before listening. */
type StartOptions = {
  readonly opened?: OpenedFeed;
  readonly host?: Host;
  readonly addRoutes?: AddRoutes | undefined;
  readonly onListening?: () => void;
};

/** What is opened before the store. */
type Prepared = Extract<Awaited<ReturnType<typeof prepare>>, { readonly kind: "prepared" }>;

type ServerParts = Prepared &
  Pick<StartOptions, "addRoutes" | "onListening"> & {
    readonly host: Host;
    readonly opened: OpenedFeed;
    readonly store: ServerServices["store"];
    readonly market: MarketEngine;
    /** Closes the listener that has answered while the store could not be reached. */
    readonly endWaiting: () => Promise<void>;
  };

export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Started> {
  const prepared = await prepare(settings);
  if (prepared.kind === "faulty") return prepared;
  const { context, verifier } = prepared;
  const { log, now } = context;
  const listenMeanwhile = () =>
    listenWithoutStore(
      { ...settings, isKnownHost: chooseHosts(settings) },
      {
        ...context,
        recordSpan: undefined,
        checkReadiness: () => checkReadiness(verifier, { storeTrouble: "unreachable", serving: false }),
      },
    );
  const { feed } = settings;
  const isPlayed = feed.kind === "simulated" || (feed.kind === "nats" && feed.takesSimulated);
  let { opened } = options;
  const openAll = async () => {
    const store = await openStore(settings, log);
    try {
      opened ??= await openFeed(feed);
      const market = await openServerMarket({ store, now, log }, opened.feed, isPlayed);
      return { store, opened, market };
    } catch (failure) {
      await store.close();
      throw failure;
    }
  };
  const { opened: all, endWaiting } = await awaitStore(openAll, { log, listenMeanwhile });
  try {
    return await serve({ host: nodeHost, ...options, ...prepared, ...all, endWaiting });
  } catch (failure) {
    await endWaiting();
    await all.store.close();
    throw failure;
  }
}

async function prepare(settings: Settings) {
  const registry = new Registry();
  const write = openLines(process.stdout, registry);
  const { log, flush } = writeLog(settings.logLevel, Date.now, write);
  for (const name of listUnguarded(settings)) {
    log({ level: "warn", event: "connection neither encrypted nor authenticated", notes: { name } });
  }
  warnOfMistyped(settings.mistyped, log);
  const keys = await openKeys(settings, log);
  if (keys.kind === "faulty") return keys;
  const now = (): number => Date.now();
  const kept = await openImages(settings.images, { log, now, registry });
  if (kept.kind === "faulty") return kept;
  const built = [
    "documents",
    ...(settings.desk === undefined ? [] : ["desk", "console"]),
    ...(settings.keysFrom.kind === "own" ? ["demonstration"] : []),
  ];
  const documents = await loadDocuments(...built.map((name) => join(import.meta.dirname, "../..", name)));
  const contracts = await chooseContracts(settings);
  const { issuer, audience, algorithms, roleClaim, corsOrigins } = settings;
  const verifier = createVerifier({ source: keys.source, issuer, audience, algorithms, roleClaim, now });
  const context = {
    ...{ log, metrics: openMetrics(registry), now, monotonicMs: () => performance.now(), corsOrigins },
    makeId: () => randomUUID().replaceAll("-", ""),
    makeSpanId: () => randomUUID().replaceAll("-", "").slice(16),
  };
  const { images } = kept;
  const parts = { settings, registry, write, flush, keys, images, documents, contracts, context, verifier };
  return { kind: "prepared", ...parts } as const;
}

async function serve(parts: ServerParts): Promise<Started> {
  const { settings, host, opened, documents, contracts, store, market, images, registry, flush } = parts;
  const { context, verifier } = parts;
  const { book, marks, board, prices } = market;
  const books = { book, marks, board, prices };
  const { log, now, monotonicMs, makeId } = context;
  const version = [productVersion(), settings.build].filter(Boolean).join("+");
  const watch = watchProcess(registry, version, host.runtime);
  const routes = operationPathsOf(contracts);
  const tracing = startTracing(settings, { registry, version, log, routes });
  const failures = rememberStoreFailures(log, monotonicMs);
  const cards = openCards({ ...settings.cards, registry, wantsCopies: images !== undefined, log });
  const onLate = () => failures.note("late");
  const guarded = guardStore(store, { log, registry, monotonicMs, onLate });
  const { clockToleranceMs: toleranceMs } = settings;
  // Only a store that is another process has a clock of its own.
  const clock =
    store.readClock === undefined || toleranceMs === undefined
      ? undefined
      : await followClock(store.readClock, { now, toleranceMs, log, registry });
  let following: Following | undefined;
  const initialWatch = settings.isWatching ? { isLoading: true, hasOthers: false } : undefined;
  const draining = new AbortController();
  const feedHealth = watchFeed({ ...settings.feed, isSimulated: opened.isSimulated }, marks, now);
  const yieldToEventLoop = (): Promise<void> => setImmediate();
  const live = new LiveHub({ changes: market.live, ...books, now, feedHealth, yieldToEventLoop }, settings);
  const { holidays } = book;
  const hashText = async (text: string): Promise<string> => hash("sha256", text, "hex");
  const watchServices = { store, market, ...books, now, hash: hashText, holidays, makeId };
  const isDemonstration = settings.keysFrom.kind === "own";
  const desk = settings.desk && openDesk(watchServices, settings.desk, { log, isDemonstration, monotonicMs });
  const services: ServerServices = {
    store: guarded.store,
    ...books,
    holidays,
    documents,
    feedHealth,
    live: serveLive(live),
    onCommitted: (key) => market.live.noteCommit(key),
    inTurn: takeTurns(monotonicMs),
    yieldToEventLoop,
    verifier,
    ...context,
    version,
    instanceId: `oms-${context.makeSpanId()}`,
    hash: hashText,
    callDesk: desk?.callDesk,
    draining: draining.signal,
    recordSpan: tracing?.record,
    chooseTrace: tracing?.choose,
    ...answerOnNode(settings, now, log),
    ...cards.services,
    storeImages: images?.storeImages,
    noteStoreFailure: failures.note,
    checkReadiness: () =>
      checkReadiness(verifier, {
        storeTrouble: following?.storeTrouble() ?? failures.trouble(),
        watch: following === undefined ? initialWatch : following.watchState(),
        isClockWrong: clock?.isWrong(),
        serving: !draining.signal.aborted,
      }),
  };
  const warming = verifier.warm();
  // Keys from a file are read before readiness can be asked; a key host may be unreachable for long.
  if (settings.keysFrom.kind !== "url") await warming;
  const listening = await listenFor(services, parts);
  const { isWatching } = settings;
  const world = { log, registry, makeId, isWatching, isClockRight: clock?.isRight, feed: opened.feed };
  following = startFollowing({ ...services, ...watchServices }, world);
  const streaming = repeat(
    logFirstFailure(log, "bringing news to streams failed", async () => live.turn()),
    streamTurnMs,
  );
  const telling = opened.begin({ ...books, now, log, registry });
  const sweeping = images?.begin();
  const origin = originOf(listening.address);
  await announce(parts, origin);
  const stop = async (): Promise<boolean> => {
    draining.abort();
    log({ level: "info", event: "stopping" });
    following?.stopWatch();
    const isDrained = await drain(listening, settings, host);
    listening.stopShedding();
    desk?.stop();
    const inOrder = [clock, telling, cards, streaming, following, { stop: () => store.close() }, sweeping];
    const isClosed = await closeInTime(settings, inOrder, tracing);
    log({ level: "info", event: nameEnd(isDrained, isClosed) });
    flush();
    watch.stop();
    guarded.stop();
    return isDrained && isClosed;
  };
  return { kind: "started", origin, stop };
}

async function announce(
  { settings, host, keys, write, context: { log, now }, market: { book } }: ServerParts,
  origin: string,
): Promise<void> {
  const engine = settings.databaseUrl === undefined ? "sqlite" : "postgresql";
  const notes = { origin, engine, runtime: Object.values(host.runtime).join(" ") };
  log({ level: "info", event: "listening", notes });
  if (keys.own === undefined) return;
  // Whether HOSE trades now, by the clock of the feed.
  const { feed } = settings;
  const atMs = (feed.kind === "simulated" ? feed.startMs : undefined) ?? now();
  write(await greet(origin, settings, keys.own, sessionOf("HOSE", atMs, book.holidays()) !== "closed"));
}

/**
 * Stops the parts in order, then the periodic deletion of images, which may hang; returns whether it succeeded in
 * time.
 */
async function closeInTime(
  { shutdownTimeoutMs }: Settings,
  inOrder: readonly (Pick<Following, "stop"> | undefined)[],
  tracing: ReturnType<typeof startTracing>,
): Promise<boolean> {
  const closeAll = async (): Promise<void> => {
    for (const each of inOrder) await each?.stop();
  };
  // A store that no longer responds never closes. A collector that no longer responds only costs its spans.
  const [isClosed] = await Promise.all([
    endsInTime(closeAll(), shutdownTimeoutMs),
    endsInTime(Promise.resolve(tracing?.stop()), shutdownTimeoutMs),
  ]);
  return isClosed;
}

function nameEnd(isDrained: boolean, isClosed: boolean): string {
  if (!isDrained) return "stopped with requests in progress";
  return isClosed ? "stopped" : "stopped before the store closed";
}

async function listenFor(
  services: ServerServices,
  { settings, host, images, contracts, addRoutes, onListening, endWaiting, registry }: ServerParts,
): Promise<Listening & { readonly stopShedding: () => void }> {
  const app = createApp(services, contracts, compressJson);
  addRoutes?.(app, services);
  if (images !== undefined) {
    // One request for each image of the allowed cards.
    const limit = settings.cardRequestsMax && settings.cardRequestsMax * 3;
    const limiter = limitMinute(limit, services.now, widenNetwork);
    const reserveMemory = makeMemoryBudget(imageMemory, services.monotonicMs);
    serveImages(app, { ...services, ...images, limiter, reserveMemory, whenSent });
  }
  const { shed, stop } = await prepareShedding(services, registry);
  await endWaiting();
  // Requests may arrive from here on.
  onListening?.();
  const listening = await listen(settings, {
    fetch: app.fetch,
    fail: openFailingApp(services),
    shed,
    isKnownHost: chooseHosts(settings),
  });
  host.reportAborted(listening.server);
  return { ...listening, stopShedding: stop };
}

function openStore(settings: Settings, log: Log): Promise<ServerServices["store"]> {
  const { databaseUrl, connectionCountMax, databaseTimeoutMs, dataFolder } = settings;
  if (databaseUrl !== undefined) {
    return openPostgresqlStore({
      url: databaseUrl,
      connectionCountMax,
      connectMsMax: databaseTimeoutMs,
      statementMsMax: databaseTimeoutMs,
      answerMsMax: databaseTimeoutMs + answerMarginMs,
    });
  }
  const event = "tables too large to check at start";
  return openSqliteStore({
    path: join(dataFolder, "oms.sqlite"),
    onUncheckedTables: (tables) => {
      if (tables.length > 0) log({ level: "info", event, notes: { tables: tables.join(" ") } });
    },
    onConversion: (what) => log({ level: "info", event: "converting database", notes: { what } }),
  });
}

function answerOnNode(settings: Settings, now: () => number, log: Log) {
  const { userRequestsMax, addressRequestsMax, cardRequestsMax, operatorRequestsMax, trustedProxyCount } =
    settings;
  let isProxyLogged = false;
  const { senderOf, checkForwarded } = acceptForwarded(settings.cardReaderSecret, log);
  return {
    writeList: cacheLists({ bytesMax: listBytesMax }),
    limiters: {
      user: limitMinute(userRequestsMax, now),
      address: limitMinute(addressRequestsMax, now, widenNetwork),
      card: limitMinute(cardRequestsMax, now, widenNetwork),
      operator: limitMinute(operatorRequestsMax, now),
    },
    addressOf: (request: Request, bindings: unknown) => {
      const given = bindings as NodeBindings;
      if (trustedProxyCount === 0 && !isProxyLogged && isFromUntrustedProxy(given)) {
        isProxyLogged = true;
        log({ level: "warn", event: "X-Forwarded-For from a private address ignored: set TRUSTED_PROXIES" });
      }
      return senderOf(request) ?? readAddress(given, trustedProxyCount);
    },
    checkForwarded,
  };
}

function originOf({ address, family, port }: { address: string; family: string; port: number }): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** The documents that are served. Nothing of the desk is loaded where it is off. */
async function chooseContracts({ desk }: Settings): Promise<readonly ServedContract[]> {
  if (desk === undefined) return servedContracts;
  const { operatorContract } = await import("../../operations/operator.gen.ts");
  return [...servedContracts, operatorContract];
}

/**
 * Loads the documents that the build wrote to folders, the later ones winning; a body is read at its first request and
 * cached.
 */
export async function loadDocuments(...folders: readonly string[]): Promise<Documents> {
  const loaded = await Promise.all(folders.map(loadFolder));
  return new Map(loaded.flatMap((documents) => [...documents]));
}

async function loadFolder(folder: string): Promise<Documents> {
  const list = await readFile(join(folder, "documents.json"), "utf8");
  const bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return openDocuments(JSON.parse(list) as readonly ListedDocument[], (tag) => {
    const body = bodies.get(tag) ?? readFile(join(folder, tag));
    bodies.set(tag, body);
    body.catch(() => bodies.delete(tag));
    return body;
  });
}
