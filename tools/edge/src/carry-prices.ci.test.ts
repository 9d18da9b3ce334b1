import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import {
  moveCash,
  openAccount,
  openCatalog,
  QuoteKeeper,
  setPosition,
  setPrice,
} from "@trading-oms/brokerage";
import { omsProgram } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import type { D1Binding } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadMarket, makeServices } from "./market.ts";
import { startEdge } from "./start-edge.ts";

const key = { userId: "u-1", accountId: "888C000017" };

/**
 * Starts the Workers on a D1 with an account that is called at 80,000, and a server database with the same instruments.
 */
async function start() {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-carry-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const signingKey = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  const texts = { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [signingKey] })) };
  const edge = await startEdge({ texts, port: 0 });
  onTestFinished(edge.stop);
  const services = makeServices(await edge.openStore());
  await loadMarket(services);
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 100_000_000n, movementId: "TX-1" });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
  const api = await serveD1Api((await edge.miniflare.getD1Database("DB")) as unknown as D1Binding);
  onTestFinished(api.stop);
  const server = makeServices(await openSqliteStore({ path: join(folder, "oms.sqlite") }));
  onTestFinished(() => server.store.close());
  await loadMarket(server);
  const { board } = await openCatalog(server);
  const keeper = new QuoteKeeper(server, board);
  /** Handles a trade as a server does. */
  const tell = async (seq: number, price: bigint): Promise<void> => {
    const atMs = Date.now();
    board.apply({ kind: "trade", symbol: "FPT", atMs, seq, price, quantity: 100, side: "buy" });
    keeper.note(board.takeChangedSymbols());
    await keeper.save();
    await server.store.setMarks([{ symbol: "FPT", price, atMs, isByHand: false }], { nowMs: Date.now() });
  };
  const order = { key: signingKey, userId: "u-1", ttlMs: 60_000, now: () => Date.now() };
  const token = await signToken({ ...order, issuer: "trading-oms", audience: "trading-oms" });
  const listCalls = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${edge.url}/api/v1/notifications`, { headers });
    const { notifications } = (await answer.json()) as { notifications: Record<string, unknown>[] };
    return notifications.filter(({ type }) => type !== "Deposit");
  };
  const findPrice = async () => {
    const answer = await fetch(`${edge.url}/api/v1/MarketData/GetSymbolSearch/fpt`);
    const { data } = (await answer.json()) as { data: { info: { lsPrc: number } | null }[] };
    return data[0]?.info?.lsPrc ?? null;
  };
  return { folder, edge, api, services, server, tell, listCalls, findPrice };
}

/** Runs the command as an operator does; SIGINT stops it. */
function carry({ databaseId, environment }: D1Api, folder: string, ...words: readonly string[]) {
  const { PATH = "" } = process.env;
  const line = [omsProgram, "prices", "carry", "--d1", databaseId, "--json", ...words];
  const child = spawn(process.execPath, line, { env: { PATH, DATA_DIR: folder, ...environment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return {
    stop: () => void child.kill("SIGINT"),
    ended: ended.then(([stdout, stderr, [status]]) => ({
      status,
      stderr,
      counts: JSON.parse(stdout || "{}"),
    })),
  };
}

/** A stand-in for Cloudflare's D1 HTTP API, on a binding of workerd. */
type D1Api = {
  readonly environment: Readonly<Record<string, string>>;
  readonly databaseId: string;
  /** While `isAway` is set, the API answers no request. */
  readonly state: { isAway: boolean; askedCount: number };
  readonly stop: () => Promise<void>;
};

type Statement = { readonly sql: string; readonly params?: readonly unknown[] };

const accountId = "a-1";
const databaseId = "d-1";
const apiToken = "t-1";

/** Serves the documented API: one statement or a batch, with text parameters. */
async function serveD1Api(binding: D1Binding): Promise<D1Api> {
  const state = { isAway: false, askedCount: 0 };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const refuse = (status: number, message: string): void =>
      answer(status, { success: false, errors: [{ code: 7_000, message }], messages: [], result: [] });
    state.askedCount += 1;
    if (state.isAway) return refuse(503, "away");
    if (request.headers.authorization !== `Bearer ${apiToken}`) return refuse(403, "Authentication error");
    if (request.url !== `/accounts/${accountId}/d1/database/${databaseId}/query`)
      return refuse(404, "not found");
    run(binding, request).then(
      (result) => answer(200, { success: true, errors: [], messages: [], result }),
      (failure: unknown) => refuse(400, String(failure)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    databaseId,
    state,
    environment: {
      CLOUDFLARE_ACCOUNT_ID: accountId,
      CLOUDFLARE_API_TOKEN: apiToken,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function run(binding: D1Binding, request: IncomingMessage): Promise<object[]> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  const body = JSON.parse(Buffer.concat(parts).toString()) as Statement & { readonly batch?: Statement[] };
  const statements = (body.batch ?? [body]).map(({ sql, params = [] }) => {
    if (params.some((value) => typeof value !== "string")) throw new Error("A value is no text.");
    return binding.prepare(sql).bind(...(params as string[]));
  });
  const results = await binding.batch(statements);
  return results.map(({ results }) => ({ success: true, results, meta: {} }));
}

describe("Prices that are carried to a D1", { timeout: 120_000 }, () => {
  test("are found by searches and judged by the watch there, simulated ones as little as here", async () => {
    const { folder, edge, api, server, tell, listCalls, findPrice } = await start();
    await tell(1, 80_000_000n);
    expect(await findPrice()).toBeNull();
    const { status, counts } = await carry(api, folder, "--once").ended;
    expect([status, counts]).toEqual([0, { marks: 1, quotes: 1, rounds: 1, failures: 0 }]);
    await expect.poll(findPrice, { timeout: 5_000 }).toBe(80_000);
    // Feed prices are judged only during trading hours, prices set by hand always.
    await setPrice(server, { isConfirmed: true, symbol: "FPT", price: 79_900_000n });
    await carry(api, folder, "--once").ended;
    await edge.watch();
    const told = [{ type: "MarginCall", message_id: "MarginCall/888C000017/FPT/1/0" }];
    expect(await listCalls()).toMatchObject(told);
    const played = { symbol: "FPT", price: 10_000_000n, atMs: Date.now(), isByHand: false, isPlayed: true };
    await server.store.setMarks([played], { nowMs: Date.now() });
    await carry(api, folder, "--once").ended;
    await edge.watch();
    expect(await listCalls()).toMatchObject(told);
  });

  test("are carried while the command runs and after the API recovers; later prices there are kept", async () => {
    const { folder, api, services, tell, findPrice } = await start();
    await tell(1, 80_100_000n);
    const carrying = carry(api, folder, "--every", "1s");
    await expect.poll(findPrice, { timeout: 20_000 }).toBe(80_100);
    api.state.isAway = true;
    await tell(2, 80_200_000n);
    const { askedCount } = api.state;
    await expect.poll(() => api.state.askedCount, { timeout: 20_000 }).toBeGreaterThan(askedCount);
    api.state.isAway = false;
    await expect.poll(findPrice, { timeout: 20_000 }).toBe(80_200);
    await setPrice(
      { ...services, now: () => Date.now() + 30_000 },
      { isConfirmed: true, symbol: "FPT", price: 85_000_000n },
    );
    await tell(3, 80_300_000n);
    await expect.poll(findPrice, { timeout: 20_000 }).toBe(80_300);
    expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 85_000_000n, isByHand: true }]);
    carrying.stop();
    const { status, stderr, counts } = await carrying.ended;
    expect([status, counts.quotes]).toEqual([0, 3]);
    expect(counts.failures).toBeGreaterThan(0);
    expect(stderr).toMatch(/Prices could not be copied.* away\n.*copied again/s);
  });

  test("are not carried to a D1 with another schema version, and an empty D1 stays empty", async () => {
    const { folder, edge } = await start();
    const miniflare = new Miniflare({
      modules: true,
      script: "export default {};",
      d1Databases: ["DB"],
      cf: false,
    });
    onTestFinished(() => miniflare.dispose());
    const binding = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
    const empty = await serveD1Api(binding);
    onTestFinished(empty.stop);
    const { status, stderr } = await carry(empty, folder).ended;
    expect([status, stderr]).toEqual([1, expect.stringContaining("The D1 database is empty.")]);
    expect(
      (await binding.prepare("select name from sqlite_schema where name not like '\\_cf%' escape '\\'").all())
        .results,
    ).toEqual([]);
    const bound = (await edge.miniflare.getD1Database("DB")) as unknown as D1Binding;
    await bound.prepare("update schema_step set step = 1").all();
    const older = await serveD1Api(bound);
    onTestFinished(older.stop);
    expect((await carry(older, folder).ended).stderr).toContain("has schema 1, and this version");
  });
});
