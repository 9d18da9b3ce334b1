import { setTimeout as wait } from "node:timers/promises";
import type { Dice } from "../make-dice.ts";
import type { RacedPosition } from "../race/raced-position.ts";
import type { SentCover } from "../race/sent-cover.ts";
import type { Asked, OperationName } from "./asked.ts";
import { type ErrorJudge, judgeCall } from "./judge-call.ts";
import type { ShownPages } from "./keep-shown.ts";
import { type Call, openCaller } from "./open-caller.ts";
import { type CallToWrite, writeCall } from "./write-call.ts";

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

export type CoverOrder = {
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
export function pick<Each>(all: readonly Each[], dice: Dice): Each {
  const one = all[dice(all.length)];
  if (one === undefined) throw new RangeError("There is nothing to pick from.");
  return one;
}
