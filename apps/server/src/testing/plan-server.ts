import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createVerifier, fixedKeys, makeKey, publicKeysOf, type Role, signToken } from "@trading-oms/access";
import {
  type MarketBoard,
  type MarketEngine,
  openMarket,
  type Services,
  takeTurns,
} from "@trading-oms/brokerage";
import type { AccountKey, DurableStore } from "@trading-oms/brokerage/ports";
import { openSqliteStore, startSameThreadWriter } from "@trading-oms/store";
import { onTestFinished } from "vitest";
import { createApp } from "../app.ts";
import type { ServedContract } from "../http/served-contract.ts";
import type { LogEntry } from "../log-and-trace.ts";
import { LiveHub } from "../operations/companion/stream-live/live-hub.ts";
import { serveLive } from "../operations/companion/stream-live/live-reader.ts";
import { cacheLists } from "../operations/specified/search-symbols/entries.ts";
import { openMetrics } from "../runtimes/node/observe/metrics.ts";
import { hashText } from "../runtimes/workers/base-services.ts";
import type { ServerServices } from "../services.ts";
import { makeFolder } from "./make-folder.ts";

/** 18 November 2026, ten in the morning in Hà Nội. */
export const testNowMs: number = Date.parse("2026-11-18T10:00:00+07:00");

/** The application on a real store with real keys, and a clock that the test sets. */
export type PlannedServer = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The application as a runtime calls it. */
  readonly answer: (request: Request, bindings?: object) => Response | Promise<Response>;
  readonly services: Services & { readonly store: DurableStore };
  /** Opens the same store again, like another process. */
  readonly openBeside: () => Promise<DurableStore>;
  readonly book: ServerServices["book"];
  readonly board: MarketBoard;
  /** Its polls are up to the test. */
  readonly market: MarketEngine;
  /** A token of the user; `role` is the value of its role claim, of any form. */
  readonly tokenOf: (userId: string, lifeMs?: number, role?: unknown) => Promise<string>;
  /** Its turns are up to the test. */
  readonly live: LiveHub;
  readonly logged: LogEntry[];
  readonly clock: { nowMs: number };
};

/** Opens a test server on a temporary SQLite store; `given` overrides its services, `contracts` the documents served. */
export async function planServer(
  given: Partial<ServerServices> = {},
  contracts?: readonly ServedContract[],
): Promise<PlannedServer> {
  const folder = await makeFolder();
  const openBeside = async (): Promise<DurableStore> => {
    // Writes on this thread, because a writer thread takes longer to start than most tests run.
    const opened = await openSqliteStore({
      path: join(folder, "oms.sqlite"),
      startWriter: (path) => startSameThreadWriter(path, "none"),
    });
    onTestFinished(() => opened.close());
    return opened;
  };
  const store = await openBeside();
  const clock = { nowMs: testNowMs };
  const now = (): number => clock.nowMs;
  const key = await makeKey({ algorithm: "ES256", now });
  const market = await openMarket({ store, now });
  const { book, board } = market;
  const live = new LiveHub(
    { ...given, changes: market.live, book, board, now, yieldToEventLoop: () => setImmediate() },
    { userStreamsMax: 3, addressStreamsMax: 5, anonymousStreamsMax: 8, anonymousSymbolsMax: 1_000 },
  );
  const onCommitted = (key: AccountKey): void => market.live.noteCommit(key);
  const logged: LogEntry[] = [];
  const parties = { issuer: "trading-oms", audience: "trading-oms" };
  const app = createApp(
    {
      store,
      book,
      holidays: book.holidays,
      live: serveLive(live),
      onCommitted,
      board: {
        search: (term) => {
          board.followAtOnce();
          return board.search(term);
        },
      },
      instanceId: "oms-1",
      inTurn: takeTurns(() => performance.now()),
      verifier: createVerifier({ source: fixedKeys(publicKeysOf({ keys: [key] })), ...parties, now }),
      now,
      monotonicMs: now,
      makeId: () => randomUUID().replaceAll("-", ""),
      makeSpanId: () => "00f067aa0ba902b7",
      hash: hashText,
      log: (entry) => void logged.push(entry),
      metrics: openMetrics(),
      recordSpan: undefined,
      limiters: {},
      corsOrigins: new Set(),
      checkReadiness: () => ({ isReady: true, checks: { store: true, keys: true } }),
      documents: new Map(),
      writeList: cacheLists({ bytesMax: 1_000_000 }),
      ...given,
    },
    contracts,
  );
  return {
    fetch: async (path, init) => app.request(path, init),
    answer: app.fetch,
    openBeside,
    services: { store, now, makeId: randomUUID, hash: hashText, onCommitted },
    live,
    book,
    board,
    market,
    tokenOf: (userId, lifeMs = 60_000, role) =>
      signToken({ key, userId, role: role as Role | undefined, ttlMs: lifeMs, ...parties, now }),
    logged,
    clock,
  };
}
