/** Everything that the application needs, in this process: a store in memory, the demonstration, tokens, and the market. */
import { createVerifier, fixedKeys, makeKey, publicKeysOf, type Role, signToken } from "@trading-oms/access";
import { takeTurns } from "@trading-oms/brokerage";
import { calendarDateOf } from "@trading-oms/market";
import { loadDemo } from "@trading-oms/oms/demo";
import * as server from "@trading-oms/server/in-process";
import { openMemoryStore } from "@trading-oms/store/memory";
import type { BrokerOptions } from "./broker.ts";
import { openMarket } from "./market.ts";

const parties = { issuer: "trading-oms", audience: "trading-oms" };

/** Opens the services, with what brings the market up to the present time. */
export async function openServices(
  { seed = 1, now = () => Date.now(), speed = 10, desk: hasDesk = false }: BrokerOptions,
  {
    readCard,
    draining,
    onStreams,
  }: Pick<server.ServerServices, "draining"> & {
    readonly readCard: () => server.ServerServices["readCard"];
    readonly onStreams: (count: number) => void;
  },
) {
  const store = openMemoryStore();
  const loaded = await loadDemo({ store, hash }, calendarDateOf(now()), { hasDesk });
  if ("kind" in loaded) throw new Error(loaded.message);
  const key = await makeKey({ algorithm: "ES256", now });
  const market = await openMarket({ store, now, hash, makeId }, { seed, speed });
  const { book, marks, board } = market.services;
  const feedHealth = () => ({ silentSinceMs: undefined, isSimulated: true });
  const live = new server.LiveHub(
    { changes: market.changes, book, board, marks, now, feedHealth },
    {
      userStreamsMax: 10,
      ...{ addressStreamsMax: undefined, anonymousStreamsMax: undefined, anonymousSymbolsMax: undefined },
    },
  );
  const metrics = server.createMetrics();
  let streamCount = 0;
  const services: server.ServerServices = {
    ...{ ...market.services, store, live: server.serveLive(live), now, hash, draining, feedHealth },
    onCommitted: (account) => live.changes.noteCommit(account),
    inTurn: takeTurns(() => performance.now()),
    verifier: createVerifier({ source: fixedKeys(publicKeysOf({ keys: [key] })), ...parties, now }),
    monotonicMs: () => performance.now(),
    ...{ makeId, holidays: book.holidays },
    makeSpanId: () => makeId().slice(16),
    instanceId: "broker",
    log: () => {},
    recordSpan: undefined,
    metrics: {
      ...metrics,
      countOpenStreams: (operation, change) => {
        metrics.countOpenStreams(operation, change);
        streamCount += change;
        onStreams(streamCount);
      },
    },
    limiters: {},
    corsOrigins: new Set(server.localOrigins),
    writeList: server.cacheLists({ bytesMax: 1_000_000 }),
    get readCard() {
      return readCard();
    },
    checkReadiness: () => ({ isReady: true, checks: { store: true, keys: true } }),
    documents: new Map(),
  };
  let caughtUp: Promise<void> = Promise.resolve();
  const catchUp = (): Promise<void> => {
    const before = caughtUp.catch(() => {});
    // One after the other, so that each ends with the market of its own time.
    caughtUp = before.then(async () => {
      await market.catchUp();
      live.turn();
    });
    return caughtUp;
  };
  await catchUp();
  return {
    services,
    catchUp,
    move: async (symbol: string, percent: number) => {
      market.move(symbol, percent);
      await catchUp();
    },
    user: (userId: string, role?: Role) =>
      signToken({ key, userId, role, ttlMs: 86_400_000, ...parties, now }),
  };
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  // Not `toHex`, which Node has from version 25 on.
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function makeId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
