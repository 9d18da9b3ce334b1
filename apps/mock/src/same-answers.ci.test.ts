import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openReferenceBook } from "@trading-oms/brokerage";
import type { TakeMessages } from "@trading-oms/brokerage/ports";
import { runOms } from "@trading-oms/scratch";
import { operatorContract, servedContracts } from "@trading-oms/server/in-process";
import { readSettings } from "@trading-oms/server/read-settings";
import { startServer } from "@trading-oms/server/start-server";
import { openSqliteStore } from "@trading-oms/store";
import { expect, onTestFinished, test } from "vitest";
import type { Broker } from "./broker.ts";
import { createBroker } from "./create-broker.ts";
import { openExchange, playAll } from "./market.ts";
import { type DrawnRequest, drawRequests, operations, type Role, roles } from "./testing/draw-requests.ts";

const seed = 1;

/** A server on SQLite with the demonstration and the same still prices. */
async function startStill() {
  const folder = await mkdtemp(join(tmpdir(), "mock-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error", OPERATOR: "on" };
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "demo", "load");
  const read = readSettings([], environment);
  if (read.kind !== "settings") throw new Error(JSON.stringify(read));
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  const book = await openReferenceBook({ store });
  const instruments = [...book.listEntries().keys()].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  await store.close();
  let take: TakeMessages = () => {};
  const feed = {
    isAlwaysTrading: true,
    follow: async (taker: TakeMessages) => {
      take = taker;
      return { need: () => {}, stop: async () => {} };
    },
  };
  const started = await startServer(
    {
      ...read.settings,
      userRequestsMax: undefined,
      addressRequestsMax: undefined,
      cardRequestsMax: undefined,
      operatorRequestsMax: undefined,
    },
    {
      opened: {
        feed,
        isSimulated: () => true,
        begin: () => {
          const exchange = openExchange(instruments, { seed, speed: 0, nowMs: Date.now() });
          take(playAll(exchange, Date.now()));
          for (const { symbol, referencePrice } of instruments) exchange.move(symbol, referencePrice);
          take(playAll(exchange, Date.now()));
          const beat = setInterval(() => void take([{ kind: "heartbeat", atMs: Date.now() }]), 500);
          return { stop: async () => clearInterval(beat) };
        },
      },
    },
  );
  if (started.kind !== "started") throw new Error(JSON.stringify(started));
  const tokens = new Map<Role, string>();
  for (const [role, [user, kind]] of Object.entries(roles)) {
    const words = kind === undefined ? [] : ["--role", kind];
    tokens.set(role as Role, (await runOms({ DATA_DIR: folder }, "token", "--user", user, ...words)).trim());
  }
  return { ...started, tokens };
}

type Tokens = ReadonlyMap<Role, string>;
type Comparable = { readonly status: number; readonly headers: unknown; readonly body: unknown };

/** How long a stream says nothing once it has sent what is known at its beginning. */
const silentMs = 400;

async function ask(
  { method, path, headers, body, role }: DrawnRequest,
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  tokens: Tokens,
): Promise<Comparable> {
  const token = tokens.get(role as Role) ?? role;
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body }),
  });
  const kept = [...response.headers].filter(([name]) => !transferNames.test(name));
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  return {
    status: response.status,
    headers: kept.map(shownHeader),
    body: isStream ? shownEvents(await readFirst(response)) : shown(await response.text()),
  };
}

/** The first events of a stream, which ends here. */
async function readFirst({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const silence = new Promise<undefined>((resolve) => setTimeout(resolve, silentMs));
    const part = await Promise.race([reader?.read(), silence]);
    if (part === undefined || part.done) break;
    text += part.value;
  }
  await reader?.cancel();
  return text;
}

/** The lines of events. Ids of notifications are other ones in another store. */
function shownEvents(text: string): unknown[] {
  return text.split("\n").map((line) => {
    if (line.startsWith("id: ")) return "id: changes";
    return line.startsWith("data: ") ? shown(line.slice("data: ".length)) : line;
  });
}

/** Headers of a connection, and those that differ in each answer. */
const transferNames = /^(?:connection|content-length|date|keep-alive|transfer-encoding)$/;
const changingHeaders = new Set(["etag", "traceparent", "x-request-id"]);

function shownHeader([name, value]: [string, string]): string {
  // The mock compresses nothing.
  return changingHeaders.has(name) ? name : `${name}: ${value.replace(", Accept-Encoding", "")}`;
}

/** Times, ids, and what names the instance. */
const changingNames =
  /(?:^instance|[tT]ime|At|AtMs|_at|Until|[sS]ince|requestI[dD]|traceId|executionTime|serviceInstance|hash|startedAt|minutes|movementId|place|version|versions|seq|^id|newestId)$/;

function shown(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (changingNames.test(name)) return value === null ? null : "changes";
      // Times of changes in the audit.
      if (typeof value === "number" && value > 1.7e12 && value < 2e12) return "changes";
      // Processes have names of their own.
      if (name === "watchers") return (value as { shards: number }[]).map(({ shards }) => shards);
      return typeof value === "string"
        ? value.replaceAll(/TX-[\w-]+|[0-9a-f]{32}|\b\d{13}\b/g, "changes")
        : value;
    });
  } catch {
    return text.replaceAll(/\b\d{13}\b|\d{4}-\d\d-\d\d[T ][\d:.+Z]+/g, "changes");
  }
}

async function tokensOf(broker: Broker): Promise<Tokens> {
  const signed = Object.entries(roles).map(
    async ([role, [user, kind]]) => [role as Role, await broker.user(user, kind)] as const,
  );
  return new Map(await Promise.all(signed));
}

/** A change reaches all that follows the server's store within half a second, and on a busy machine some time later. */
const settledMs = 700;
const triesMax = 5;
/** What reads what follows the store, besides GET. */
const reads = new Set(["operator.shockPrices", "companion.previewCover"]);

/** The lines of the first that the second has not. */
function linesOnlyIn(one: Comparable, other: Comparable): readonly string[] {
  const [lines, others] = [one, other].map((each) => JSON.stringify(each, undefined, 1).split("\n"));
  return (lines ?? []).filter((line) => !others?.includes(line));
}

test("the mock and the server give the same answers to the same 1,000 requests", async () => {
  const server = await startStill();
  onTestFinished(async () => void (await server.stop()));
  const broker = await createBroker({ seed, speed: 0 });
  // So that requests with cards are read as far as the photographs.
  broker.card({});
  const tokens = await tokensOf(broker);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const differences: unknown[] = [];
  const statuses = new Map<number, number>();
  const answered = new Set<string>();
  for (const request of drawRequests(1_000, 11)) {
    const plain = { ...request, headers: { ...request.headers, "accept-encoding": "identity" } };
    const askServer = () => ask(plain, (path, init) => fetch(server.origin + path, init), server.tokens);
    let expected = await askServer();
    const found = await ask(request, broker.fetch, tokens);
    const isRead = request.method === "GET" || reads.has(request.operation);
    for (let tries = 1; isRead && tries < triesMax && !isDeepStrictEqual(found, expected); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, settledMs));
      expected = await askServer();
    }
    const missing = linesOnlyIn(expected, found);
    const surplus = linesOnlyIn(found, expected);
    if (!isDeepStrictEqual(found, expected)) differences.push({ request, missing, surplus });
    statuses.set(found.status, (statuses.get(found.status) ?? 0) + 1);
    if (found.status === 200) answered.add(request.operation);
    if (request.method !== "GET" && expected.status === 200)
      await new Promise((resolve) => setTimeout(resolve, settledMs));
  }
  await broker.close();
  console.log(`answers by status: ${JSON.stringify([...statuses].toSorted())}`);
  expect(differences).toEqual([]);
  const drawn = Object.keys(operations).toSorted();
  const documented = [...servedContracts, operatorContract].flatMap(({ operationPrefix, routes }) =>
    Object.keys(routes).map((id) => operationPrefix + id),
  );
  expect(drawn).toEqual(documented.toSorted());
  // A server reads the print of a card as well, so only refused ones are drawn.
  expect([...answered, "parseIdCard"].toSorted()).toEqual(drawn);
});
