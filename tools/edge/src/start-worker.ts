import { fileURLToPath } from "node:url";
import type { Services } from "@trading-oms/brokerage";
import { checkExample, listOperations, type Measure, readDocument, schemaJudge } from "@trading-oms/document";
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
    tokenOf,
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

/** The runtime has words of its own, where a Worker does not even start. */
function readLine(message: string): Readonly<Record<string, unknown>> {
  return message.startsWith("{") ? JSON.parse(message) : { event: "told by the runtime", message };
}

/** So many looks tell garbage that was not collected yet from what stays. */
const lookCountMax = 12;

/**
 * What an isolate that collects garbage every so many allocations holds once it has: the first look at or under
 * `mostBytes`, or the least of many, before each of which it was given something little to do.
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

const documentPath = fileURLToPath(new URL("../../../openapi/openapi.yaml", import.meta.url));

let measure: Promise<Measure> | undefined;

/** Holds an answer against the document and gives its body; throws with what is wrong with it. */
export async function judgeAnswer(operationId: string, response: WorkerResponse): Promise<unknown> {
  measure ??= readMeasure();
  const { document, judgeOf } = await measure;
  const operation = listOperations(document).find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The document has no ${operationId}.`);
  const body: unknown = await response.json();
  const mediaType = response.headers.get("content-type")?.split(";")[0];
  const role = { kind: "response", operation, status: String(response.status), mediaType } as const;
  const flaws = checkExample({ document, judgeOf }, role, body);
  if (flaws.length > 0) throw new Error(JSON.stringify({ operationId, body, flaws }));
  return body;
}

async function readMeasure(): Promise<Measure> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  return { document: reading.document, judgeOf: schemaJudge(reading.document) };
}

/**
 * Sends a card again where a busy machine has used up the reader's ten seconds, or still reads the card of before: what is
 * read of a card is one promise, and how long it may take is another, which `read-one-by-one.test.ts` of the server holds.
 */
export async function untilRead<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const said = JSON.stringify(answer);
    if (!/the time for reading was over|The queue of cards is full/.test(said)) return answer;
    await new Promise((settle) => setTimeout(settle, 1_000));
  }
}
