import { moveCash, openAccount, openCatalog, QuoteKeeper, setRates } from "@trading-oms/brokerage";
import { describe, expect, test, vi } from "vitest";
import { loadMarket } from "./market.ts";
import { checkAnswer, keyHostUrl, keysText, type StartedWorker, startWorker } from "./start-worker.ts";

const ratioPath = "/api/v1/diagnostics/margin-ratios/FPT";
const ratioOfFpt = {
  symbol: "FPT",
  marginRatio: 0.5,
  forceCloseRate: 0.3,
  marginCallRate: 0.4,
  productGroup: "STO",
};

async function fetchAs(worker: StartedWorker, userId: string, path: string) {
  return worker.fetch(path, { headers: { authorization: `Bearer ${await worker.tokenOf(userId)}` } });
}

describe("The Worker", () => {
  test("answers margin figures as documented", async () => {
    const worker = await startWorker();
    await loadMarket(await worker.openServices());
    const answer = await fetchAs(worker, "u-1", ratioPath);
    expect(answer.status).toBe(200);
    expect(await checkAnswer("getMarginRatio", answer)).toEqual(ratioOfFpt);
    const ofProduct = await fetchAs(worker, "u-1", "/api/v1/diagnostics/margin-ratios/VN30F");
    expect(await checkAnswer("getMarginRatio", ofProduct)).toEqual({
      symbol: "VN30F",
      marginRatio: 0.05,
      forceCloseRate: 0.02,
      marginCallRate: 0.03,
      productGroup: "DVX",
    });
  });

  test("finds instruments as documented, counts by address, and answers 304 to a current ETag", async () => {
    const worker = await startWorker({ AUTH_JWKS_URL: keyHostUrl, RATE_LIMIT_ADDRESS: "4" });
    const services = await worker.openServices();
    await loadMarket(services);
    const ask = (term: string, headers: Record<string, string> = {}) =>
      worker.fetch(`/api/v1/MarketData/GetSymbolSearch/${term}`, { headers });
    // Requests are counted per clock minute, and all of these must fall into one.
    const leftMs = 60_000 - (Date.now() % 60_000);
    if (leftMs < 10_000) await new Promise((settle) => setTimeout(settle, leftMs));
    const answer = await ask("fpt");
    expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([200, '"address";q=4;w=60']);
    const etag = answer.headers.get("etag") ?? "";
    expect(await checkAnswer("searchSymbols", answer)).toMatchObject({
      isSuccess: true,
      returnCode: 0,
      data: [{ symbol: "FPT", info: null, stat: { type: "ST" } }],
    });
    expect((await ask("fpt", { "if-none-match": etag })).status).toBe(304);
    const refused = await ask("%00");
    expect(refused.status).toBe(400);
    expect(await checkAnswer("searchSymbols", refused)).toMatchObject({ title: "Bad Request" });
    expect(await (await ask("khong-co")).json()).toMatchObject({ data: [] });
    const limited = await ask("fpt");
    expect(limited.status).toBe(429);
    expect(await checkAnswer("searchSymbols", limited)).toMatchObject({ error: "too_many_requests" });
  });

  test("shows quotes saved by others within a second, and reads only those it finds", async () => {
    const worker = await startWorker();
    const services = await worker.openServices();
    await loadMarket(services);
    const find = async () => {
      const answer = await worker.fetch("/api/v1/MarketData/GetSymbolSearch/fpt");
      expect(answer.status).toBe(200);
      return checkAnswer("searchSymbols", answer);
    };
    expect(await find()).toMatchObject({ data: [{ symbol: "FPT", info: null, depth: null, trend: null }] });
    const { board } = await openCatalog(services);
    const keeper = new QuoteKeeper(services, board);
    const origin = { symbol: "FPT", atMs: Date.parse("2026-11-18T10:00:00+07:00") };
    const save = async (seq: number, price: bigint): Promise<void> => {
      board.apply({ kind: "trade", ...origin, seq, price, quantity: 100, side: "buy" });
      board.apply({ kind: "depth", ...origin, seq: seq + 1, bids: [{ price, quantity: 300 }], asks: [] });
      keeper.note(board.takeChangedSymbols());
      await keeper.save();
      await services.store.saveQuotes([{ symbol: "41I1GB000", atMs: seq, seq, day: "{", snapshot: "{" }], {
        nowMs: services.now(),
      });
    };
    const found = (lastPrice: number, totalQuantity: number) => ({
      data: [
        {
          info: { lsPrc: lastPrice, totVol: totalQuantity, time: origin.atMs },
          depth: { bidPriceDepth: [{ prc: lastPrice, vol: 300 }] },
          trend: { buyUp: { totalVol: totalQuantity } },
        },
      ],
    });
    await save(1, 80_100_000n);
    await vi.waitFor(async () => expect(await find()).toMatchObject(found(80_100, 100)), 1_500);
    await save(3, 80_200_000n);
    await vi.waitFor(async () => expect(await find()).toMatchObject(found(80_200, 200)), 1_500);
    expect(worker.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("answers a user's own notifications as documented", async () => {
    const worker = await startWorker();
    const services = await worker.openServices();
    await loadMarket(services);
    const key = { userId: "u-1", accountId: "888C000017" };
    expect(await openAccount(services, key)).toMatchObject({ kind: "done" });
    const movement = { key, kind: "deposit", amountVnd: 30_000_000n, movementId: "TX-1" } as const;
    expect(await moveCash(services, movement)).toMatchObject({ kind: "done" });
    const answer = await fetchAs(worker, "u-1", "/api/v1/notifications?limit=1");
    expect(answer.status).toBe(200);
    expect(await checkAnswer("listNotifications", answer)).toMatchObject({
      notifications: [{ user_id: "u-1", type: "Deposit", data: { amount: 30_000_000 } }],
      limit: 1,
      offset: 0,
    });
    const ofOther = await fetchAs(worker, "u-2", "/api/v1/notifications");
    expect(await checkAnswer("listNotifications", ofOther)).toMatchObject({ notifications: [] });
  });

  test("answers errors as documented", async () => {
    const worker = await startWorker();
    await loadMarket(await worker.openServices());
    const withoutToken = await worker.fetch(ratioPath);
    expect(withoutToken.status).toBe(401);
    expect(withoutToken.headers.get("www-authenticate")).toBe('Bearer realm="trading-oms"');
    expect(await checkAnswer("getMarginRatio", withoutToken)).toMatchObject({
      error: { id: "token_missing" },
    });
    const unlisted = await fetchAs(worker, "u-1", "/api/v1/diagnostics/margin-ratios/FPTX");
    expect(unlisted.status).toBe(404);
    expect(await checkAnswer("getMarginRatio", unlisted)).toMatchObject({ error: "not_found" });
    const tooMany = await fetchAs(worker, "u-1", "/api/v1/notifications?limit=101");
    expect(tooMany.status).toBe(400);
    expect(await checkAnswer("listNotifications", tooMany)).toMatchObject({ error: "invalid_request" });
    expect((await worker.fetch("/nowhere")).status).toBe(404);
    expect((await worker.fetch(ratioPath, { method: "DELETE" })).status).toBe(405);
  });

  test("reports that it is alive and ready", async () => {
    const worker = await startWorker();
    const alive = await worker.fetch("/healthz");
    expect([alive.status, await alive.json()]).toEqual([200, { status: "alive" }]);
    const ready = await worker.fetch("/readyz");
    expect(await ready.json()).toEqual({ status: "ready", checks: { store: true, keys: true } });
    expect(ready.status).toBe(200);
  });

  test("answers fifty concurrent requests in a fresh isolate", async () => {
    const worker = await startWorker({ AUTH_JWKS_URL: keyHostUrl });
    await loadMarket(await worker.openServices());
    const token = await worker.tokenOf("u-1");
    // Bodies are read as they arrive: the client may drop one that waits for others.
    const ask = async () => {
      const answer = await worker.fetch(ratioPath, { headers: { authorization: `Bearer ${token}` } });
      return [answer.status, await answer.json()];
    };
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers).toEqual(Array.from({ length: 50 }, () => [200, ratioOfFpt]));
    expect(worker.keyHost.count).toBe(1);
  });

  test("answers 503 while the key host is down, and recovers with it", async () => {
    const worker = await startWorker({ AUTH_JWKS_URL: keyHostUrl });
    await loadMarket(await worker.openServices());
    worker.keyHost.isAway = true;
    const away = await fetchAs(worker, "u-1", ratioPath);
    expect(away.status).toBe(503);
    expect(await checkAnswer("getMarginRatio", away)).toMatchObject({ error: "unavailable" });
    expect((await worker.fetch("/readyz")).status).toBe(503);
    worker.keyHost.isAway = false;
    await expect
      .poll(async () => (await fetchAs(worker, "u-1", ratioPath)).status, { timeout: 10_000, interval: 200 })
      .toBe(200);
  });

  test("sees changes of other processes within a second", async () => {
    const worker = await startWorker();
    const services = await worker.openServices();
    await loadMarket(services);
    expect(await (await fetchAs(worker, "u-1", ratioPath)).json()).toEqual(ratioOfFpt);
    const rates = { marginRatio: 600_000n, marginCallRate: 500_000n, forceCloseRate: 400_000n };
    await setRates(services, { level: "symbol", name: "FPT", rates });
    await new Promise((settle) => setTimeout(settle, 1_000));
    expect(await (await fetchAs(worker, "u-1", ratioPath)).json()).toMatchObject({ marginRatio: 0.6 });
  });

  test("answers only 503 with invalid settings, and logs all of them", async () => {
    const worker = await startWorker({ RATE_LIMIT_USER: "many", AUTH_JWKS_FILE: "keys.json" });
    const answer = await worker.fetch(ratioPath);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await checkAnswer("getMarginRatio", answer)).toMatchObject({ error: "unavailable", status: 503 });
    expect((await worker.fetch("/healthz")).status).toBe(503);
    const told = worker.logged.filter(({ event }) => event === "invalid settings");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      level: "error",
      faults:
        'RATE_LIMIT_USER has to be a whole number from 0 to 1000000, not "many". ' +
        "AUTH_JWKS_FILE is no setting; there are AUTH_JWKS_URL, AUTH_JWKS, AUTH_ISSUER, AUTH_AUDIENCE, AUTH_ALGORITHMS, AUTH_ROLE_CLAIM. " +
        "Keys are needed to check tokens with: set AUTH_JWKS_URL or AUTH_JWKS.",
    });
  });

  test("is alive but not ready on a foreign database, and answers 503 to authenticated requests", async () => {
    const worker = await startWorker({ AUTH_JWKS: keysText });
    await worker.database.prepare("create table invoice (id integer primary key)").all();
    expect((await worker.fetch("/healthz")).status).toBe(200);
    expect((await worker.fetch(ratioPath)).status).toBe(401);
    const answer = await fetchAs(worker, "u-1", ratioPath);
    expect(answer.status).toBe(503);
    expect(await checkAnswer("getMarginRatio", answer)).toMatchObject({ error: "unavailable" });
    const ready = await worker.fetch("/readyz");
    expect(await ready.json()).toEqual({
      status: "not ready",
      checks: { store: false, keys: true },
      reasons: { store: "failing" },
    });
    const told = worker.logged.filter(({ event }) => event === "store check failed");
    expect(told).toMatchObject([{ thrown: { code: "of_another_program" } }]);
  });

  test("logs each request without its user and subject", async () => {
    const worker = await startWorker();
    await loadMarket(await worker.openServices());
    await fetchAs(worker, "u-planted", `${ratioPath}?planted=1`);
    const events = () => worker.logged.map(({ event }) => event);
    await expect.poll(events, { timeout: 20_000 }).toContain("request");
    expect(worker.logged.at(-1)).toMatchObject({ operation: "getMarginRatio", method: "GET", status: 200 });
    expect(JSON.stringify(worker.logged)).not.toContain("planted");
  });
});
