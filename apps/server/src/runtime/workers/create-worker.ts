import { createVerifier, fixedKeys, type KeySource, remoteKeys } from "@trading-oms/access";
import { MarketDesk, openReferenceBook, QuoteReader } from "@trading-oms/brokerage";
import { answerFailure } from "../../answer-failure.ts";
import { keepLists } from "../../keep-lists.ts";
import type { Log } from "../../log.ts";
import { makeResponder } from "../../make-responder.ts";
import type { ServerServices } from "../../server-services.ts";
import { limitMinute } from "../limit-minute.ts";
import { nameNetwork, widenNetwork } from "../name-network.ts";
import type { Environment } from "./environment.ts";
import { followStore } from "./follow-store.ts";
import { gatherFrame } from "./gather-frame.ts";
import { handOverCards, type Serve } from "./hand-over-cards.ts";
import { limitTogether } from "./limit-together.ts";
import { makeSearchDesk } from "./make-search-desk.ts";
import { readSettings } from "./read-settings.ts";
import type { ReadStore } from "./read-store.ts";
import { serveWithAssets } from "./serve-with-assets.ts";
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

/** Makes a Worker that wires everything together at the first request of its isolate, on the store that is bound to it. */
export function createWorker(world: WorkerWorld, readStore: ReadStore): Worker {
  let serve: Serve | undefined;
  return {
    fetch: async (request, environment) => {
      if (serve === undefined) {
        // Requests that come at once each wire their own, for none can wait for another; the first is kept.
        const wired = await wire(world, environment, readStore);
        serve ??= wired;
      }
      return serve(request);
    },
  };
}

async function wire(world: WorkerWorld, environment: Environment, readStore: ReadStore): Promise<Serve> {
  const reading = await readSettings(environment, readStore);
  if (reading.kind === "settings") {
    const services = gatherServices(world, reading.settings, environment);
    return handOverCards(await serveWithAssets(services, environment), environment);
  }
  const services = gatherFrame(world.writeLine, "info");
  services.log({ level: "error", event: "faulty settings", notes: { faults: reading.faults.join(" ") } });
  const respond = makeResponder({ ...services, corsOrigins: new Set() });
  return (request) => respond(request, "other", () => answerFailure({ code: "not-ready" }));
}

function gatherServices(
  world: WorkerWorld,
  settings: Settings,
  environment: Environment,
): Omit<ServerServices, "documents"> {
  const { issuer, audience, algorithms, corsOrigins } = settings;
  const frame = gatherFrame(world.writeLine, settings.logLevel);
  const { now, log } = frame;
  const source = sourceOf(world, settings, log);
  const verifier = createVerifier({ source, issuer, audience, algorithms, now });
  const tellFaulty = (symbol: string, faults: readonly string[]): void =>
    log({
      level: "warn",
      event: "a quote in the store not to be read",
      notes: { symbol, faults: faults.join(" ") },
    });
  const following = followStore({
    open: async () => {
      const store = await settings.openStore();
      const book = await openReferenceBook({ store, now });
      const desk = new MarketDesk(book);
      return { store, book, desk, quotes: new QuoteReader(store, desk, tellFaulty) };
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
    desk: makeSearchDesk(following.held, log),
    instanceId: `oms-${frame.makeSpanId()}`,
    holidays: () => following.held().book.holidays(),
    verifier,
    userLimiter: limitTogether(limitMinute(settings.userRequestsMax, now), environment, "USER_LIMITER"),
    addressLimiters: {
      searchSymbols: limitTogether(
        limitMinute(settings.addressRequestsMax, now, widenNetwork),
        environment,
        "ADDRESS_LIMITER",
      ),
    },
    addressOf: ({ headers }) => nameNetwork(headers.get("cf-connecting-ip") ?? ""),
    corsOrigins,
    catchUp: following.catchUp,
    judgeReadiness: async () => {
      await following.catchUp();
      const trouble = following.trouble();
      const checks = { store: trouble === undefined, keys: await verifier.warm() };
      const isReady = checks.store && checks.keys;
      return trouble === undefined ? { isReady, checks } : { isReady, checks, reasons: { store: trouble } };
    },
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
