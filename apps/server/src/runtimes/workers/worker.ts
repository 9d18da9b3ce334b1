import { createVerifier, fixedKeys, type KeySource, remoteKeys } from "@trading-oms/access";
import { openCatalog, QuoteReader } from "@trading-oms/brokerage";
import { createApp, operationPathsOf } from "../../app.ts";
import { openDocuments } from "../../http/documents.ts";
import { limitMinute, widenNetwork } from "../../http/rate-limits.ts";
import { splitUrl } from "../../http/validation.ts";
import type { Log } from "../../log-and-trace.ts";
import { cardPaths } from "../../operations/specified/parse-id-card/handler.ts";
import { cacheLists } from "../../operations/specified/search-symbols/entries.ts";
import type { Documents, ListedDocument, ServerServices } from "../../services.ts";
import { warnOfMistyped } from "../settings.ts";
import {
  addressOf,
  limitTogether,
  makeBaseServices,
  rejectFaulty,
  type Serve,
  type Worker,
  type WriteLine,
  wait,
  wireAtFirstRequest,
} from "./base-services.ts";
import { type Environment, type ReadStore, readSettings, type Settings } from "./settings.ts";
import { followStore, makeSearchBoard } from "./store.ts";

/** Small, because an isolate has 128 MB for everything. */
const listBytesMax = 4_194_304;

export type WorkerWorld = {
  /** Keeps the isolate alive for work that continues after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly writeLine: WriteLine;
};

export function createWorker(world: WorkerWorld, readStore: ReadStore): Worker {
  return wireAtFirstRequest(async (environment) => {
    const reading = await readSettings(environment, readStore);
    if (reading.kind === "faulty") return rejectFaulty(world.writeLine, reading.faults);
    const services = gatherServices(world, reading.settings, environment);
    return handOverCards(await serveWithAssets(services, environment), environment);
  });
}

/** Passes cards to the card Worker, if one is bound. */
export function handOverCards(serve: Serve, { CARDS: cards }: Environment): Serve {
  if (cards === undefined) return serve;
  const paths: readonly string[] = cardPaths;
  return (request) =>
    request.method === "POST" && paths.includes(new URL(request.url).pathname)
      ? (cards as { readonly fetch: Serve }).fetch(request)
      : serve(request);
}

function gatherServices(
  world: WorkerWorld,
  settings: Settings,
  environment: Environment,
): Omit<ServerServices, "documents"> {
  const { issuer, audience, algorithms, roleClaim, corsOrigins } = settings;
  const base = makeBaseServices(world.writeLine, settings.logLevel);
  const { now, log } = base;
  warnOfMistyped(settings.mistyped, log);
  const source = sourceOf(world, settings, log);
  const verifier = createVerifier({ source, issuer, audience, algorithms, roleClaim, now });
  const onFaulty = (symbol: string, faults: readonly string[]): void =>
    log({
      level: "warn",
      event: "stored quote is unreadable",
      notes: { symbol, faults: faults.join(" ") },
    });
  const following = followStore({
    open: async () => {
      const store = await settings.openStore();
      const { book, board } = await openCatalog({ store, now }, { isFlightShared: false });
      return { store, book, board, quotes: new QuoteReader(store, board, onFaulty) };
    },
    now,
    wait,
    inBackground: world.waitUntil,
    log,
  });
  return {
    ...base,
    get store() {
      return following.held().store;
    },
    get book() {
      return following.held().book;
    },
    holidays: () => following.held().book.holidays(),
    board: makeSearchBoard(following.held, log),
    instanceId: `oms-${base.makeSpanId()}`,
    verifier,
    limiters: {
      user: limitTogether(limitMinute(settings.userRequestsMax, now), environment, "USER_LIMITER"),
      address: limitTogether(
        limitMinute(settings.addressRequestsMax, now, widenNetwork),
        environment,
        "ADDRESS_LIMITER",
      ),
    },
    addressOf,
    corsOrigins,
    refreshBook: following.refreshBook,
    checkReadiness: async () => {
      await following.refreshBook();
      const trouble = following.trouble();
      const checks = { store: trouble === undefined, keys: await verifier.warm() };
      const isReady = checks.store && checks.keys;
      return trouble === undefined ? { isReady, checks } : { isReady, checks, reasons: { store: trouble } };
    },
    writeList: cacheLists({ bytesMax: listBytesMax }),
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
    onFailure: (thrown) => log({ level: "warn", event: "key set fetch failed", thrown }),
  });
}

/**
 * Serves the operations and the documents of ASSETS. Documents that could not be loaded are tried again at
 * requests that are not for an operation.
 */
export async function serveWithAssets(
  services: Omit<ServerServices, "documents">,
  environment: Environment,
): Promise<Serve> {
  let documents: Documents | undefined;
  let serve: Serve;
  async function open(): Promise<void> {
    const found = await openAssets(environment, services.log);
    documents ??= found;
    serve = createApp(Object.assign(services, { documents: documents ?? new Map() })).fetch;
  }
  await open();
  return async (request) => {
    if (documents === undefined && !areas.has(areaOf(splitUrl(request.url).pathname))) await open();
    return serve(request);
  };
}

function areaOf(pathname: string): string {
  return pathname.split("/")[1] ?? "";
}

const areas: ReadonlySet<string> = new Set(Object.values(operationPathsOf()).map(areaOf));

type Assets = { readonly fetch: (address: string) => Promise<Response> };

/**
 * Loads the documents from ASSETS; an empty map if nothing is bound, undefined if loading fails. Only
 * uncompressed forms are used, because the platform compresses answers itself.
 */
export async function openAssets({ ASSETS: assets }: Environment, log: Log): Promise<Documents | undefined> {
  if (assets === undefined) return new Map();
  const read = async (name: string): Promise<Response> => {
    const answer = await (assets as Assets).fetch(`https://assets.local/${name}`);
    if (!answer.ok) throw new Error(`The asset ${name} is a ${answer.status}.`);
    return answer;
  };
  try {
    const listed: ListedDocument[] = await (await read("documents.json")).json();
    const plain = listed.map(({ forms, ...document }) => ({
      ...document,
      forms: forms.filter(({ encoding }) => encoding === "identity"),
    }));
    return openDocuments(plain, async (tag) => new Uint8Array(await (await read(tag)).arrayBuffer()));
  } catch (thrown) {
    log({ level: "error", event: "loading documents failed", thrown });
    return undefined;
  }
}
