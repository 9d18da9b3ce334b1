import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "@trading-oms/brokerage";
import { checkExample, listOperations, type Measure, readMeasure } from "@trading-oms/spec";
import { type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare, type Response as WorkerResponse } from "miniflare";
import { onTestFinished } from "vitest";
import { makeServices, makeSigner } from "./market.ts";
import { measureIsolate } from "./measure.ts";
import {
  cardWorker,
  type EdgeWorker,
  readWorkerOptions,
  requestWorker,
  type WorkerOptions,
} from "./workers.ts";

const bundled = new Map<EdgeWorker, Promise<WorkerOptions>>();

/** The bundle in workerd with its own database. */
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
  /** Opens the services of another process on the same database, in which this creates the schema. */
  readonly openServices: () => Promise<Services>;
  readonly tokenOf: (userId: string) => Promise<string>;
  readonly keyHost: { count: number; isAway: boolean };
  /** The memory of the card Worker's isolate in bytes. */
  readonly measureCards: () => Promise<number>;
  /** The lines logged so far. */
  readonly logged: Readonly<Record<string, unknown>>[];
};

/** The variables of a Worker; a value of kind `keys` stands for the public keys of the tests. */
export type TestVars = Readonly<Record<string, string | { readonly kind: "keys" }>>;

export const keysText = { kind: "keys" } as const;

/** The URL of the key host, as configured in the Worker. */
export const keyHostUrl = "https://login.example/keys";

/** Starts the bundle with an empty database. With `cardTexts`, the card Worker is bound to it. */
export async function startWorker(
  texts: TestVars = { AUTH_JWKS: keysText },
  cardTexts?: Readonly<Record<string, string>>,
): Promise<StartedWorker> {
  const { jwks, tokenOf } = await makeSigner();
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
      // Simulates the latency of a real host.
      await wait(100);
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
    tokenOf,
    keyHost,
    measureCards: async () =>
      measureIsolate(await miniflare.getInspectorURL(), (await optionsOf(cardWorker)).name),
    logged,
  };
}

/** Adds the card Worker and its binding. */
async function bindCards<Options extends object>(main: Options, bindings: Readonly<Record<string, string>>) {
  const cards = { ...(await optionsOf(cardWorker)), bindings };
  return [{ ...main, serviceBindings: { CARDS: cards.name } }, cards];
}

/** Bundles each Worker once per test file. */
function optionsOf(worker: EdgeWorker): Promise<WorkerOptions> {
  const options = bundled.get(worker) ?? readWorkerOptions(worker, {});
  bundled.set(worker, options);
  return options;
}

/** The runtime prints lines of its own if a Worker fails to start. */
function readLine(message: string): Readonly<Record<string, unknown>> {
  return message.startsWith("{") ? JSON.parse(message) : { event: "told by the runtime", message };
}

/** Enough measurements to tell uncollected garbage from memory in use. */
const lookCountMax = 12;

/**
 * Measures the memory of an isolate that collects garbage every so many allocations. Returns the first measurement of
 * at most `mostBytes`, or the smallest of several, with a little work before each.
 */
export async function heldAfter(
  doLittle: () => Promise<unknown>,
  look: () => Promise<number>,
  mostBytes: number,
): Promise<number> {
  let held = Number.POSITIVE_INFINITY;
  for (let count = 0; count < lookCountMax && held > mostBytes; count += 1) {
    await doLittle();
    held = Math.min(held, await look());
  }
  return held;
}

let measure: Promise<Measure> | undefined;

/** Checks an answer against the document and returns its body. Throws with what is wrong. */
export async function checkAnswer(operationId: string, response: WorkerResponse): Promise<unknown> {
  measure ??= readMeasure();
  const { document, validatorOf } = await measure;
  const operation = listOperations(document).find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The document has no ${operationId}.`);
  const body: unknown = await response.json();
  const mediaType = response.headers.get("content-type")?.split(";")[0];
  const role = { kind: "response", operation, status: String(response.status), mediaType } as const;
  const flaws = checkExample({ document, validatorOf }, role, body);
  if (flaws.length > 0) throw new Error(JSON.stringify({ operationId, body, flaws }));
  return body;
}

/**
 * Sends a card again if a busy machine has used up the reader's ten seconds, or still reads the previous card. These
 * tests are about the result; `read-one-by-one.test.ts` of the server tests the time.
 */
export async function untilRead<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const said = JSON.stringify(answer);
    if (!/the time for reading was over|The queue of cards is full/.test(said)) return answer;
    await wait(1_000);
  }
}
