import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDiceOf, pick } from "../harness/dice.ts";
import { type Call, openKeptConnection, parseJson, paths, writeRequest } from "../harness/wire.ts";
import { type HistoryEvent, isBusy, recordRequest, type Span } from "../model/history.ts";
import type { ShownPage } from "../model/linear-history.ts";
import type { SentCover } from "../model/orders.ts";
import { describeCover, type RacedPosition, requestOf } from "../race/covers.ts";
import { drawAmountVnd } from "../race/race.ts";

/** The tested operations, in the order of the specification. */
export const operationNames = [
  "searchSymbols",
  "parseIdCard",
  "setCoveredMarginCall",
  "getMarginRatio",
  "listNotifications",
] as const;
type OperationName = (typeof operationNames)[number];

/** The outcome of a request to one server, with wall-clock times. */
export type Asked = {
  readonly operation: OperationName;
  /** The index of the server. */
  readonly server: number;
  readonly beganMs: number;
  readonly endedMs: number;
  /** `failed` is a 503, `busy` one of an account that others change, `refused` a connection that was not accepted, `cut` one that broke. */
  readonly outcome: "answered" | "failed" | "busy" | "refused" | "cut";
  /** A fault that no outage excuses. */
  readonly fault: string | undefined;
};

/** Checks the body of an error against the document. */
type ErrorCheck = (body: unknown) => readonly string[];

/** Checks an answer: it must be the expected one, or a documented 503 with Retry-After. */
export function checkCall(
  operation: OperationName,
  call: Call,
  checkError: ErrorCheck,
): Pick<Asked, "outcome" | "fault"> {
  if (call.kind !== "answered") return { outcome: call.kind, fault: undefined };
  const { status, headers, body } = call.answer;
  const faults: string[] = [];
  const value = parseJson(body);
  const isDue = status === (operation === "parseIdCard" ? 400 : 200);
  if ((isDue || status === 503) && value === undefined) faults.push("has no JSON");
  if (!isDue && status !== 503) faults.push(body.slice(0, 200));
  if (status === 503) {
    if (value !== undefined) faults.push(...checkError(value));
    if (!headers.get("content-type")?.startsWith("application/json")) faults.push("is not application/json");
    if (!/^\d+$/.test(headers.get("retry-after") ?? "")) faults.push("has no Retry-After");
  }
  const fault =
    faults.length === 0 ? undefined : `${operation} was answered by ${status}: ${faults.join(", ")}`;
  if (status !== 503) return { outcome: "answered", fault };
  return { outcome: isBusy(status, body) ? "busy" : "failed", fault };
}

/** State that all clients of a run share. */
export type Shared = {
  readonly ports: readonly number[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly positions: readonly RacedPosition[];
  readonly symbols: readonly string[];
  readonly checkError: ErrorCheck;
  readonly history: HistoryEvent[];
  readonly pages: ShownPage[];
  readonly asked: Asked[];
  readonly sent: SentCover[];
};

type CoverOrder = {
  readonly name: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  /** Whether retries go to the same server only. */
  readonly staysHere?: boolean;
  /** Whether it was answered before and is sent again, as by a client that lost the answer. */
  readonly isRepeated?: boolean;
};

/** What a client received; the status is 0 without an answer, and the body then says why. */
type Reply = Span & { readonly status: number; readonly body: string };

/** Marks the request ids of orders that are sent again after they were answered. */
export const repeatedMark = "repeated-";

const againMs = 100;
const triesMax = 300;

/** A client with a connection to each server. */
export type Client = ReturnType<typeof openClient>;

/** Opens a client. All of its requests are recorded. */
export function openClient(shared: Shared, dice: Dice) {
  const { ports, tokens, history, pages, asked, sent, checkError } = shared;
  const connections = ports.map(openKeptConnection);
  const ask = async (
    operation: OperationName,
    server: number,
    request: Parameters<typeof writeRequest>[0],
    described: Partial<ReturnType<typeof describeCover>> = {},
  ): Promise<Reply> => {
    const { requestId = `r${history.length}`, subject = operation, text = "" } = described;
    const place = `on server ${server + 1}`;
    const settle = recordRequest(history, { requestId, subject, text: `${text} ${place}`.trimStart() });
    const beganMs = Date.now();
    const call = (await connections[server]?.call(writeRequest(request))) ?? { kind: "refused" };
    const checked = checkCall(operation, call, checkError);
    asked.push({ operation, server, beganMs, endedMs: Date.now(), ...checked });
    const { status, body } = call.kind === "answered" ? call.answer : { status: 0, body: call.kind };
    return { status, body, ...settle(status, body) };
  };
  /** Sends an order once, with its name as the key or without one. */
  const cover = async (server: number, order: CoverOrder, key?: string, mark = ""): Promise<Reply> => {
    const { name, position, amountVnd } = order;
    const { accountId, symbol, userId } = position;
    const requestId = `${name}${mark}`;
    const toSend = { position, amountVnd, key, requestId, token: tokens.get(userId) ?? "" };
    const reply = await ask("setCoveredMarginCall", server, requestOf(toSend), describeCover(toSend));
    const asSent = { requestId, key, accountId, symbol, amountVnd, isForeign: false };
    sent.push({ ...asSent, retryAfter: undefined, ...reply });
    return reply;
  };
  return {
    search: (server: number) =>
      ask("searchSymbols", server, { path: paths.search + pick(dice, shared.symbols) }),
    sendNoCard: (server: number) =>
      ask("parseIdCard", server, { method: "POST", path: paths.card, body: {} }),
    readRatio: (server: number) => {
      const token = pick(dice, [...tokens.values()]);
      return ask("getMarginRatio", server, { path: paths.ratio + pick(dice, shared.symbols), token });
    },
    readPage: async (server: number, userId: string): Promise<Reply> => {
      const request = { path: `${paths.notifications}?limit=20`, token: tokens.get(userId) };
      const reply = await ask("listNotifications", server, request, { subject: userId, text: "reads" });
      const { status, body, invokedAt, settledAt } = reply;
      if (status !== 200) return reply;
      const page = JSON.parse(body) as { readonly notifications: readonly { readonly id: number }[] };
      pages.push({ userId, invokedAt, settledAt, value: page.notifications[0]?.id ?? 0 });
      return reply;
    },
    /** Sends an order once and without a key: if its answer is lost, its outcome is unknown. */
    coverOnce: (server: number, order: CoverOrder) => cover(server, order),
    /** Sends an order under a key, with retries on each server in turn. Returns false if it was never answered. */
    cover: async (server: number, order: CoverOrder): Promise<boolean> => {
      const { name, staysHere = false, isRepeated = false } = order;
      for (let count = 0; count < triesMax; count += 1) {
        const place = (server + (staysHere ? 0 : count)) % connections.length;
        const mark = `.${isRepeated ? repeatedMark : ""}${count}`;
        if ((await cover(place, order, name, mark)).status === 200) return true;
        await wait(againMs);
      }
      return false;
    },
    close: (): void => {
      for (const { close } of connections) close();
    },
  };
}

const clientCount = 12;
const pauseMsMax = 60;

const withoutKeyOneIn = 2;

/** One order in five is sent again under its key, up to 20 s after its answer, so that an outage may lie in between. */
const repeatedOneIn = 5;
const repeatMsMax = 20_000;

type Repeat = { readonly dueMs: number; readonly server: number; readonly order: CoverOrder };

/**
 * Runs clients that call all operations on random servers, as through a load balancer without health checks. `stop`
 * waits for running requests and returns the keys that were never answered.
 */
export function startLoad(shared: Shared, seed: number): { readonly stop: () => Promise<string[]> } {
  let isStopped = false;
  const unanswered: string[] = [];
  const working = Array.from({ length: clientCount }, (_, index) => work(index));
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(working);
      return unanswered;
    },
  };

  async function work(index: number): Promise<void> {
    const dice = makeDiceOf(seed, index);
    const client = openClient(shared, dice);
    const repeats: Repeat[] = [];
    for (let count = 0; !isStopped; count += 1) {
      await askOnce(client, dice, repeats, `c${index}-${count}`);
      await repeatDue(client, repeats, performance.now());
      await wait(dice(pauseMsMax));
    }
    await repeatDue(client, repeats, Number.POSITIVE_INFINITY);
    client.close();
  }

  /** Another server must give the same answer to a key. */
  async function repeatDue(client: Client, repeats: Repeat[], nowMs: number): Promise<void> {
    for (const repeat of repeats.filter(({ dueMs }) => dueMs <= nowMs)) {
      repeats.splice(repeats.indexOf(repeat), 1);
      await cover(client, (repeat.server + 1) % shared.ports.length, { ...repeat.order, isRepeated: true });
    }
  }

  async function cover(client: Client, server: number, order: CoverOrder): Promise<boolean> {
    const isAnswered = await client.cover(server, order);
    if (!isAnswered) unanswered.push(`${order.name} was never answered`);
    return isAnswered;
  }

  async function askOnce(client: Client, dice: Dice, repeats: Repeat[], name: string): Promise<void> {
    const server = dice(shared.ports.length);
    const choice = dice(20);
    if (choice < 7) {
      const order = { name, position: pick(dice, shared.positions), amountVnd: drawAmountVnd(dice) };
      if (dice(withoutKeyOneIn) === 0) return void (await client.coverOnce(server, order));
      const isAnswered = await cover(client, server, order);
      if (isAnswered && dice(repeatedOneIn) === 0)
        repeats.push({ dueMs: performance.now() + dice(repeatMsMax), server, order });
    } else if (choice < 12) await client.readPage(server, pick(dice, [...shared.tokens.keys()]));
    else if (choice < 15) await client.readRatio(server);
    else if (choice < 19) await client.search(server);
    else await client.sendNoCard(server);
  }
}
