import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createVerifier } from "@trading-oms/access";
import { takeTurns } from "@trading-oms/brokerage";
import { sessionOf } from "@trading-oms/market";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { answerFailure } from "../../answer-failure.ts";
import type { Asked } from "../../asked.ts";
import { createApp } from "../../create-app.ts";
import { createMetrics } from "../../create-metrics.ts";
import { keepLists } from "../../keep-lists.ts";
import type { Log } from "../../log.ts";
import { makeResponder } from "../../make-responder.ts";
import type { ServerServices } from "../../server-services.ts";
import { limitMinute } from "../limit-minute.ts";
import { describeFeed } from "./describe-feed.ts";
import { drain } from "./drain.ts";
import { endsInTime } from "./ends-in-time.ts";
import { greet } from "./greet.ts";
import { judgeReadiness } from "./judge-readiness.ts";
import { type Listening, listen } from "./listen.ts";
import { loadDocuments } from "./load-documents.ts";
import { makeIds } from "./make-ids.ts";
import { type Books, openBooks } from "./open-books.ts";
import { openCards } from "./open-cards.ts";
import { type OpenedFeed, openFeed } from "./open-feed.ts";
import { type OpenedKeys, openKeys } from "./open-keys.ts";
import { type Lines, openLines } from "./open-lines.ts";
import { readAddress, type Surroundings } from "./read-address.ts";
import { sendAnswer } from "./send-answer.ts";
import type { Settings } from "./settings.ts";
import { type Following, startFollowing } from "./start-following.ts";
import { startTracing } from "./start-tracing.ts";
import { watchProcess } from "./watch-process.ts";
import { writeLog } from "./write-log.ts";

/** No statement of a request takes so long; one that does waits for a PostgreSQL that has gone silent. */
const answerMsMax = 30_000;

/** Some hundreds of searches that many make at a time. */
const listBytesMax = 33_554_432;

/** A server at work; `stop` answers what is under way, and tells whether that was done in time. */
export type Started =
  | { readonly kind: "started"; readonly origin: string; readonly stop: () => Promise<boolean> }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

type Parts = {
  readonly settings: Settings;
  readonly opened: OpenedFeed;
  readonly keys: Extract<OpenedKeys, { readonly kind: "keys" }>;
  readonly documents: ServerServices["documents"];
  readonly store: ServerServices["store"];
  readonly lines: Lines;
  readonly log: Log;
  readonly flush: () => void;
};

/**
 * Wires everything together and listens; what was opened before something failed is closed again. The feed is that of
 * the settings, unless another is given.
 */
export async function startServer(settings: Settings, given?: OpenedFeed): Promise<Started> {
  const lines = openLines(process.stdout);
  const { log, flush } = writeLog(settings.logLevel, Date.now, lines.write);
  const keys = await openKeys(settings, log);
  if (keys.kind === "faulty") return keys;
  const documents = await loadDocuments(join(import.meta.dirname, "../../documents"));
  const store = await openStore(settings);
  try {
    const opened = given ?? (await openFeed(settings.feed));
    return await serve({ settings, opened, keys, documents, store, lines, log, flush });
  } catch (failure) {
    await store.close();
    throw failure;
  }
}

async function serve(parts: Parts): Promise<Started> {
  const { settings, opened, keys, documents, store, lines, log, flush } = parts;
  const now = (): number => Date.now();
  const books = await readBooks(parts, now);
  const version = await readVersion();
  const watch = watchProcess(version);
  const tracing = startTracing(settings.tracing, { version, log });
  const verifier = createVerifier({ source: keys.source, ...settings.tokens, now });
  const ids = makeIds();
  const cards = openCards(settings.cards);
  let following: Following | undefined;
  let isDraining = false;
  const services: ServerServices = {
    store,
    ...books,
    documents,
    feedDetail: describeFeed({ ...settings.feed, isSimulated: opened.isSimulated }, books.marks, now),
    holidays: books.book.holidays,
    inTurn: takeTurns(() => performance.now()),
    verifier,
    now,
    monotonicMs: () => performance.now(),
    ...ids,
    instanceId: `oms-${ids.makeSpanId()}`,
    hash: async (text) => hash("sha256", text, "hex"),
    log,
    metrics: createMetrics(() => renderAll([watch, lines, tracing, following, opened, cards])),
    recordSpan: tracing?.record,
    chooseTrace: tracing?.choose,
    ...answerOnNode(settings, now),
    ...cards.services,
    corsOrigins: settings.corsOrigins,
    judgeReadiness: () =>
      judgeReadiness(verifier, { store: following?.isFollowing() !== false, serving: !isDraining }),
  };
  const warming = verifier.warm();
  // A file is read before anybody asks whether the server is ready; a host may be away for long.
  if (settings.keysFrom.kind !== "url") await warming;
  const listening = await listenFor(services, settings);
  const world = { log, makeId: ids.makeTraceId, isWatching: settings.isWatching, feed: opened.feed };
  following = startFollowing({ ...services, ...books, makeId: ids.makeTraceId }, world);
  const telling = opened.begin({ ...books, now, log });
  const origin = originOf(listening.address);
  log({ level: "info", event: "listening", notes: { origin, engine: engineOf(settings) } });
  if (keys.own !== undefined)
    lines.write(await greet(origin, settings, keys.own, isTradedNow(settings.feed, books.book, now())));
  const stop = async (): Promise<boolean> => {
    isDraining = true;
    log({ level: "info", event: "stopping" });
    following?.leaveWatch();
    const isDrained = await drain(listening, settings);
    const inOrder = [telling, cards, following, { stop: () => store.close() }];
    const isClosed = await closeInTime(settings, inOrder, tracing);
    log({ level: "info", event: nameEnd(isDrained, isClosed) });
    flush();
    watch.stop();
    return isDrained && isClosed;
  };
  return { kind: "started", origin, stop };
}

function renderAll(parts: readonly ({ readonly renderMetrics?: () => string } | undefined)[]): string {
  return parts.map((each) => each?.renderMetrics?.() ?? "").join("");
}

/** Whoever goes on with the store of a demonstration is told that its prices are none. */
async function readBooks({ settings, opened, store, log }: Parts, now: () => number): Promise<Books> {
  const { feed } = settings;
  const isPlayed = feed.kind === "simulated" || (feed.kind === "nats" && feed.takesSimulated);
  const books = await openBooks({ store, now }, opened.feed, isPlayed);
  const count = books.marks.passedOverCount();
  const notes = { count, until: "a price is set by hand or told by a feed" };
  if (count > 0) log({ level: "info", event: "prices that were only played are passed over", notes });
  return books;
}

/** Closes one after the other; tells whether that was done in time. */
async function closeInTime(
  { shutdownTimeoutMs }: Settings,
  inOrder: readonly (Pick<Following, "stop"> | undefined)[],
  tracing: ReturnType<typeof startTracing>,
): Promise<boolean> {
  const closeAll = async (): Promise<void> => {
    for (const each of inOrder) await each?.stop();
  };
  // A store that has gone silent never says that it is closed; a collector that has costs its spans and nothing else.
  const [isClosed] = await Promise.all([
    endsInTime(closeAll(), shutdownTimeoutMs),
    endsInTime(Promise.resolve(tracing?.stop()), shutdownTimeoutMs),
  ]);
  return isClosed;
}

function nameEnd(isDrained: boolean, isClosed: boolean): string {
  if (!isDrained) return "stopped with requests under way";
  return isClosed ? "stopped" : "stopped with the store under way";
}

/** Whether shares are traded now by the clock that the feed keeps. */
function isTradedNow(
  feed: Settings["feed"],
  { holidays }: Pick<Books["book"], "holidays">,
  nowMs: number,
): boolean {
  const atMs = (feed.kind === "simulated" ? feed.startMs : undefined) ?? nowMs;
  return sessionOf("HOSE", atMs, holidays()) !== "closed";
}

function listenFor(services: ServerServices, settings: Settings): Promise<Listening> {
  const respond = makeResponder(services);
  // Nobody knows what was asked for, if anything; a method of no name is told as such.
  const nothing = new Request("http://localhost/", { method: "UNREAD" });
  return listen(settings, createApp(services).fetch, (failure) =>
    respond(nothing, "other", () => answerFailure(failure)),
  );
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
    : openPostgresqlStore({ url: databaseUrl, connectionCountMax, answerMsMax });
}

/** What answers owe to this runtime: whom they are counted against, and how they are sent. */
function answerOnNode(settings: Settings, now: () => number) {
  const { userRequestsMax, addressRequestsMax, cardRequestsMax, trustedProxyCount } = settings;
  return {
    send: sendAnswer,
    writeList: keepLists({ bytesMax: listBytesMax }),
    userLimiter: limitMinute(userRequestsMax, now),
    addressLimiters: {
      searchSymbols: limitMinute(addressRequestsMax, now),
      parseIdCard: limitMinute(cardRequestsMax, now),
    },
    addressOf: (_request: Asked, surroundings: unknown) =>
      readAddress(surroundings as Surroundings, trustedProxyCount),
  };
}

function originOf({ address, family, port }: { address: string; family: string; port: number }): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
