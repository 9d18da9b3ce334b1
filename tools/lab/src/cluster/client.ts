import { setTimeout as wait } from "node:timers/promises";
import { type Dice, makeDice } from "../ground/dice.ts";
import { openWire, type Wire, type WireAnswer } from "../ground/wire.ts";
import type { RacedPosition, SentCover } from "../race/covers.ts";

/** The operations that are asked, in the order of the specification. */
export type OperationName =
  | "searchSymbols"
  | "parseIdCard"
  | "setCoveredMarginCall"
  | "getMarginRatio"
  | "listNotifications";

/** What came of a request to one server; times are of the wall clock. */
export type Asked = {
  readonly operation: OperationName;
  /** The place of the server among all. */
  readonly server: number;
  readonly beganMs: number;
  readonly endedMs: number;
  /** `failed` is an answer of 503, `refused` a connection that was not let in, `cut` one that broke. */
  readonly outcome: "answered" | "failed" | "refused" | "cut";
  /** What is wrong at any time, outage or not. */
  readonly fault: string | undefined;
};

/** What came of a request. */
export type Call =
  | { readonly kind: "answered"; readonly answer: WireAnswer }
  | { readonly kind: "refused" }
  | { readonly kind: "cut"; readonly why: string };

/** Asks a server on one kept connection, which is opened anew wherever it is gone. */
type Caller = {
  readonly call: (request: string) => Promise<Call>;
  readonly close: () => void;
};

/** Makes a caller; it connects when it is first asked for something. */
function openCaller(port: number): Caller {
  let wire: Wire | undefined;
  const drop = (): void => {
    wire?.close();
    wire = undefined;
  };
  return { call, close: drop };

  async function call(request: string): Promise<Call> {
    // A connection that ended while nobody asked tells so before anything is sent; then a fresh one is used.
    for (;;) {
      const isKept = wire !== undefined;
      if (wire === undefined) {
        const opening = await openWire(port);
        if (opening.kind === "refused") return { kind: "refused" };
        if (opening.kind === "reset") return { kind: "cut", why: opening.why };
        wire = opening.wire;
      }
      const exchange = await wire.ask(request);
      if (exchange.kind === "answered") {
        if (exchange.answer.isLast) drop();
        return exchange;
      }
      drop();
      if (exchange.kind === "unsent" && isKept) continue;
      return { kind: "cut", why: exchange.kind === "cut" ? exchange.why : "closed at once" };
    }
  }
}

/** Says what is wrong with the body of an error, by the document. */
type ErrorJudge = (body: unknown) => readonly string[];

/** What a request came to, and what is wrong with it whether or not something is away. */
type Judged = Pick<Asked, "outcome" | "fault">;

/** Judges how a call was answered: as it has to be, or by a 503 in the agreed shape that says when to come again. */
export function judgeCall(operation: OperationName, call: Call, judgeError: ErrorJudge): Judged {
  if (call.kind !== "answered") return { outcome: call.kind, fault: undefined };
  const { status, headers, body } = call.answer;
  const isDue = status === (operation === "parseIdCard" ? 400 : 200);
  const value = parse(body);
  if (isDue) return { outcome: "answered", fault: value === undefined ? tell("has no JSON") : undefined };
  if (status !== 503) return { outcome: "answered", fault: tell(body.slice(0, 200)) };
  const faults = value === undefined ? ["has no JSON"] : [...judgeError(value)];
  if (!headers.get("content-type")?.startsWith("application/json")) faults.push("is not application/json");
  if (!/^\d+$/.test(headers.get("retry-after") ?? "")) faults.push("has no Retry-After");
  return { outcome: "failed", fault: faults[0] === undefined ? undefined : tell(faults.join(", ")) };

  function tell(what: string): string {
    return `${operation} was answered by ${status}: ${what}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a client asks for. */
type CallToWrite = {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Writes a request as it goes over the wire. */
function writeCall({ method = "GET", path, token, headers = {}, body }: CallToWrite): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === "" ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/** What users were shown of their notifications, and by which server. */
type ShownPages = {
  /** Begins a look at a user's newest page on one server. */
  readonly begin: (server: number, userId: string) => { readonly end: (body: string) => void };
  readonly faults: () => readonly string[];
};

/** Notices where a server, asked after it had shown a notification, did not show it any more. */
export function keepShown(): ShownPages {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  return {
    begin: (server, userId) => {
      const place = `${server}/${userId}`;
      const before = newest.get(place) ?? 0;
      return {
        end: (body) => {
          const shown = newestOf(body);
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

function newestOf(body: string): number {
  const { notifications } = JSON.parse(body) as {
    readonly notifications: readonly { readonly id: number }[];
  };
  return notifications[0]?.id ?? 0;
}

/** What all clients of a run share. */
export type Shared = {
  readonly ports: readonly number[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly positions: readonly RacedPosition[];
  readonly symbols: readonly string[];
  readonly judgeError: ErrorJudge;
  readonly shown: ShownPages;
  readonly asked: Asked[];
  readonly sent: SentCover[];
};

/** A client with a connection to each server. */
export type Client = {
  readonly search: (server: number) => Promise<Call>;
  readonly sendNoCard: (server: number) => Promise<Call>;
  readonly readRatio: (server: number) => Promise<Call>;
  readonly readPage: (server: number, userId: string) => Promise<Call>;
  /** Sends an order under a key, again and to each server in turn until it is answered; false where it never was. */
  readonly cover: (server: number, order: CoverOrder) => Promise<boolean>;
  readonly close: () => void;
};

type CoverOrder = {
  readonly key: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  /** Whether it is sent again to the same server alone. */
  readonly staysHere?: boolean;
  /** Whether it was answered once and is sent anew, as by somebody who forgot the answer. */
  readonly isRepeated?: boolean;
};

/** Stands in the request ids of orders that are sent anew after they were answered. */
export const repeatedMark = "repeated-";

const againMs = 100;
const triesMax = 300;

/** Opens a client; everything that it asks is kept. */
export function openClient(shared: Shared, dice: Dice): Client {
  const callers = shared.ports.map(openCaller);
  const symbol = (): string => pick(shared.symbols, dice);
  const someToken = (): string => pick([...shared.tokens.values()], dice);
  return {
    search: (server) =>
      ask("searchSymbols", server, { path: `/api/v1/MarketData/GetSymbolSearch/${symbol()}` }),
    sendNoCard: (server) =>
      ask("parseIdCard", server, { method: "POST", path: "/api/v2/chat/api/id-card", body: {} }),
    readRatio: (server) =>
      ask("getMarginRatio", server, {
        path: `/api/v1/diagnostics/margin-ratios/${symbol()}`,
        token: someToken(),
      }),
    readPage,
    cover,
    close: () => {
      for (const caller of callers) caller.close();
    },
  };

  async function ask(operation: OperationName, server: number, request: CallToWrite): Promise<Call> {
    const beganMs = Date.now();
    const call = (await callers[server]?.call(writeCall(request))) ?? { kind: "refused" };
    const judged = judgeCall(operation, call, shared.judgeError);
    shared.asked.push({ operation, server, beganMs, endedMs: Date.now(), ...judged });
    return call;
  }

  async function readPage(server: number, userId: string): Promise<Call> {
    const token = shared.tokens.get(userId) ?? "";
    const look = shared.shown.begin(server, userId);
    const call = await ask("listNotifications", server, { path: "/api/v1/notifications?limit=20", token });
    if (call.kind === "answered" && call.answer.status === 200) look.end(call.answer.body);
    return call;
  }

  async function cover(server: number, order: CoverOrder): Promise<boolean> {
    const { key, position, amountVnd, staysHere = false, isRepeated = false } = order;
    const { accountId, symbol: covered, userId } = position;
    for (let count = 0; count < triesMax; count += 1) {
      const requestId = `${key}.${isRepeated ? repeatedMark : ""}${count}`;
      const call = await ask("setCoveredMarginCall", (server + (staysHere ? 0 : count)) % callers.length, {
        method: "PATCH",
        path: "/api/v1/users/covered-margin-call",
        token: shared.tokens.get(userId) ?? "",
        headers: { "Idempotency-Key": key, "X-Request-Id": requestId },
        body: { accountId, symbol: covered, amount: amountVnd },
      });
      const { status, body } = call.kind === "answered" ? call.answer : { status: 0, body: call.kind };
      shared.sent.push({
        ...{ requestId, key, accountId, symbol: covered, amountVnd, isForeign: false },
        ...{ status, retryAfter: undefined, body },
      });
      if (status === 200) return true;
      await wait(againMs);
    }
    return false;
  }
}

/** Picks one of several. */
function pick<Each>(all: readonly Each[], dice: Dice): Each {
  const one = all[dice(all.length)];
  if (one === undefined) throw new RangeError("There is nothing to pick from.");
  return one;
}

/** Clients at work. */
type Load = {
  /** Lets what is under way be answered, and gives the keys that never were. */
  readonly stop: () => Promise<string[]>;
};

const clientCount = 12;
const pauseMsMax = 60;

/** One order in so many is sent once more under its key, long enough after its answer for something to have gone away between. */
const repeatedOneIn = 5;
const repeatMsMax = 20_000;

type Repeat = { readonly dueMs: number; readonly server: number; readonly order: CoverOrder };

type Worker = { readonly client: Client; readonly dice: Dice; readonly repeats: Repeat[] };

/** Steps of the amounts, in VND: the first two are below need, and the last are more than a position takes. */
const stepVnd = 250_000;
const stepCount = 53;

/** Lets clients ask for everything until they are stopped; each asks any server, as by a balancer that knows nothing. */
export function startLoad(shared: Shared, seed: number): Load {
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
    const dice = makeDice(seed + index * 7_919);
    const client = openClient(shared, dice);
    const repeats: Repeat[] = [];
    for (let count = 0; !isStopped; count += 1) {
      await askOnce({ client, dice, repeats }, `c${index}-${count}`);
      await repeatDue(client, repeats, performance.now());
      await wait(dice(pauseMsMax));
    }
    await repeatDue(client, repeats, Number.POSITIVE_INFINITY);
    client.close();
  }

  /** Another server has to know what the key was answered. */
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

  async function askOnce({ client, dice, repeats }: Worker, key: string): Promise<void> {
    const server = dice(shared.ports.length);
    const choice = dice(20);
    if (choice < 7) {
      const order = { key, position: pick(shared.positions, dice), amountVnd: dice(stepCount) * stepVnd };
      const isAnswered = await cover(client, server, order);
      if (isAnswered && dice(repeatedOneIn) === 0)
        repeats.push({ dueMs: performance.now() + dice(repeatMsMax), server, order });
    } else if (choice < 12) await client.readPage(server, pick([...shared.tokens.keys()], dice));
    else if (choice < 15) await client.readRatio(server);
    else if (choice < 19) await client.search(server);
    else await client.sendNoCard(server);
  }
}
