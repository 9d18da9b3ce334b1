import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDiceOf, pick } from "../harness/dice.ts";
import { type Call, openKeptConnection, parseJson, paths, writeRequest } from "../harness/wire.ts";
import type { SentCover } from "../model/orders.ts";
import { type RacedPosition, requestOf } from "../race/covers.ts";
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
  return { outcome: /too much to do/.test(body) ? "busy" : "failed", fault };
}

/** The notifications that each server has shown to users. */
type ShownPages = {
  /** Starts reading a user's newest page on one server. */
  readonly begin: (server: number, userId: string) => { readonly end: (body: string) => void };
  readonly faults: () => readonly string[];
};

/** Detects servers that no longer show a notification that they have shown before. */
export function keepShown(): ShownPages {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  return {
    begin: (server, userId) => {
      const place = `${server}/${userId}`;
      const before = newest.get(place) ?? 0;
      return {
        end: (body) => {
          const page = JSON.parse(body) as { readonly notifications: readonly { readonly id: number }[] };
          const shown = page.notifications[0]?.id ?? 0;
          if (shown < before) {
            faults.push(
              `server ${server + 1} showed ${userId} the notification ${before}, and later only ${shown}`,
            );
          }
          newest.set(place, Math.max(shown, newest.get(place) ?? 0));
        },
      };
    },
    faults: () => faults,
  };
}

/** State that all clients of a run share. */
export type Shared = {
  readonly ports: readonly number[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly positions: readonly RacedPosition[];
  readonly symbols: readonly string[];
  readonly checkError: ErrorCheck;
  readonly shown: ShownPages;
  readonly asked: Asked[];
  readonly sent: SentCover[];
};

type CoverOrder = {
  readonly key: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  /** Whether retries go to the same server only. */
  readonly staysHere?: boolean;
  /** Whether it was answered before and is sent again, as by a client that lost the answer. */
  readonly isRepeated?: boolean;
};

/** Marks the request ids of orders that are sent again after they were answered. */
export const repeatedMark = "repeated-";

const againMs = 100;
const triesMax = 300;

/** A client with a connection to each server. */
export type Client = ReturnType<typeof openClient>;

/** Opens a client. All of its requests are recorded. */
export function openClient(shared: Shared, dice: Dice) {
  const connections = shared.ports.map(openKeptConnection);
  const symbol = (): string => pick(dice, shared.symbols);
  const ask = async (
    operation: OperationName,
    server: number,
    request: Parameters<typeof writeRequest>[0],
  ): Promise<Call> => {
    const beganMs = Date.now();
    const call = (await connections[server]?.call(writeRequest(request))) ?? { kind: "refused" };
    const checked = checkCall(operation, call, shared.checkError);
    shared.asked.push({ operation, server, beganMs, endedMs: Date.now(), ...checked });
    return call;
  };
  return {
    search: (server: number) => ask("searchSymbols", server, { path: paths.search + symbol() }),
    sendNoCard: (server: number) =>
      ask("parseIdCard", server, { method: "POST", path: paths.card, body: {} }),
    readRatio: (server: number) => {
      const token = pick(dice, [...shared.tokens.values()]);
      return ask("getMarginRatio", server, { path: paths.ratio + symbol(), token });
    },
    readPage: async (server: number, userId: string): Promise<Call> => {
      const token = shared.tokens.get(userId);
      const look = shared.shown.begin(server, userId);
      const call = await ask("listNotifications", server, { path: `${paths.notifications}?limit=20`, token });
      if (call.kind === "answered" && call.answer.status === 200) look.end(call.answer.body);
      return call;
    },
    /** Sends an order under a key, with retries on each server in turn. Returns false if it was never answered. */
    cover: async (server: number, order: CoverOrder): Promise<boolean> => {
      const { key, position, amountVnd, staysHere = false, isRepeated = false } = order;
      const { accountId, symbol, userId } = position;
      for (let count = 0; count < triesMax; count += 1) {
        const requestId = `${key}.${isRepeated ? repeatedMark : ""}${count}`;
        const place = (server + (staysHere ? 0 : count)) % connections.length;
        const token = shared.tokens.get(userId) ?? "";
        const request = requestOf({ position, amountVnd, key, requestId, token });
        const call = await ask("setCoveredMarginCall", place, request);
        const { status, body } = call.kind === "answered" ? call.answer : { status: 0, body: call.kind };
        shared.sent.push({
          ...{ requestId, key, accountId, symbol, amountVnd, isForeign: false },
          ...{ status, retryAfter: undefined, body },
        });
        if (status === 200) return true;
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
    if (!isAnswered) unanswered.push(`${order.key} was never answered`);
    return isAnswered;
  }

  async function askOnce(client: Client, dice: Dice, repeats: Repeat[], key: string): Promise<void> {
    const server = dice(shared.ports.length);
    const choice = dice(20);
    if (choice < 7) {
      const order = { key, position: pick(dice, shared.positions), amountVnd: drawAmountVnd(dice) };
      const isAnswered = await cover(client, server, order);
      if (isAnswered && dice(repeatedOneIn) === 0)
        repeats.push({ dueMs: performance.now() + dice(repeatMsMax), server, order });
    } else if (choice < 12) await client.readPage(server, pick(dice, [...shared.tokens.keys()]));
    else if (choice < 15) await client.readRatio(server);
    else if (choice < 19) await client.search(server);
    else await client.sendNoCard(server);
  }
}
