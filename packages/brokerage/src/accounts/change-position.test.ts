import { describe, expect, test } from "vitest";
import type { NotificationRecord } from "../ports/index.ts";
import { importCatalog } from "../settings/import-catalog.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { holdShort } from "../testing/hold-short.ts";
import { byLan, confirmed, fpt, linesOf, list, planServices, vn30Future } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { draftAudit, readAuditEntry } from "./audit.ts";
import { moveCash } from "./cash.ts";
import { showAccount } from "./figures.ts";
import { readNotification } from "./notifications.ts";
import { closeHolding, markClosing, reduceHolding, setPosition } from "./positions.ts";
import { verifyAudit } from "./verify-audit.ts";

const key = { userId: "u-1", accountId: "A-1" };
const held = { ...key, symbol: "FPT" };
const at = (thousand: bigint): bigint => thousand * 1_000_000n;

async function hold(quantity: bigint) {
  const { services, memory } = planServices();
  await list(services, fpt);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  await setRates(services, { level: "group", name: "STO", rates });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  const entry = { quantity, price: at(100n) };
  if (quantity < 0n) await holdShort(services, held, entry);
  else expect(await setPosition(services, held, entry)).toMatchObject({ kind: "done" });
  return { services, memory };
}

test("shows an account with the figures of the worked example", async () => {
  const { services } = await hold(1_000n);
  expect(await showAccount(services, key)).toMatchObject({
    valued: {
      figures: {
        totalEquityVnd: 80_000_000n,
        maintenanceMarginVnd: 40_000_000n,
        tradingPowerVnd: 20_000_000n,
      },
      positions: [
        {
          mark: { unitVnd: 80_000n },
          figures: { dealRatio: 375_000n, isCalled: true, neededVnd: 2_000_000n },
        },
      ],
    },
  });
});

describe("a position", () => {
  test("is reduced at a price and realizes the result of the reduced part", async () => {
    const { services } = await hold(1_000n);
    const reduced = await reduceHolding(services, held, { quantity: 400n, price: at(90n) }, confirmed);
    expect(reduced).toMatchObject({
      realizedVnd: -4_000_000n,
      position: { quantity: 600n, entryVnd: 60_000_000n, postedVnd: 30_000_000n },
    });
    expect((await services.store.readAccount(key))?.account.equityVnd).toBe(76_000_000n);
  });

  test("in shares is not sold short, and one that is short only shrinks; futures may be short", async () => {
    const { services } = await hold(-1_000n);
    const sell = (symbol: string, quantity: bigint, accountId = "A-1") =>
      setPosition(services, { ...key, accountId, symbol }, { quantity, price: at(100n) }, confirmed);
    const refusal = {
      kind: "refused",
      code: "short_shares",
      message: "FPT can't be sold short: only futures can.",
    };
    await openAccount(services, { ...key, accountId: "A-2" });
    expect(await sell("FPT", -1n, "A-2")).toEqual(refusal);
    expect(await sell("FPT", -1_001n)).toEqual(refusal);
    expect(await sell("FPT", -900n)).toMatchObject({ kind: "done" });
    await list(services, fpt, vn30Future);
    expect(await sell("41I1GB000", -2n)).toMatchObject({ kind: "done" });
  });

  test("is closed at a price and disappears", async () => {
    const { services } = await hold(-1_000n);
    expect(await closeHolding(services, held, at(90n), confirmed)).toEqual({
      kind: "done",
      position: undefined,
      realizedVnd: 10_000_000n,
    });
    const state = await services.store.readAccount(key);
    expect(state).toMatchObject({ account: { equityVnd: 90_000_000n }, positions: [] });
    expect(await closeHolding(services, held, at(90n), confirmed)).toMatchObject({
      code: "no_such_position",
    });
  });

  test("is only marked as closing when no price is given", async () => {
    const { services } = await hold(1_000n);
    const closing = await markClosing(services, held, true, byLan);
    expect(closing).toMatchObject({ position: { isClosing: true, quantity: 1_000n }, realizedVnd: 0n });
    expect(await markClosing(services, held, true, byLan)).toMatchObject({ kind: "done" });
  });

  test("can't be set while it is closing, but reduced and closed at a price", async () => {
    const { services } = await hold(1_000n);
    await markClosing(services, held, true, byLan);
    expect(await setPosition(services, held, { quantity: 500n, price: at(100n) })).toMatchObject({
      kind: "refused",
      code: "position_closing",
    });
    const reduced = await reduceHolding(services, held, { quantity: 400n, price: at(90n) }, confirmed);
    expect(reduced).toMatchObject({ position: { quantity: 600n, isClosing: true } });
    expect(await closeHolding(services, held, at(90n), confirmed)).toMatchObject({ position: undefined });
  });

  test("is judged at once when its closing is cancelled, and the audit names who did both", async () => {
    const { services, memory } = await hold(1_000n);
    await closeHolding(services, held, at(80n), byLan);
    const { accountId } = key;
    await moveCash(services, { key, kind: "deposit", amountVnd: 20_000_000n });
    await setPrice(services, { isConfirmed: true, symbol: "FPT", price: at(83n) });
    await setPosition(services, held, { quantity: 1_000n, price: at(83n) });
    await markClosing(services, held, true, byLan);
    await setPrice(services, { isConfirmed: true, symbol: "FPT", price: at(60n) });
    const told = memory.notifications.length;
    const origin = { actor: { kind: "operator", name: "minh" }, reason: "order withdrawn" } as const;
    expect(await markClosing(services, held, false, origin)).toMatchObject({
      position: { isClosing: false },
    });
    expect(memory.notifications.slice(told)).toMatchObject([
      { type: "MarginCall", messageId: `MarginCall/${accountId}/FPT/2/0` },
    ]);
    expect(
      memory.accounts
        .get(accountId)
        ?.audits.slice(7)
        .map(({ entry }) => entry),
    ).toEqual([
      `["closing","A-1",8,1000,"operator","lan","TX-9","",{"symbol":"FPT","isClosing":false},{"symbol":"FPT","isClosing":true}]`,
      `["closing","A-1",9,1000,"operator","minh","TX-11","order withdrawn",{"symbol":"FPT","isClosing":true},{"symbol":"FPT","isClosing":false}]`,
      `["call","A-1",10,1000,"watch","margin","","",{"symbol":"FPT","callNumber":1,"isOpen":false,"isForceCloseNotified":false,"remindedHours":0,"openedAtMs":1000},{"symbol":"FPT","callNumber":2,"isOpen":true,"isForceCloseNotified":false,"remindedHours":0,"openedAtMs":1000}]`,
    ]);
    expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 10 });
    expect(await markClosing(services, held, false, byLan)).toMatchObject({ code: "position_not_closing" });
    expect(await setPosition(services, held, { quantity: 500n, price: at(60n) })).toMatchObject({
      kind: "done",
    });
  });

  test("leaves a chain that says how each closing ended, and one that is changed is found", async () => {
    const { services, memory } = await hold(1_000n);
    for (const isClosing of [true, false, true]) await markClosing(services, held, isClosing, byLan);
    expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 6 });
    const kept = memory.accounts.get(key.accountId);
    const position = kept?.positions.get("FPT");
    if (kept === undefined || position === undefined) throw new Error("The position is gone.");
    kept.positions.set("FPT", { ...position, isClosing: false });
    expect(await verifyAudit(services, key)).toEqual({
      kind: "broken",
      place: 6,
      why: "Whether FPT is being closed is not what its last entry says.",
    });
    kept.positions.set("FPT", position);
    await closeHolding(services, held, at(80n), byLan);
    expect(kept.audits).toHaveLength(6);
    const { audits, account } = memory.accounts.get(key.accountId) ?? kept;
    expect(readAuditEntry(audits[6]?.entry ?? "")).toMatchObject({
      kind: "release",
      before: { coveredVnd: 0n },
      after: { coveredVnd: 0n, markPrice: at(80n) },
    });
    expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 9 });
    // Without the release, the closing would have no end.
    const cut = { ...account, auditCount: 6, auditHash: audits[5]?.hash ?? "" };
    memory.accounts.set(key.accountId, { ...kept, positions: new Map(), account: cut });
    expect(await verifyAudit(services, key)).toMatchObject({ kind: "broken", place: 6 });
  });

  test.each([
    ["twice", { symbol: "FPT", isClosing: false }, { symbol: "FPT", isClosing: true }],
    ["of two symbols", { symbol: "FPT", isClosing: false }, { symbol: "VNM", isClosing: false }],
  ])("leaves no valid chain with a closing entry %s", async (_what, before, after) => {
    const { services, memory } = await hold(1_000n);
    await markClosing(services, held, true, byLan);
    const kept = memory.accounts.get(key.accountId);
    if (kept === undefined) throw new Error("The account is gone.");
    const origin = { ...byLan, atMs: 1_000, requestId: "TX-9" };
    const draft = await draftAudit(services, kept.account, origin, { kind: "closing", before, after });
    const place = kept.audits.length + 1;
    kept.audits.push({ ...draft, place });
    kept.account = { ...kept.account, auditCount: place, auditHash: draft.hash };
    expect(await verifyAudit(services, key)).toEqual({
      kind: "broken",
      place,
      why: `The entry does not begin where the one before it left ${after.symbol}.`,
    });
  });

  test("takes an entry value that no price gives, and shows its average rounded half up", async () => {
    const { services, memory } = await hold(1_000n);
    await closeHolding(services, held, at(80n), byLan);
    // 100 at 250,500 and 200 at 251,000: 250,833.333… on average, and 250,666.666… the other way.
    for (const [entryVnd, averagePrice] of [
      [75_250_000n, 250_833_333n],
      [75_200_000n, 250_666_667n],
    ] as const) {
      expect(await setPosition(services, held, { quantity: 300n, entryVnd }, confirmed)).toMatchObject({
        position: { entryVnd, quantity: 300n },
      });
      const { data } = readNotification(memory.notifications.at(-1) as NotificationRecord);
      expect(data.position).toMatchObject({ averagePrice });
      await closeHolding(services, held, at(80n), byLan);
    }
    expect(await setPosition(services, held, { quantity: 300n, entryVnd: 0n })).toMatchObject({
      code: "amount_not_valid",
    });
  });

  test("must be closed before it can change direction", async () => {
    const { services } = await hold(1_000n);
    const turned = await setPosition(services, held, { quantity: -1n, price: at(100n) });
    expect(turned).toMatchObject({ kind: "refused", code: "opposite_position" });
  });

  test.each([0n, -5n, 1_000n, 1_001n])("rejects a reduction by %d", async (quantity) => {
    const { services } = await hold(1_000n);
    const reduced = await reduceHolding(services, held, { quantity, price: at(90n) });
    expect(reduced).toMatchObject({ kind: "refused", code: "quantity_not_valid" });
  });

  test.each([0n, 90_010_000n, 90_000_500n])("rejects a price of %d thousandths", async (price) => {
    const { services } = await hold(1_000n);
    expect(await closeHolding(services, held, price, byLan)).toMatchObject({
      kind: "refused",
      code: "price_not_valid",
    });
  });

  test("is listed under its own symbol", async () => {
    const { services } = await hold(1_000n);
    const odd = await setPosition(services, { ...key, symbol: "VN30F1M" }, { quantity: 1n, price: at(1n) });
    expect(odd).toMatchObject({ kind: "refused", code: "no_such_instrument" });
  });
});

test("rejects a catalog that lacks a held symbol, so that no position loses its mark", async () => {
  const { services } = await hold(1_000n);
  const refused = await importCatalog(services, linesOf([{ ...fpt, symbol: "VNM" }]));
  expect(refused).toEqual({
    kind: "refused",
    faultCount: 1,
    faults: [
      { line: 3, fault: "symbol FPT is missing and held in positions: add its row, or close them first." },
    ],
  });
  expect(await showAccount(services, key)).toMatchObject({
    valued: { positions: [{ figures: { isCalled: true } }] },
  });
});
