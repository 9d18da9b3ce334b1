import { createVerifier, fixedKeys, type KeySource, remoteKeys } from "@trading-oms/access";
import { MarketDesk, openReferenceBook } from "@trading-oms/brokerage";
import { openD1Store } from "@trading-oms/store/d1";
import { answerFailure } from "../../answer-failure.ts";
import { createApp } from "../../create-app.ts";
import { createMetrics } from "../../create-metrics.ts";
import { hashText } from "../../hash-text.ts";
import { keepLists } from "../../keep-lists.ts";
import type { Log, LogLevel } from "../../log.ts";
import { makeResponder } from "../../make-responder.ts";
import type { ServerServices } from "../../server-services.ts";
import { limitMinute } from "../limit-minute.ts";
import { logRanks } from "../log-ranks.ts";
import { nameNetwork } from "../name-network.ts";
import { renderEntry } from "../render-entry.ts";
import type { Environment } from "./environment.ts";
import { followStore } from "./follow-store.ts";
import { makeIds } from "./make-ids.ts";
import { readSettings } from "./read-settings.ts";
import type { Settings } from "./settings.ts";
import { wait } from "./wait.ts";

/** An isolate has 128 MB for everything. */
const listBytesMax = 4_194_304;

/** What the runtime gives beyond what browsers have. */
export type WorkerWorld = {
  /** Keeps the runtime awake for work that the request at hand does not wait for. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly writeLine: (line: string) => void;
};

/** A Worker, as its runtime calls it. */
export type Worker = { readonly fetch: (request: Request, environment: Environment) => Promise<Response> };

type Serve = (request: Request) => Response | Promise<Response>;

/** Makes a Worker that wires everything together at the first request of its isolate. */
export function createWorker(world: WorkerWorld): Worker {
  let serve: Serve | undefined;
  return {
    fetch: async (request, environment) => {
      if (serve === undefined) {
        // Requests that come at once each wire their own, for none can wait for another; the first is kept.
        const wired = await wire(world, environment);
        serve ??= wired;
      }
      return serve(request);
    },
  };
}

async function wire(world: WorkerWorld, environment: Environment): Promise<Serve> {
  const reading = await readSettings(environment);
  if (reading.kind === "settings") return createApp(gatherServices(world, reading.settings)).fetch;
  const services = gatherFrame(world, "info");
  services.log({ level: "error", event: "faulty settings", notes: { faults: reading.faults.join(" ") } });
  const respond = makeResponder({ ...services, corsOrigins: new Set() });
  return (request) => respond(request, "other", () => answerFailure({ code: "not-ready" }));
}

function gatherFrame({ writeLine }: WorkerWorld, logLevel: LogLevel) {
  const log: Log = (entry) => {
    if (logRanks[entry.level] <= logRanks[logLevel]) writeLine(renderEntry(entry, new Date().toISOString()));
  };
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    ...makeIds(),
    hash: hashText,
    log,
    metrics: createMetrics(() => ""),
    recordSpan: undefined,
  };
}

function gatherServices(world: WorkerWorld, settings: Settings): ServerServices {
  const { issuer, audience, algorithms, corsOrigins } = settings;
  const frame = gatherFrame(world, settings.logLevel);
  const { now, log } = frame;
  const source = sourceOf(world, settings, log);
  const verifier = createVerifier({ source, issuer, audience, algorithms, now });
  const following = followStore({
    open: async () => {
      const store = await openD1Store(settings.database);
      const book = await openReferenceBook({ store, now });
      return { store, book, desk: new MarketDesk(book) };
    },
    now,
    wait,
    inBackground: world.waitUntil,
    log,
  });
  return {
    ...frame,
    get store() {
      return following.held().store;
    },
    get book() {
      return following.held().book;
    },
    // Nobody who never searches pays for an index.
    desk: {
      search: (term) => {
        const { desk } = following.held();
        desk.followAtOnce();
        return desk.search(term);
      },
    },
    instanceId: `oms-${frame.makeSpanId()}`,
    holidays: () => following.held().book.holidays(),
    verifier,
    userLimiter: limitMinute(settings.userRequestsMax, now),
    addressLimiters: { searchSymbols: limitMinute(settings.addressRequestsMax, now) },
    addressOf: ({ headers }) => nameNetwork(headers.get("cf-connecting-ip") ?? ""),
    corsOrigins,
    catchUp: following.catchUp,
    judgeReadiness: async () => {
      await following.catchUp();
      const checks = { store: following.isFollowing(), keys: await verifier.warm() };
      return { isReady: checks.store && checks.keys, checks };
    },
    documents: new Map(),
    writeList: keepLists({ bytesMax: listBytesMax }),
  };
}

function sourceOf({ waitUntil }: WorkerWorld, { keysFrom }: Settings, log: Log): KeySource {
  if (keysFrom.kind === "text") return fixedKeys(keysFrom.jwks);
  return remoteKeys({
    url: keysFrom.url,
    fetch: (url, init) => fetch(url, init),
    now: () => Date.now(),
    wait,
    isFlightShared: false,
    inBackground: waitUntil,
    onFailure: (thrown) => log({ level: "warn", event: "keys not to be had", thrown }),
  });
}
