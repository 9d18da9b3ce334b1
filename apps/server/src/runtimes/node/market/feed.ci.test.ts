import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { importCatalog } from "@trading-oms/brokerage";
import { schemas } from "@trading-oms/contract";
import { calendarDateOf, expirationDateOf, listedFuturesOf, makeFutureCode } from "@trading-oms/market";
import { openSqliteStore } from "@trading-oms/store";
import { expect, test, vi } from "vitest";
import { lastPriceOf } from "../../../operations/specified/search-symbols/testing/last-price-of.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { makeFolder } from "../../../testing/make-folder.ts";
import { linesOf, searchPath, someInstruments } from "../../../testing/plan-listed.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";
import { hashText } from "../../workers/base-services.ts";

const [, , , lastFuture] = listedFuturesOf("VN30F", calendarDateOf(Date.now()), new Set());
if (lastFuture === undefined) throw new Error("Four months are listed at any time.");
const futureCode = makeFutureCode(lastFuture);
const expirationDate = expirationDateOf(lastFuture, new Set());

/** A data folder with futures that have not expired. */
async function makeListedFolder(holidays: readonly string[] = []): Promise<string> {
  const folder = await makeFolder();
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  const services = { store, now: () => Date.now(), makeId: () => "unused", hash: hashText };
  const records = someInstruments.map((each) =>
    each.type === "future" ? { ...each, symbol: futureCode, expirationDate } : each,
  );
  const outcome = await importCatalog(services, linesOf(records));
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  await store.close();
  // Without the use case, which refuses a closure of years.
  const database = new DatabaseSync(join(folder, "oms.sqlite"));
  for (const date of holidays) database.prepare("insert into holiday (date) values (?)").run(date);
  database.close();
  return folder;
}

/** The members of a traded share: all except the closing price and those of derivatives. */
const infoOfShare = Object.keys(schemas.SymbolInfo.shape).filter(
  (name) => name !== "closePrc" && name !== "openInterest",
);

test("the demonstration shows changing prices with all members in two searches", async () => {
  const { origin, written, signal, ended } = await startBuiltServer({
    DATA_DIR: await makeListedFolder(),
    DRAIN_DELAY_MS: "0",
  });
  const find = async (term: string) => {
    const answer = await checkAnswer("searchSymbols", await fetch(`${origin}${searchPath}/${term}`));
    expect(answer.body).toMatchObject({ detail: "Prices are simulated." });
    return (answer.body["data"] as Found[])[0] as Found;
  };
  const first = await vi.waitFor(
    async () => {
      const found = await find("fpt");
      expect([found.info, found.depth, found.trend, found.sentiment]).not.toContain(null);
      expect(Object.keys(found.info ?? {}).toSorted()).toEqual(infoOfShare.toSorted());
      return found;
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(first.news).not.toEqual([]);
  await vi.waitFor(
    async () => {
      const { info } = await find("fpt");
      expect(lastPriceOf({ info })).not.toBe(lastPriceOf(first));
      expect(Number(info?.["seq"])).toBeGreaterThan(Number(first.info?.["seq"]));
      expect(Object.keys((await find(futureCode)).info ?? {})).toContain("openInterest");
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(written()).toContain(
    "Prices are simulated, 10 times as fast as the clock, with the seed 1, at any hour",
  );
  signal("SIGTERM");
  expect(await ended).toBe(0);
});

test("a search mentions no feed if there is none", async () => {
  const { origin } = await startBuiltServer({ DATA_DIR: await makeListedFolder(), FEED: "none" });
  const { body } = await checkAnswer("searchSymbols", await fetch(`${origin}${searchPath}/fpt`));
  expect(body).not.toHaveProperty("detail");
  expect(body["data"]).toMatchObject([{ info: null }, { info: null }, { info: null }]);
});

test("a failing feed fails no operation, and a search reports that no feed is heard", async () => {
  // An exchange cannot be simulated without a trading day within two years.
  const beganMs = Date.now() - 370 * 86_400_000;
  const holidays = Array.from({ length: 800 }, (_, index) => calendarDateOf(beganMs + index * 86_400_000));
  const { origin, written } = await startBuiltServer({
    DATA_DIR: await makeListedFolder(holidays),
    SIMULATED_HOURS: "exchange",
  });
  await vi.waitFor(() => expect(written()).toMatch(/TOKEN=\S+\n/), { timeout: 10_000 });
  const authorization = `Bearer ${/TOKEN=(\S+)/.exec(written())?.[1]}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { authorization, "content-type": "application/json" } });
  const statuses = async () => [
    (await ask(`${searchPath}/fpt`)).status,
    (
      await ask("/api/v1/users/covered-margin-call", {
        method: "PATCH",
        body: '{"accountId": "888C000017", "symbol": "FPT", "amount": 1}',
      })
    ).status,
    (await ask("/api/v1/diagnostics/margin-ratios/FPT")).status,
    (await ask("/api/v1/notifications")).status,
    (await ask("/readyz")).status,
  ];
  await vi.waitFor(async () => expect(await statuses()).toEqual([200, 404, 200, 200, 200]));
  await vi.waitFor(
    async () => {
      const { body } = await checkAnswer("searchSymbols", await ask(`${searchPath}/fpt`));
      expect(body["detail"]).toMatch(/^Prices are simulated\. No feed heard for 1\d s: last known state\.$/);
    },
    { timeout: 20_000, interval: 250 },
  );
  expect(await statuses()).toEqual([200, 404, 200, 200, 200]);
  expect(written().split("simulated exchange failed")).toHaveLength(2);
});

type Found = {
  readonly info: Readonly<Record<string, unknown>> | null;
  readonly depth: object | null;
  readonly trend: object | null;
  readonly sentiment: object | null;
  readonly news: readonly object[];
};
