import { expect, test, vi } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { type ShownAccount, showAccount } from "../accounts/figures.ts";
import { readNotification } from "../accounts/notifications.ts";
import { closeHolding, markClosing, setPosition } from "../accounts/positions.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import type { NotificationRecord } from "../ports/index.ts";
import { MarkBook } from "../quotes/mark-book.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { type CoverOrder, setCover } from "./set-cover.ts";

const key = { userId: "demo", accountId: "A-1" };
const holding = { ...key, symbol: "FPT" };

/** A deposit, an entry and a call. A cover that ends the call leaves two more entries. */
const beforeCover = 3;

/** Monday, 16 November 2026: 10:00 is in a session, 20:00 is not. */
const inSessionMs = Date.parse("2026-11-16T10:00:00+07:00");
const eveningMs = Date.parse("2026-11-16T20:00:00+07:00");

/** The first worked example: 1,000 FPT bought at 100,000, now at 80,000, equity 80,000,000. */
async function plan(nowMs = eveningMs) {
  const { services: planned, memory } = planServices();
  const clock = { nowMs };
  const services = { ...planned, now: () => clock.nowMs };
  await list(services, fpt);
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPosition(services, holding, { quantity: 1_000n, price: 100_000_000n });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const order = (amountVnd: bigint, members: Partial<CoverOrder> = {}): CoverOrder => ({
    ...holding,
    amountVnd,
    actor: { kind: "user", name: "demo" },
    requestId: "req-1",
    ...members,
  });
  return { services, memory, clock, order };
}

test("a cover that reaches the call rate clears the call to the last dong", async () => {
  const { services, order } = await plan();
  expect(await setCover(services, order(2_000_000n))).toEqual({
    kind: "done",
    status: "success",
    message: "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
    accountId: "A-1",
    symbol: "FPT",
    amountVnd: 2_000_000n,
    coveredVnd: 2_000_000n,
    maintenanceMarginVnd: 42_000_000n,
    tradingPowerVnd: 18_000_000n,
  });
});

test("rejects a cover above the trading power with the possible amount, and changes nothing", async () => {
  const { services, order, memory } = await plan();
  expect(await setCover(services, order(25_000_000n))).toMatchObject({
    status: "failed",
    message:
      "Nothing was changed: raising the covered amount of FPT by 25,000,000 VND takes more than the trading power of 20,000,000 VND; at most 20,000,000 VND can be covered.",
    coveredVnd: 0n,
    maintenanceMarginVnd: 40_000_000n,
    tradingPowerVnd: 20_000_000n,
  });
  expect(memory.accounts.get("A-1")?.audits).toHaveLength(beforeCover);
});

test("setting the current cover succeeds without a notification", async () => {
  const { services, order, memory } = await plan();
  const told = memory.notifications.length;
  expect(await setCover(services, order(0n))).toMatchObject({
    status: "success",
    message: "The covered amount of FPT is 0 VND already.",
  });
  expect(memory.notifications).toHaveLength(told);
  expect(memory.accounts.get("A-1")?.audits).toHaveLength(beforeCover);
});

test("an order without effect, key and newer price does not change the account, refused or not", async () => {
  const { services, order, memory } = await plan();
  await setCover(services, order(25_000_000n));
  const version = memory.accounts.get("A-1")?.account.version;
  await setCover(services, order(25_000_000n));
  await setCover(services, order(0n));
  expect(memory.accounts.get("A-1")?.account.version).toBe(version);
});

test("treats a price from a clock that is ahead as stale", async () => {
  const { services, order, clock } = await plan(inSessionMs);
  await setCover(services, order(5_000_000n));
  clock.nowMs -= 1_001;
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "failed" });
  clock.nowMs += 1;
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "success" });
});

test("rejects every order when a price alone makes the amounts too large, unless the position is closing", async () => {
  const { services, order, memory } = await plan();
  const atMs = services.now();
  memory.putMark({ symbol: "FPT", price: 20_000_000_000_000_000n, atMs, isByHand: false });
  for (const amountVnd of [0n, 1n, 90_000_000_000_000n]) {
    expect(await setCover(services, order(amountVnd))).toMatchObject({
      status: "failed",
      message:
        "Nothing was changed: the amounts are too large: the maintenance margin comes to 10,000,000,000,000,000 VND, and at most 9,007,199,254,740,991 VND is counted exactly.",
      coveredVnd: 0n,
      maintenanceMarginVnd: 10_000_000_000_000_000n,
    });
  }
  await markClosing(services, holding, true, byLan);
  expect(await setCover(services, order(1n))).toMatchObject({
    message: "Nothing was changed: the position in FPT is being closed.",
  });
});

test("rejects a raise that could exceed the bound within the price band, and allows a lower cover", async () => {
  const { services, order } = await plan();
  await moveCash(services, { key, kind: "deposit", amountVnd: 8_900_000_000_000_000n });
  // Worth 8,400,000,000,000,000 VND, and 8,988,000,000,000,000 at the ceiling of 85,600.
  await setPosition(services, holding, { quantity: 105_000_000_000n, price: 80_000_000n });
  const paid = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };
  await setRates(services, { level: "symbol", name: "FPT", rates: paid });
  expect(await setCover(services, order(19_199_254_740_991n))).toMatchObject({ status: "success" });
  expect(await setCover(services, order(19_199_254_740_992n))).toMatchObject({
    status: "failed",
    message:
      "Nothing was changed: the amounts are too large: the maintenance margin can come to 9,007,199,254,740,992 VND, and at most 9,007,199,254,740,991 VND is counted exactly.",
    coveredVnd: 19_199_254_740_991n,
  });
  expect(await setCover(services, order(1n))).toMatchObject({ status: "success" });
});

test("judges a raise near the bound by the ratio in force", async () => {
  const { services, order } = await plan();
  await moveCash(services, { key, kind: "deposit", amountVnd: 8_000_000_000_000_000n });
  await setPosition(services, holding, { quantity: 105_000_000_000n, price: 80_000_000n });
  // At the ceiling half of 8,988,000,000,000,000 VND is required, and the full cover is less than the rest.
  expect(await setCover(services, order(3_000_000_000_000_000n))).toMatchObject({
    status: "success",
    maintenanceMarginVnd: 7_200_000_000_000_000n,
  });
});

test("rejects a lower cover for a called position", async () => {
  const { services, order } = await plan();
  await setCover(services, order(3_000_000n));
  expect(await setCover(services, order(1_999_999n))).toMatchObject({
    status: "failed",
    message:
      "Nothing was changed: FPT needs 2,000,000 VND to stay clear of its margin call, and 1,999,999 VND is less.",
    coveredVnd: 3_000_000n,
  });
  expect(await setCover(services, order(2_000_000n))).toMatchObject({ status: "success" });
});

/** A process with the given last feed message and no prices but those of the store. */
function heardAt(
  sourceHeardAtMs: number,
  others: Partial<Pick<MarkBook, "markOf" | "isDoubtful" | "isPlayed">> = {},
) {
  const marks = new MarkBook(planServices().services);
  return { marks: Object.assign(marks, { sourceHeardAtMs: () => sourceHeardAtMs }, others) };
}

test("releases nothing during a session when the feed was silent for 30 s, and allows it in the evening", async () => {
  const { services, order, clock } = await plan(inSessionMs);
  await services.store.setMarks(
    [{ symbol: "FPT", price: 80_000_000n, atMs: inSessionMs + 1, isByHand: false }],
    { nowMs: services.now() },
  );
  await setCover(services, order(5_000_000n));
  clock.nowMs = inSessionMs + 30_002;
  expect(await setCover(services, order(4_000_000n))).toMatchObject({
    status: "failed",
    message: expect.stringContaining("is too old"),
  });
  expect(await setCover(services, order(6_000_000n))).toMatchObject({ status: "success" });
  clock.nowMs = eveningMs;
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "success" });
});

test("a symbol without trades for an hour is fresh while the feed is alive, and yesterday's price is stale", async () => {
  const { services, order, clock } = await plan(inSessionMs);
  const tradedMs = inSessionMs + 1;
  await services.store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: tradedMs, isByHand: false }], {
    nowMs: services.now(),
  });
  await setCover(services, order(5_000_000n));
  clock.nowMs = tradedMs + 3_600_000;
  const silent = { ...services, ...heardAt(clock.nowMs - 30_001) };
  expect(await setCover(silent, order(4_000_000n))).toMatchObject({ status: "failed" });
  const heard = { ...services, ...heardAt(clock.nowMs - 30_000) };
  expect(await setCover(heard, order(4_000_000n))).toMatchObject({ status: "success" });
  clock.nowMs = tradedMs + 24 * 3_600_000;
  const nextDay = { ...services, ...heardAt(clock.nowMs) };
  expect(await setCover(nextDay, order(3_000_000n))).toMatchObject({ status: "failed" });
});

test("a price is fresh while any process hears its source, also for one without a feed", async () => {
  const { services, memory, order, clock } = await plan(inSessionMs);
  const tradedMs = inSessionMs + 1;
  await services.store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: tradedMs, isByHand: false }], {
    nowMs: services.now(),
  });
  await setCover(services, order(5_000_000n));
  clock.nowMs = tradedMs + 3_600_000;
  const heard = (atMs: number, isPlayed = false) =>
    memory.saveQuotes([], { nowMs: atMs, heard: { isPlayed, atMs } });
  await heard(clock.nowMs, true);
  await heard(clock.nowMs - 30_001);
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "failed" });
  await heard(clock.nowMs + 60_001);
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "failed" });
  await heard(clock.nowMs - 30_000);
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "success" });
});

test("that a simulation is heard does not make the price of a feed fresh", async () => {
  const { services, order, clock } = await plan(inSessionMs);
  const told = { symbol: "FPT", price: 80_000_000n, atMs: inSessionMs + 1, isByHand: false };
  await services.store.setMarks([told], { nowMs: clock.nowMs });
  await setCover(services, order(5_000_000n));
  clock.nowMs += 60_000;
  const simulating = { ...services, ...heardAt(clock.nowMs, { isPlayed: true }) };
  expect(await setCover(simulating, order(4_000_000n))).toMatchObject({ status: "failed" });
  const real = { ...services, ...heardAt(clock.nowMs) };
  expect(await setCover(real, order(4_000_000n))).toMatchObject({ status: "success" });
});

test("a doubtful price does not yield to a judged price that a wrong clock put ahead", async () => {
  const { services, memory, order, clock } = await plan(inSessionMs);
  clock.nowMs += 600_000;
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 95_000_000n });
  await setCover(services, order(5_000_000n));
  clock.nowMs -= 600_000;
  const told = { symbol: "FPT", price: 80_000_000n, atMs: clock.nowMs, isByHand: false };
  const doubting = {
    ...services,
    ...heardAt(clock.nowMs, { markOf: () => told, isDoubtful: () => true }),
  };
  const { valued } = (await showAccount(doubting, key)) as ShownAccount;
  expect(valued.positions[0]?.mark.unitVnd).toBe(80_000n);
  await setCover(doubting, order(6_000_000n));
  expect(memory.accounts.get("A-1")?.positions.get("FPT")?.decisionPrice).toMatchObject({
    price: 95_000_000n,
    atMs: 0,
  });
});

test("a doubtful price yields to the judged price and is not stored", async () => {
  const { services, memory, order, clock } = await plan(inSessionMs);
  await setCover(services, order(5_000_000n));
  const judged = () => memory.accounts.get("A-1")?.positions.get("FPT")?.decisionPrice;
  const before = judged();
  expect(before?.price).toBe(80_000_000n);
  clock.nowMs += 1_000;
  const told = { symbol: "FPT", price: 95_000_000n, atMs: clock.nowMs, isByHand: false };
  const heard = (isDoubtful: boolean) => ({
    ...services,
    ...heardAt(clock.nowMs, { markOf: () => told, isDoubtful: () => isDoubtful }),
  });
  expect(await setCover(heard(true), order(6_000_000n))).toMatchObject({ status: "success" });
  expect(judged()).toEqual(before);
  expect(await setCover(heard(false), order(7_000_000n))).toMatchObject({ status: "success" });
  expect(judged()?.price).toBe(95_000_000n);
});

test("a price set by hand is valid for the rest of its trading day and no longer", async () => {
  const { services, order, clock } = await plan(inSessionMs);
  await setCover(services, order(5_000_000n));
  clock.nowMs = Date.parse("2026-11-16T14:44:59+07:00");
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "success" });
  clock.nowMs = Date.parse("2026-11-17T09:00:00+07:00");
  expect(await setCover(services, order(3_000_000n))).toMatchObject({ status: "failed" });
});

test("a reference price releases nothing once the exchange is open", async () => {
  const { services, memory, order, clock } = await plan(inSessionMs);
  memory.marks.clear();
  const position = memory.accounts.get("A-1")?.positions.get("FPT");
  expect(position?.decisionPrice).toBeUndefined();
  await setCover(services, order(5_000_000n));
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "failed" });
  clock.nowMs = eveningMs;
  expect(await setCover(services, order(4_000_000n))).toMatchObject({ status: "success" });
});

test("rejects a cover above the full cover with that amount, also when more is covered already", async () => {
  const { services, order } = await plan();
  await moveCash(services, { key, kind: "deposit", amountVnd: 1_000_000_000n });
  const full = "the position in FPT needs to be fully covered; 50,000,000 VND covers it in full.";
  expect(await setCover(services, order(50_000_001n))).toMatchObject({
    status: "failed",
    message: `Nothing was changed: 50,000,001 VND is more than ${full}`,
  });
  await setCover(services, order(50_000_000n));
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await setPosition(services, holding, { quantity: 500n, price: 100_000_000n });
  // Half of it posted 25,000,000 and lost 5,000,000. The cover of 50,000,000 exceeds its 45,000,000.
  expect(await setCover(services, order(50_000_001n))).toMatchObject({
    message:
      "Nothing was changed: 50,000,001 VND is more than the position in FPT needs to be fully covered; 25,000,000 VND covers it in full.",
  });
});

test("rejects a cover of a closing position", async () => {
  const { services, order } = await plan();
  await markClosing(services, holding, true, byLan);
  expect(await setCover(services, order(1n))).toMatchObject({
    status: "failed",
    message: "Nothing was changed: the position in FPT is being closed.",
  });
});

test.each([
  ["an account that does not exist", { accountId: "A-9" }],
  ["an account of another user", { userId: "demo-2" }],
  ["an account with a space behind it", { accountId: "A-1 " }],
  ["an account in another case", { accountId: "a-1" }],
  ["an account with a look-alike letter", { accountId: "А-1" }],
  ["a position that does not exist", { symbol: "VNM" }],
  ["an alias", { symbol: "VN30F1M" }],
])("%s gets the same answer as a missing position", async (_what, members) => {
  const { services, order } = await plan();
  expect(await setCover(services, order(1n, members))).toEqual({
    kind: "refused",
    code: "no_such_position",
    message: "There is no such position.",
  });
});

test("runs an order under a key once, and repeats the original answer and time", async () => {
  const { services, order } = await plan();
  const idempotency = { key: "k-1", fingerprint: "f-1" };
  const firstDoneAtMs = services.now();
  const first = await setCover(services, order(2_000_000n, { idempotency }));
  await setCover(services, order(7_000_000n));
  expect(await setCover(services, order(2_000_000n, { idempotency }))).toEqual({ ...first, firstDoneAtMs });
  expect(await setCover(services, order(7_000_000n))).toMatchObject({
    message: expect.stringContaining("already"),
  });
});

test("keeps a refusal under its key too", async () => {
  const { services, order } = await plan();
  const idempotency = { key: "k-1", fingerprint: "f-1" };
  const firstDoneAtMs = services.now();
  const first = await setCover(services, order(25_000_000n, { idempotency }));
  await moveCash(services, { key, kind: "deposit", amountVnd: 100_000_000n });
  expect(await setCover(services, order(25_000_000n, { idempotency }))).toEqual({ ...first, firstDoneAtMs });
  expect(await setCover(services, order(25_000_000n))).toMatchObject({ status: "success" });
});

test.each([
  ["an account that does not exist", { accountId: "A-9" }],
  ["an account of another user", { accountId: "B-1" }],
  ["an account id that is not valid", { accountId: "A 1" }],
  ["a position that does not exist", { symbol: "VNM" }],
])("a used key is reported before %s", async (_what, members) => {
  const { services, order } = await plan();
  await openAccount(services, { userId: "demo-2", accountId: "B-1" });
  await setCover(services, order(1n, { idempotency: { key: "k-1", fingerprint: "f-1" } }));
  const reused = order(1n, { ...members, idempotency: { key: "k-1", fingerprint: "f-2" } });
  expect(await setCover(services, reused)).toMatchObject({ code: "idempotency_key_reused" });
  const fresh = order(1n, { ...members, idempotency: { key: "k-2", fingerprint: "f-2" } });
  expect(await setCover(services, fresh)).toMatchObject({ code: "no_such_position" });
});

test("an accepted cover under a key reads no outcome", async () => {
  const { services, order, memory } = await plan();
  const looking = vi.spyOn(memory, "readOutcome");
  await setCover(services, order(1n, { idempotency: { key: "k-1", fingerprint: "f-1" } }));
  expect(looking).not.toHaveBeenCalled();
});

test("rejects a key that was used with another body, and stores no key for a missing position", async () => {
  const { services, order, memory } = await plan();
  await setCover(services, order(1n, { idempotency: { key: "k-1", fingerprint: "f-1" } }));
  expect(
    await setCover(services, order(2n, { idempotency: { key: "k-1", fingerprint: "f-2" } })),
  ).toMatchObject({
    kind: "refused",
    code: "idempotency_key_reused",
  });
  await setCover(services, order(1n, { symbol: "VNM", idempotency: { key: "k-2", fingerprint: "f" } }));
  expect(memory.outcomeKeys).toEqual(["demo/k-1"]);
});

test("two concurrent orders under one key make one change", async () => {
  const { services, order, memory } = await plan();
  const idempotency = { key: "k-1", fingerprint: "f-1" };
  const answers = await Promise.all(
    [1, 2, 3].map(() => setCover(services, order(2_000_000n, { idempotency }))),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer, (_, each) => String(each)))).size).toBe(1);
  expect(memory.accounts.get("A-1")?.audits).toHaveLength(beforeCover + 2);
});

test("opens an episode for a position that starts called, and ends it only when the cover reaches the need", async () => {
  const { services, order, memory } = await plan();
  const told = memory.notifications.at(-1) as NotificationRecord;
  expect(told).toMatchObject({
    type: "MarginCall",
    messageId: "MarginCall/A-1/FPT/1/0",
    topic: "accounts/A-1/risk",
  });
  expect(readNotification(told).data).toMatchObject({
    amountVnd: 2_000_000n,
    position: { averagePrice: 100_000_000n, markPrice: 80_000_000n, coveredVnd: 0n, dealRatio: 375_000n },
    account: { maintenanceMarginVnd: 40_000_000n, tradingPowerVnd: 20_000_000n },
  });
  await setCover(services, order(1_000_000n));
  expect(memory.accounts.get("A-1")?.episodes.get("FPT")).toMatchObject({ number: 1n, isOpen: true });
  await setCover(services, order(2_000_000n));
  expect(memory.accounts.get("A-1")?.episodes.get("FPT")).toMatchObject({ number: 1n, isOpen: false });
  expect(memory.notifications.at(-1)).toBe(told);
});

test("gives the episode of a reopened position the next number", async () => {
  const { services, memory } = await plan();
  await closeHolding(services, holding, 80_000_000n, byLan);
  expect(memory.accounts.get("A-1")?.episodes.get("FPT")).toMatchObject({ number: 1n, isOpen: false });
  await setPosition(services, holding, { quantity: 1_000n, price: 100_000_000n });
  expect(memory.notifications.at(-1)?.messageId).toBe("MarginCall/A-1/FPT/2/0");
});

test("audits every accepted change and the closing, with an intact chain", async () => {
  const { services, order } = await plan();
  await setCover(services, order(2_000_000n));
  await setCover(services, order(5_000_000n, { actor: { kind: "operator", name: "lan" } }));
  await closeHolding(services, holding, 80_000_000n, byLan);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 8 });
});

test("names a broken link at any place", async () => {
  const { services, order, memory } = await plan();
  for (const amountVnd of [2_000_000n, 3_000_000n, 4_000_000n]) await setCover(services, order(amountVnd));
  const kept = memory.accounts.get("A-1");
  const begun = beforeCover + 2;
  const whole = kept?.audits.slice(begun - 1) ?? [];
  const breakBy = async (audits: typeof whole) => {
    kept?.audits.splice(begun - 1, Number.POSITIVE_INFINITY, ...audits);
    return verifyAudit(services, key);
  };
  const [one, two, three] = whole as [(typeof whole)[0], (typeof whole)[0], (typeof whole)[0]];
  const changed = { ...two, entry: two.entry.replace("3000000", "3000001") };
  expect(await breakBy([one, changed, three])).toMatchObject({ kind: "broken", place: 6 });
  expect(await breakBy([one, three])).toMatchObject({
    kind: "broken",
    place: 6,
    why: "The entry is missing.",
  });
  expect(await breakBy([one, two])).toMatchObject({ kind: "broken", place: 7, why: "The entry is missing." });
  expect(await breakBy([one, two, { ...three, hash: two.hash }])).toMatchObject({ kind: "broken", place: 7 });
  expect(await breakBy([...whole, { ...three, place: 8 }])).toEqual({
    kind: "broken",
    place: 8,
    why: "The account does not count this entry.",
  });
  const position = kept?.positions.get("FPT");
  if (position !== undefined) kept?.positions.set("FPT", { ...position, coveredVnd: 9n });
  expect(await breakBy(whole)).toMatchObject({
    kind: "broken",
    place: 7,
    why: "The covered amount of FPT is not that of its last entry.",
  });
});

test("an order that expects another amount changes nothing, tells the one in force, and is kept under its key", async () => {
  const { services, order, memory } = await plan();
  await setCover(services, order(2_000_000n));
  const idempotency = { key: "k-1", fingerprint: "f-1" };
  const late = order(3_000_000n, { expectedVnd: 0n, idempotency });
  const refused = await setCover(services, late);
  expect(refused).toMatchObject({
    status: "failed",
    code: "cover_changed",
    message: "Nothing was changed: the covered amount of FPT was changed meanwhile and is 2,000,000 VND.",
    coveredVnd: 2_000_000n,
    maintenanceMarginVnd: 42_000_000n,
  });
  expect(memory.accounts.get("A-1")?.audits).toHaveLength(beforeCover + 2);
  expect(await setCover(services, { ...late, expectedVnd: 2_000_000n })).toEqual({
    ...refused,
    firstDoneAtMs: eveningMs,
  });
  expect(await setCover(services, order(3_000_000n, { expectedVnd: 2_000_000n }))).toMatchObject({
    status: "success",
    coveredVnd: 3_000_000n,
  });
});
