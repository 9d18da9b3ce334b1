import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { makeKey, publicKeysOf, type SigningKey, signToken } from "@trading-oms/access";
import type { Services } from "@trading-oms/brokerage";
import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare, type Response as WorkerResponse } from "miniflare";
import { onTestFinished } from "vitest";
import { bundleWorker } from "../bundle-worker.ts";
import { workerConfiguration } from "../worker-configuration.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const entry = fileURLToPath(import.meta.resolve("@trading-oms/server/workers"));

let bundled: Promise<string> | undefined;

/** The bundle in the runtime of Workers, with a database of its own. */
export type StartedWorker = {
  readonly fetch: (
    path: string,
    init?: {
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ) => Promise<WorkerResponse>;
  readonly database: D1Binding;
  /** What another process would do it with; asked for, it brings the database to the newest schema. */
  readonly openServices: () => Promise<Services>;
  readonly tokenOf: (userId: string) => Promise<string>;
  readonly keyHost: { count: number; isAway: boolean };
  /** The lines of the log so far. */
  readonly logged: Readonly<Record<string, unknown>>[];
};

/** How a Worker is started: the texts of its configuration, in which `keys` stands for the keys of the tests. */
export type WorkerTexts = Readonly<Record<string, string | { readonly kind: "keys" }>>;

export const keysText = { kind: "keys" } as const;

/** Where the host of the keys is, so far as the Worker knows. */
export const keyHostUrl = "https://login.example/keys";

/** Starts the bundle with an empty database. */
export async function startWorker(texts: WorkerTexts = { AUTH_JWKS: keysText }): Promise<StartedWorker> {
  bundled ??= bundleWorker(entry, root).then(({ code }) => code);
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const jwks = JSON.stringify(publicKeysOf({ keys: [key] }));
  const keyHost = { count: 0, isAway: false };
  const logged: Readonly<Record<string, unknown>>[] = [];
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: workerConfiguration.main, contents: await bundled }],
    compatibilityDate: workerConfiguration.compatibility_date,
    d1Databases: workerConfiguration.d1_databases.map(({ binding }) => binding),
    bindings: Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, typeof text === "string" ? text : jwks]),
    ),
    cf: false,
    outboundService: async () => {
      keyHost.count += 1;
      // As far as a real host is.
      await new Promise((settle) => setTimeout(settle, 100));
      return keyHost.isAway ? new Response("away", { status: 502 }) : new Response(jwks);
    },
    handleStructuredLogs: ({ message }: { readonly message: string }) => void logged.push(readLine(message)),
  });
  onTestFinished(() => miniflare.dispose());
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
  return {
    fetch: (path, init) => miniflare.dispatchFetch(`http://workers.test${path}`, init),
    database,
    openServices: async () => ({
      store: await openD1Store(database),
      now: () => Date.now(),
      makeId: () => crypto.randomUUID(),
      hash: async (text) => createHash("sha256").update(text).digest("hex"),
    }),
    tokenOf: (userId) => tokenOf(key, userId),
    keyHost,
    logged,
  };
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
