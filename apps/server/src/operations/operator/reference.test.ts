/** Holds what operators change in prices and rates: once, by the rules, with an entry that says who, when and why. */
import { describe, expect, test } from "vitest";
import { askOperator, planOperated, type SentToOperator } from "../../testing/ask-operator.ts";
import { checkAnswer, type JudgedAnswer } from "../../testing/check-answer.ts";
import type { PlannedServer } from "../../testing/plan-server.ts";

const places = {
  listInstruments: ["GET", "instruments"],
  setPrice: ["PATCH", "instruments/FPT/price"],
  listRates: ["GET", "rates"],
  setRates: ["PATCH", "rates"],
  removeRates: ["POST", "rates/remove"],
  listAudit: ["GET", "audits"],
} as const;

async function ask(
  server: PlannedServer,
  id: keyof typeof places,
  { path, ...sent }: SentToOperator & { readonly path?: string } = {},
): Promise<JudgedAnswer> {
  const [method, place] = places[id];
  return checkAnswer(`operator.${id}`, await askOperator(server, method, path ?? place, sent));
}

async function entriesOf(server: PlannedServer, chain: string): Promise<readonly unknown[]> {
  return (await ask(server, "listAudit", { path: `audits/${chain}` })).body["entries"] as readonly unknown[];
}

const price = (value: number, members: object = {}) => ({
  price: value,
  reason: "The feed is down",
  ...members,
});
const rates = { level: "symbol", name: "FPT", marginRatio: 0.6, marginCallRate: 0.45, forceCloseRate: 0.35 };

describe("a price by hand", () => {
  test("is set once under its key, with both prices, who and why in the audit", async () => {
    const server = await planOperated();
    const before = await entriesOf(server, "prices");
    const sent = { json: price(81_000), headers: { "idempotency-key": "k-1" } };
    const first = await ask(server, "setPrice", sent);
    expect(first.body).toEqual({
      status: "success",
      message: "The price of FPT is 81,000 now; it was 80,000.",
      symbol: "FPT",
      price: 81_000,
      before: 80_000,
    });
    expect((await ask(server, "setPrice", sent)).body).toEqual(first.body);
    const other = await ask(server, "setPrice", { ...sent, json: price(82_000) });
    expect([other.status, other.body["error"]]).toEqual([400, "idempotency_key_reused"]);
    const [entry, ...earlier] = await entriesOf(server, "prices");
    expect(earlier).toEqual(before);
    expect(entry).toMatchObject({
      kind: "price",
      actorKind: "operator",
      actor: "desk-1",
      reason: "The feed is down",
      requestId: first.headers.get("x-request-id"),
      symbol: "FPT",
      values: [{ name: "markPrice", before: 80_000, after: 81_000 }],
    });
  });

  test("that is unusual needs to be confirmed, in the language asked for", async () => {
    const server = await planOperated();
    const headers = { "accept-language": "vi" };
    const refused = await ask(server, "setPrice", { json: price(60_000), headers });
    expect(refused.body).toMatchObject({
      status: "failed",
      code: "price_unusual",
      price: 80_000,
      before: 80_000,
    });
    expect(refused.body["message"]).toMatch(/^Không có gì thay đổi: 60\.000 nằm ngoài biên độ của FPT/);
    const confirmed = await ask(server, "setPrice", { json: price(60_000, { confirm: true }) });
    expect(confirmed.body).toMatchObject({ status: "success", price: 60_000 });
  });

  test("off the step is refused, with too many decimals a 400, and of what is not listed a 404", async () => {
    const server = await planOperated();
    expect((await ask(server, "setPrice", { json: price(80_050) })).body["code"]).toBe("price_not_valid");
    const fine = await ask(server, "setPrice", { json: price(80_000.0001) });
    expect([fine.status, JSON.stringify(fine.body["details"])]).toEqual([
      400,
      expect.stringContaining("price"),
    ]);
    for (const symbol of ["VN30F1M", "fpt", "NONE"]) {
      const absent = await ask(server, "setPrice", { path: `instruments/${symbol}/price`, json: price(1) });
      expect(absent.status).toBe(404);
    }
  });
});

describe("rates", () => {
  test("are set once under their key; the answer says what they touch and call", async () => {
    const server = await planOperated();
    const sent = { json: { ...rates, reason: "Volatile" }, headers: { "idempotency-key": "k-1" } };
    const first = await ask(server, "setRates", sent);
    expect(first.body).toEqual({
      status: "success",
      message: "The rates of FPT were set.",
      level: "symbol",
      name: "FPT",
      warnings: [],
      positionCount: 1,
      // It is called already.
      ...{ calledCount: 0, calledOutstanding: 0, endedCount: 0, endedOutstanding: 0 },
    });
    expect((await ask(server, "setRates", sent)).body).toEqual(first.body);
    const { body } = await ask(server, "listRates", { role: "viewer", path: "rates?level=symbol&name=FPT" });
    const listed = { ...rates, isLendingEnded: false, warnings: [], changedAt: server.clock.nowMs };
    expect(body).toEqual({ total: 1, rates: [listed] });
    const [entry] = await entriesOf(server, "rates");
    expect(entry).toMatchObject({ kind: "rates", actor: "desk-1", reason: "Volatile", symbol: "FPT" });
    expect((entry as { values: unknown[] }).values).toContainEqual({
      name: "marginRatio",
      before: 0.5,
      after: 0.6,
    });
  });

  test("are removed, so that a position is never called, and set again call it", async () => {
    const server = await planOperated();
    const json = { level: "symbol", name: "FPT", reason: "Calm again" };
    const figures = { positionCount: 1, calledCount: 0, endedCount: 1, endedOutstanding: 2_000_000 };
    const refused = await ask(server, "removeRates", { json });
    expect(refused.body).toMatchObject({ status: "failed", code: "calls_end", ...figures });
    const removed = await ask(server, "removeRates", { json: { ...json, confirm: true } });
    expect(removed.body).toMatchObject({ status: "success", ...figures });
    const again = await ask(server, "removeRates", { json, headers: { "accept-language": "vi" } });
    expect(again.body).toMatchObject({
      status: "failed",
      code: "no_rates",
      message: "Không có gì thay đổi: mã FPT không có tỷ lệ riêng.",
    });
    const set = await ask(server, "setRates", { json: { ...rates, reason: "Volatile" } });
    // Its call is open until the watch evaluates the removal.
    expect(set.body).toMatchObject({ status: "success", positionCount: 1, calledCount: 0, endedCount: 0 });
  });

  test("that end open calls are set once that is confirmed", async () => {
    const server = await planOperated();
    const json = { ...rates, marginCallRate: 0, forceCloseRate: 0, reason: "Calm again" };
    const refused = await ask(server, "setRates", { json });
    expect(refused.body).toMatchObject({
      status: "failed",
      code: "calls_end",
      message:
        "Nothing was changed: this would end 1 open call with 2,000,000 VND outstanding; confirm it if it is meant.",
      warnings: [expect.stringContaining("marginCallRate is below 0.3")],
    });
    const set = await ask(server, "setRates", { json: { ...json, confirm: true } });
    expect(set.body).toMatchObject({ status: "success", endedCount: 1, endedOutstanding: 2_000_000 });
  });

  test("say whether lending has ended; those of a symbol are listed with the ones in force first", async () => {
    const server = await planOperated();
    const json = { ...rates, isLendingEnded: true, reason: "Off the list" };
    expect((await ask(server, "setRates", { json })).body).toMatchObject({ status: "success" });
    const low = { ...rates, level: "group", name: "STO", marginRatio: 0.45, reason: "x" };
    await ask(server, "setRates", { json: low });
    const headers = { "accept-language": "vi" };
    const page = await ask(server, "listRates", { path: "rates?symbol=FPT", headers });
    expect(page.body).toMatchObject({
      total: 2,
      rates: [
        { level: "symbol", name: "FPT", isLendingEnded: true, warnings: [] },
        {
          level: "group",
          name: "STO",
          isLendingEnded: false,
          warnings: [expect.any(String), expect.any(String)],
        },
      ],
    });
    expect(page.headers.get("vary")).toBe("Authorization, Accept-Language");
    const none = await ask(server, "listRates", { path: "rates?symbol=NONE" });
    expect(none.body).toEqual({ total: 0, rates: [] });
  });

  test.each([
    [{ name: "FTP" }, "not_listed"],
    [{ level: "group", name: "HOSE" }, "not_listed"],
    [{ level: "product", name: "FPT" }, "not_listed"],
    [{ marginCallRate: 0.7 }, "rates_not_valid"],
  ])("with %j are refused as %s", async (members, code) => {
    const server = await planOperated();
    const answer = await ask(server, "setRates", { json: { ...rates, ...members, reason: "x" } });
    expect([answer.status, answer.body["status"], answer.body["code"]]).toEqual([200, "failed", code]);
  });

  test.each([
    [{ marginRatio: 0.1234567 }, "marginRatio"],
    [{ marginRatio: 1.1 }, "marginRatio"],
    [{ level: "all" }, "level"],
    [{ reason: "" }, "reason"],
  ])("with %j are a 400 that names %s", async (members, field) => {
    const json = { ...rates, reason: "x", ...members };
    const { status, body } = await ask(await planOperated(), "setRates", { json });
    expect([status, JSON.stringify(body["details"])]).toEqual([400, expect.stringContaining(field)]);
  });

  test("are listed by pages, with the total of the filter", async () => {
    const server = await planOperated();
    for (const name of ["STO", "STX", "UPX"]) {
      await ask(server, "setRates", { json: { ...rates, level: "group", name, reason: "x" } });
    }
    const page = await ask(server, "listRates", { path: "rates?level=group&limit=2&offset=1" });
    expect(page.body).toMatchObject({ total: 3, rates: [{ name: "STX" }, { name: "UPX" }] });
  });
});

test("instruments come with the price that values positions, and where it is from", async () => {
  const server = await planOperated();
  const found = await ask(server, "listInstruments", { role: "viewer", path: "instruments?query=fpt" });
  expect(found.body["instruments"]).toMatchObject([
    {
      symbol: "FPT",
      exchange: "HOSE",
      group: "STO",
      price: 80_000,
      priceTime: server.clock.nowMs,
      source: "hand",
    },
  ]);
  const all = await ask(server, "listInstruments", { path: "instruments?limit=1" });
  expect(all.body["instruments"]).toMatchObject([{ symbol: "41I1GB000", price: null, source: "reference" }]);
});

test.each(["setPrice", "setRates", "removeRates"] as const)("%s is refused to a viewer", async (id) => {
  const { status } = await ask(await planOperated(), id, { role: "viewer", json: {} });
  expect(status).toBe(403);
});
