import { makeKey, publicKeysOf, type SigningKey, signToken } from "@trading-oms/access";
import type { Services } from "@trading-oms/brokerage";
import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare, type Response as WorkerResponse } from "miniflare";
import { onTestFinished } from "vitest";
import { cardWorker, type EdgeWorker, requestWorker } from "../edge-workers.ts";
import { measureIsolate } from "../measure-isolate.ts";
import { readWorkerOptions, type WorkerOptions } from "../worker-options.ts";
import { makeServices } from "./make-services.ts";

const bundled = new Map<EdgeWorker, Promise<WorkerOptions>>();

/** The bundle in the runtime of Workers, with a database of its own. */
export type StartedWorker = {
  readonly fetch: (
    path: string,
    init?: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    },
  ) => Promise<WorkerResponse>;
  readonly database: D1Binding;
  /** What another process would do it with; asked for, it brings the database to the newest schema. */
  readonly openServices: () => Promise<Services>;
  readonly tokenOf: (userId: string) => Promise<string>;
  readonly keyHost: { count: number; isAway: boolean };
  /** The bytes that the isolate of the Worker that reads cards holds. */
  readonly measureCards: () => Promise<number>;
  /** The lines of the log so far. */
  readonly logged: Readonly<Record<string, unknown>>[];
};

/** How a Worker is started: the texts of its configuration, in which `keys` stands for the keys of the tests. */
export type WorkerTexts = Readonly<Record<string, string | { readonly kind: "keys" }>>;

export const keysText = { kind: "keys" } as const;

/** Where the host of the keys is, so far as the Worker knows. */
export const keyHostUrl = "https://login.example/keys";

/** Starts the bundle with an empty database; with texts for it, the Worker that reads cards is bound to it. */
export async function startWorker(
  texts: WorkerTexts = { AUTH_JWKS: keysText },
  cardTexts?: Readonly<Record<string, string>>,
): Promise<StartedWorker> {
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const jwks = JSON.stringify(publicKeysOf({ keys: [key] }));
  const keyHost = { count: 0, isAway: false };
  const logged: Readonly<Record<string, unknown>>[] = [];
  const main = {
    ...(await optionsOf(requestWorker)),
    serviceBindings: {},
    bindings: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === "string" ? text : jwks]),
    ),
    outboundService: async () => {
      keyHost.count += 1;
      // As far as a real host is.
      await new Promise((settle) => setTimeout(settle, 100));
      return keyHost.isAway ? new Response("away", { status: 502 }) : new Response(jwks);
    },
  };
  const miniflare = new Miniflare({
    workers: cardTexts === undefined ? [main] : await bindCards(main, cardTexts),
    cf: false,
    ...(cardTexts && { inspectorPort: 0 }),
    handleStructuredLogs: ({ message }: { readonly message: string }) => void logged.push(readLine(message)),
  });
  onTestFinished(() => miniflare.dispose());
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
  return {
    fetch: (path, init) => miniflare.dispatchFetch(`http://workers.test${path}`, init),
    database,
    openServices: async () => makeServices(await openD1Store(database)),
    tokenOf: (userId) => tokenOf(key, userId),
    keyHost,
    measureCards: async () =>
      measureIsolate(await miniflare.getInspectorURL(), (await optionsOf(cardWorker)).name),
    logged,
  };
}

/** Beside a Worker the one that reads cards, which the first has bound. */
async function bindCards<Options extends object>(main: Options, bindings: Readonly<Record<string, string>>) {
  const cards = { ...(await optionsOf(cardWorker)), bindings };
  return [{ ...main, serviceBindings: { CARDS: cards.name } }, cards];
}

/** Bundled once a file of tests. */
function optionsOf(worker: EdgeWorker): Promise<WorkerOptions> {
  const options = bundled.get(worker) ?? readWorkerOptions(worker, {});
  bundled.set(worker, options);
  return options;
}

function tokenOf(key: SigningKey, userId: string): Promise<string> {
  return signToken({
    key,
    userId,
    ttlMs: 3_600_000,
    issuer: "trading-oms",
    audience: "trading-oms",
    now: () => Date.now(),
  });
}

/** The runtime has words of its own, where a Worker does not even start. */
function readLine(message: string): Readonly<Record<string, unknown>> {
  return message.startsWith("{") ? JSON.parse(message) : { event: "told by the runtime", message };
}
