import { hash, randomFillSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createVerifier, type Verifier } from "@trading-oms/access";
import { type MarketEngine, takeTurns } from "@trading-oms/brokerage";
import { sessionOf } from "@trading-oms/market";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { Registry } from "prom-client";
import { createApp, operationPathsOf, productVersion } from "../../app.ts";
import { compressJson } from "../../http/compress-json.ts";
import { type ListedDocument, openDocuments } from "../../http/documents.ts";
import { serveImages } from "../../http/kept-images.ts";
import { type MemoryBounds, makeMemoryBudget } from "../../http/memory-budget.ts";
import { openFailingApp } from "../../http/middleware.ts";
import { limitMinute, widenNetwork } from "../../http/rate-limits.ts";
import type { App, ContextServices } from "../../http/request-context.ts";
import type { ServedContract } from "../../http/served-contract.ts";
import type { Log } from "../../log-and-trace.ts";
import { LiveHub } from "../../operations/companion/stream-live/live-hub.ts";
import { serveLive } from "../../operations/companion/stream-live/live-reader.ts";
import { servedContracts } from "../../operations/documents.gen.ts";
import { cacheLists } from "../../operations/specified/search-symbols/entries.ts";
import { renderMarket } from "../../operations/wire/market.ts";
import type { Documents, ServerServices } from "../../services.ts";
import { warnOfMistyped } from "../settings.ts";
import { awaitStore, listenWithoutStore } from "./await-store.ts";
import { openCards } from "./cards/cards.ts";
import { type Images, openImages } from "./cards/images.ts";
import { openDesk } from "./desk.ts";
import { greet } from "./greeting.ts";
import { type Host, nodeHost } from "./host.ts";
import { type OpenedKeys, openKeys } from "./keys.ts";
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
import { runLive } from "./live.ts";
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

/** Adds routes to the application. */
export type AddRoutes = (app: App, services: ServerServices) => void;

/** Overrides for tests and other runtimes: the feed, the host, routes, and a callback before listening. */
type StartOptions = {
  readonly opened?: OpenedFeed;
  readonly host?: Host;
  readonly addRoutes?: AddRoutes | undefined;
  readonly onListening?: () => void;
};

type ServerParts = {
  readonly settings: Settings;
  readonly host: Host;
  readonly addRoutes: AddRoutes | undefined;
  readonly onListening: (() => void) | undefined;
  readonly opened: OpenedFeed;
  readonly keys: Extract<OpenedKeys, { readonly kind: "keys" }>;
  readonly documents: ServerServices["documents"];
  readonly contracts: readonly ServedContract[];
  readonly store: ServerServices["store"];
  readonly market: MarketEngine;
  /** Closes the listener that has answered while the store could not be reached. */
  readonly endWaiting: () => Promise<void>;
  readonly context: Omit<ContextServices, "recordSpan" | "chooseTrace" | "noteStoreFailure" | "corsOrigins">;
  readonly verifier: Verifier;
  readonly images: Images | undefined;
  readonly registry: Registry;
  readonly write: (text: string) => void;
  readonly log: Log;
  readonly flush: () => void;
};

/** Wires everything together and listens; closes the store again if something fails. */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<Started> {
  const registry = new Registry();
  const write = openLines(process.stdout, registry);
  const { log, flush } = writeLog(settings.logLevel, Date.now, write);
  for (const name of listUnguarded(settings)) {
    log({ level: "warn", event: "connection neither encrypted nor authenticated", notes: { name } });
  }
  warnOfMistyped(settings.mistyped, log);
  const keys = await openKeys(settings, log);
  if (keys.kind === "faulty") return keys;
  const kept = await openImages(settings.images, { log, now: () => Date.now(), registry });
  if (kept.kind === "faulty") return kept;
  const isDemonstration = settings.keysFrom.kind === "own";
  const built = [
    "documents",
    ...(settings.desk === undefined ? [] : ["desk", "console"]),
    ...(isDemonstration ? ["demonstration"] : []),
  ];
  const documents = await loadDocuments(...built.map((name) => join(import.meta.dirname, "../..", name)));
  const contracts = await chooseContracts(settings);
  const now = (): number => Date.now();
  const monotonicMs = (): number => performance.now();
  const context = { log, metrics: openMetrics(registry), now, monotonicMs, ...makeIds() };
  const { issuer, audience, algorithms, roleClaim } = settings;
  const verifier = createVerifier({ source: keys.source, issuer, audience, algorithms, roleClaim, now });
  const listenMeanwhile = () =>
    listenWithoutStore(
      { ...settings, isKnownHost: chooseHosts(settings) },
      {
        ...context,
        recordSpan: undefined,
        corsOrigins: settings.corsOrigins,
        checkReadiness: () => checkReadiness(verifier, { storeTrouble: "unreachable", serving: false }),
      },
    );
  const openStore = prepareStore(settings, log);
  const { feed } = settings;
  const isPlayed = feed.kind === "simulated" || (feed.kind === "nats" && feed.takesSimulated);
  let { opened } = options;
  const openAll = async () => {
    const store = await openStore();
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
  const { store } = all;
  try {
    const { host = nodeHost, onListening, addRoutes } = options;
    const opening = {
      ...all,
      settings,
      host,
      addRoutes,
      onListening,
      keys,
      documents,
      contracts,
      endWaiting,
      images: kept.images,
      context,
      verifier,
    };
    return await serve({ ...opening, registry, write, log, flush });
  } catch (failure) {
    await endWaiting();
    await store.close();
    throw failure;
  }
}

async function serve(parts: ServerParts): Promise<Started> {
  const { settings, host, opened, documents, contracts, store, market, images, registry, log, flush } = parts;
  const { context, verifier } = parts;
  const { book, marks, board, prices } = market;
  const books = { book, marks, board, prices };
  const { now } = context;
  const version = [productVersion(), settings.build].filter(Boolean).join("+");
  const watch = watchProcess(registry, version, host.runtime);
  const tracing = startTracing(settings.tracing, {
    registry,
    version,
    log,
    routes: operationPathsOf(contracts),
  });
  const failures = rememberStoreFailures(log, context.monotonicMs);
  const cards = openCards({ ...settings.cards, registry, wantsCopies: images !== undefined, log });
  const guarded = guardStore(store, {
    log,
    registry,
    monotonicMs: context.monotonicMs,
    onLate: () => failures.note("late"),
  });
  const clock = await compareClock(parts);
  let following: Following | undefined;
  const initialWatch = settings.isWatching ? { isLoading: true, hasOthers: false } : undefined;
  const draining = new AbortController();
  const feedHealth = watchFeed({ ...settings.feed, isSimulated: opened.isSimulated }, marks, now);
  const live = new LiveHub(
    {
      ...{ changes: market.live, ...books, now, yieldToEventLoop: () => setImmediate() },
      renderMarket: () => renderMarket({ ...books, now, feedHealth }),
    },
    settings,
  );
  const hashText = async (text: string): Promise<string> => hash("sha256", text, "hex");
  const watchServices = {
    ...{ store, market, ...books, now, hash: hashText },
    ...{ holidays: book.holidays, makeId: context.makeTraceId },
  };
  const desk =
    settings.desk &&
    openDesk(watchServices, settings.desk, {
      ...{ log, isDemonstration: settings.keysFrom.kind === "own", monotonicMs: context.monotonicMs },
    });
  const services: ServerServices = {
    store: guarded.store,
    ...books,
    documents,
    feedHealth,
    live: serveLive(live),
    onCommitted: (key) => market.live.noteCommit(key),
    inTurn: takeTurns(context.monotonicMs),
    yieldToEventLoop: () => setImmediate(),
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
    corsOrigins: settings.corsOrigins,
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
  const world = {
    log,
    registry,
    makeId: context.makeTraceId,
    isWatching: settings.isWatching,
    isClockRight: clock?.isRight,
    feed: opened.feed,
  };
  following = startFollowing({ ...services, ...watchServices }, world);
  const streaming = runLive(live, log);
  const telling = opened.begin({ ...books, now, log, registry });
  const sweeping = images?.begin();
  const origin = originOf(listening.address);
  await announce(parts, origin, isTradedNow(settings.feed, book, now()));
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
  { settings, host, keys, write, log }: ServerParts,
  origin: string,
  isOpen: boolean,
): Promise<void> {
  log({
    level: "info",
    event: "listening",
    notes: { origin, engine: engineOf(settings), runtime: Object.values(host.runtime).join(" ") },
  });
  if (keys.own !== undefined) write(await greet(origin, settings, keys.own, isOpen));
}

/** Compares the clock of this process with the store's, where there is one. */
function compareClock({
  settings: { clockToleranceMs: toleranceMs },
  store,
  context,
  ...parts
}: ServerParts) {
  if (store.readClock === undefined || toleranceMs === undefined) return undefined;
  return followClock(store.readClock, { ...parts, ...context, toleranceMs });
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

/** Whether HOSE trades now, by the clock of the feed. */
function isTradedNow(
  feed: Settings["feed"],
  { holidays }: Pick<ServerServices["book"], "holidays">,
  nowMs: number,
): boolean {
  const atMs = (feed.kind === "simulated" ? feed.startMs : undefined) ?? nowMs;
  return sessionOf("HOSE", atMs, holidays()) !== "closed";
}

async function listenFor(
  services: ServerServices,
  { settings, host, images, contracts, addRoutes, onListening, endWaiting, registry }: ServerParts,
): Promise<Listening & { readonly stopShedding: () => void }> {
  const app = createApp(services, contracts, compressJson);
  addRoutes?.(app, services);
  if (images !== undefined) {
    const limiter = limitMinute(limitOfImages(settings), services.now, widenNetwork);
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

/** One request for each image of the allowed cards. */
function limitOfImages({ cardRequestsMax }: Settings): number | undefined {
  return cardRequestsMax === undefined ? undefined : cardRequestsMax * 3;
}

function engineOf({ databaseUrl }: Settings): string {
  return databaseUrl === undefined ? "sqlite" : "postgresql";
}

/** Returns a function that opens the store, and may be called again after a failure. */
function prepareStore(settings: Settings, log: Log): () => Promise<ServerServices["store"]> {
  const { databaseUrl, connectionCountMax, databaseTimeoutMs, dataFolder } = settings;
  if (databaseUrl === undefined) {
    const event = "tables too large to check at start";
    const onUncheckedTables = (tables: readonly string[]): void => {
      if (tables.length > 0) log({ level: "info", event, notes: { tables: tables.join(" ") } });
    };
    const onConversion = (what: string): void =>
      log({ level: "info", event: "converting database", notes: { what } });
    return () => openSqliteStore({ path: join(dataFolder, "oms.sqlite"), onUncheckedTables, onConversion });
  }
  return () =>
    openPostgresqlStore({
      url: databaseUrl,
      connectionCountMax,
      connectMsMax: databaseTimeoutMs,
      statementMsMax: databaseTimeoutMs,
      answerMsMax: databaseTimeoutMs + answerMarginMs,
    });
}

/** Rate limits, addresses and serialization for this runtime. */
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

/** Waits at most `waitMsMax` for work, and returns whether it ended by then. */
export async function endsInTime(work: Promise<unknown>, waitMsMax: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), waitMsMax);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

const poolBytes = 8_192;

/** Makes ids from a pool of random bytes, because drawing them one by one costs more than an id. */
function makeIds(): { readonly makeTraceId: () => string; readonly makeSpanId: () => string } {
  const bytes = Buffer.allocUnsafe(poolBytes);
  let used = poolBytes;
  const take = (count: number): string => {
    if (used + count > poolBytes) {
      randomFillSync(bytes);
      used = 0;
    }
    used += count;
    return bytes.toString("hex", used - count, used);
  };
  return { makeTraceId: () => take(16), makeSpanId: () => take(8) };
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
    const kept = bodies.get(tag);
    if (kept !== undefined) return kept;
    const body = readFile(join(folder, tag));
    bodies.set(tag, body);
    body.catch(() => bodies.delete(tag));
    return body;
  });
}
