import { expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { readAuditEntry } from "../accounts/audit.ts";
import { chainKey } from "../accounts/chains.ts";
import { checkHolding } from "../accounts/episodes.ts";
import { closeHolding, markClosing, reduceHolding, setPosition } from "../accounts/positions.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import { importRows } from "../imports/import-rows.ts";
import { byLan, confirmed, fpt, list, planServices, vn30Future } from "../testing/plan-services.ts";
import { setPrice } from "./set-price.ts";
import { setRates } from "./set-rates.ts";

const half = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
const scope = { level: "symbol", name: "FPT" } as const;

test("leaves an entry in the audit with both values, who, when and why, and each tampering is found", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  const origin = { actor: { kind: "operator", name: "lan" }, reason: "volatile", requestId: "r-1" } as const;
  await setRates(services, { ...scope, rates: half, ...origin });
  const more = { ...half, marginRatio: 600_000n };
  await setRates(services, { ...scope, rates: more });
  expect(await setRates(services, { ...scope, rates: undefined })).toMatchObject({
    message: "The rates of FPT were removed.",
  });
  expect(memory.rates).toEqual([]);
  const audits = memory.accounts.get("rates")?.audits ?? [];
  expect(audits.map(({ entry }) => readAuditEntry(entry))).toEqual([
    {
      kind: "rates",
      chain: "rates",
      place: 1,
      atMs: 1_000,
      actor: { kind: "operator", name: "lan" },
      requestId: "r-1",
      reason: "volatile",
      before: scope,
      after: { ...scope, ...half },
    },
    expect.objectContaining({ place: 2, before: { ...scope, ...half }, after: { ...scope, ...more } }),
    expect.objectContaining({ place: 3, before: { ...scope, ...more }, after: scope }),
  ]);
  const key = await chainKey(services, "rates");
  if ("kind" in key) throw new Error(key.message);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 3 });
  const [first, second, third] = audits;
  if (first === undefined || second === undefined || third === undefined) throw new Error("No audits.");
  const changed = { ...second, entry: second.entry.replace("600000", "700000") };
  for (const [tampered, place] of [
    [[first, changed, third], 2],
    [[first, third], 2],
    [[first, { ...first, place: 2 }, { ...second, place: 3 }], 2],
    [[first, second], 3],
  ] as const) {
    audits.splice(0, audits.length, ...tampered);
    expect(await verifyAudit(services, key)).toMatchObject({ kind: "broken", place });
  }
});

const off = { ...half, marginCallRate: 0n, forceCloseRate: 0n };

/** FPT and VNM at 80,000, and positions in them that each posted half of what they were entered at. */
async function planHeld() {
  const { services, memory } = planServices();
  await list(services, fpt, { ...fpt, symbol: "VNM" }, { ...fpt, symbol: "SHS", exchange: "HNX" });
  await setRates(services, { level: "group", name: "STO", rates: half });
  const hold = async (accountId: string, symbol: string, thousand: bigint) => {
    const key = { userId: "u-1", accountId };
    await openAccount(services, key);
    const entry = { quantity: 1_000n, price: thousand * 1_000_000n };
    expect(await setPosition(services, { ...key, symbol }, entry)).toMatchObject({ kind: "done" });
    return { ...key, symbol };
  };
  const callsOf = (accountId: string) => memory.accounts.get(accountId)?.episodes;
  return { services, memory, hold, callsOf };
}

test("says which calls a change opens, and what they lack", async () => {
  const { services, hold, memory } = await planHeld();
  await setRates(services, { ...scope, rates: off });
  // Deal ratios at 80,000: 0.5 for 80,000, and 0.375 for 100,000.
  await hold("A-1", "FPT", 80n);
  await hold("A-2", "FPT", 100n);
  await markClosing(services, await hold("A-3", "FPT", 100n), true, byLan);
  await hold("A-4", "VNM", 80n);
  await hold("A-5", "VNM", 100n);
  await hold("A-6", "SHS", 80n);
  const none = { endedCount: 0, endedOutstandingVnd: 0n };
  expect(await setRates(services, { ...scope, rates: half })).toMatchObject({
    ...none,
    positionCount: 3,
    calledCount: 1,
    calledOutstandingVnd: 2_000_000n,
  });
  // A-4 lacks 800,000 to 0.51. A-5 is called already.
  const strict = { ...half, marginRatio: 600_000n, marginCallRate: 510_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: strict })).toMatchObject({
    ...none,
    positionCount: 2,
    calledCount: 1,
    calledOutstandingVnd: 800_000n,
  });
  expect(await setRates(services, { level: "group", name: "UPX", rates: half })).toMatchObject({
    ...none,
    positionCount: 0,
    calledCount: 0,
  });
  // A-2 is below its rate already, and its call is not open: nobody has evaluated it yet.
  expect(memory.accounts.get("A-2")?.episodes.size).toBe(0);
  const same = await setRates(services, { ...scope, rates: { ...half, marginRatio: 550_000n } });
  expect(same).toMatchObject({ positionCount: 3, calledCount: 1, calledOutstandingVnd: 2_000_000n });
});

test("a recovered call is open, so that it is not opened again below a higher rate", async () => {
  const { services, hold, memory, callsOf } = await planHeld();
  await hold("A-1", "FPT", 100n);
  // At 84,000 the deal ratio is 0.404: the call at 0.4 needs nothing, and ends at 0.44.
  memory.putMark({ symbol: "FPT", price: 84_000_000n, atMs: 900, isByHand: false });
  expect(callsOf("A-1")?.get("FPT")?.isOpen).toBe(true);
  const higher = { ...half, marginCallRate: 450_000n };
  expect(await setRates(services, { ...scope, rates: higher })).toMatchObject({
    positionCount: 1,
    calledCount: 0,
    endedCount: 0,
  });
});

test.each([
  ["removed rates", undefined],
  ["rates that call nobody", off],
])("%s that end open calls are refused until that is confirmed", async (_what, rates) => {
  const { services, hold, memory, callsOf } = await planHeld();
  // Without rates of its own, FPT has those of its group.
  await setRates(services, { ...scope, rates: half });
  await setRates(services, { level: "group", name: "STO", rates: off });
  for (const [accountId, thousand] of [
    ["A-1", 100n],
    ["A-2", 90n],
    ["A-3", 120n],
  ] as const)
    await hold(accountId, "FPT", thousand);
  expect(callsOf("A-1")?.get("FPT")?.isOpen).toBe(true);
  const order = { ...scope, rates };
  const figures = {
    positionCount: 3,
    calledCount: 0,
    calledOutstandingVnd: 0n,
    endedCount: 2,
    // 2,000,000 for 100,000, and 12,000,000 for 120,000.
    endedOutstandingVnd: 14_000_000n,
  };
  expect(await setRates(services, order)).toMatchObject({
    ...figures,
    status: "failed",
    code: "calls_end",
    message:
      "Nothing was changed: this would end 2 open calls with 14,000,000 VND outstanding; confirm it if it is meant.",
  });
  expect(await setRates(services, { ...order, language: "vi" })).toMatchObject({
    message:
      "Không có gì thay đổi: thay đổi này sẽ kết thúc 2 lệnh gọi ký quỹ đang mở, còn phải bổ sung 14.000.000 VND; hãy xác nhận nếu đúng.",
  });
  expect(memory.rates).toContainEqual(expect.objectContaining({ ...scope, ...half }));
  expect(memory.accounts.get("rates")?.audits).toHaveLength(3);
  expect(await setRates(services, { ...order, isConfirmed: true })).toMatchObject({
    ...figures,
    status: "success",
  });
  expect(memory.accounts.get("rates")?.audits).toHaveLength(4);
});

test("an import that ends open calls is refused as a whole until that is confirmed", async () => {
  const { services, hold, memory } = await planHeld();
  await hold("A-1", "FPT", 100n);
  await hold("A-2", "VNM", 100n);
  const lines = [
    { line: 2, row: { level: "group", name: "UPX", rates: half } },
    // Together they end both calls; the rates of FPT keep its own one open.
    { line: 3, row: { level: "group", name: "STO", rates: off } },
    { line: 4, row: { level: "symbol", name: "FPT", rates: half } },
  ] as const;
  const file = { kind: "rates", lines, digest: "f".repeat(64), ...byLan } as const;
  expect(await importRows(services, file)).toEqual({
    kind: "refused",
    faultCount: 1,
    writtenCount: 0,
    faults: [
      {
        line: 2,
        fault:
          "Nothing was changed: this would end 1 open call with 2,000,000 VND outstanding; confirm it if it is meant.",
      },
    ],
  });
  expect(memory.rates).toHaveLength(1);
  expect(await importRows(services, { ...file, isConfirmed: true })).toEqual({
    kind: "done",
    count: 3,
    doneBeforeCount: 0,
    warnings: [
      {
        line: 2,
        warning: "Shares on UPCOM may not be bought on margin: set marginRatio to 1, or end lending.",
      },
      {
        line: 3,
        warning: "marginCallRate is below 0.3, the least maintenance margin that the law allows for shares.",
      },
    ],
  });
  expect(memory.rates).toHaveLength(3);
});

test("where lending has ended, old positions are still called, and none is opened or increased", async () => {
  const { services, hold, memory, callsOf } = await planHeld();
  const held = await hold("A-1", "FPT", 80n);
  const order = { ...scope, rates: half, isLendingEnded: true };
  expect(await setRates(services, order)).toMatchObject({ status: "success", endedCount: 0 });
  const refusal = {
    kind: "refused",
    code: "lending_ended",
    message:
      "Lending on FPT has ended: a position in it can be reduced or closed, but neither opened nor increased.",
  };
  const entry = { quantity: 100n, price: 80_000_000n };
  await openAccount(services, { userId: "u-1", accountId: "A-2" });
  expect(await setPosition(services, { ...held, accountId: "A-2" }, entry)).toEqual(refusal);
  expect(await setPosition(services, held, { ...entry, quantity: 1_001n })).toEqual(refusal);
  expect(await setPosition(services, held, { ...entry, quantity: 900n })).toMatchObject({ kind: "done" });
  expect(await reduceHolding(services, held, { ...entry, price: 80_000_000n })).toMatchObject({
    kind: "done",
  });
  // At 66,000 the deal ratio is 0.393.
  await setPrice(services, { symbol: "FPT", price: 66_000_000n, isConfirmed: true });
  await checkHolding(services, { ...held, isChange: true });
  expect(callsOf("A-1")?.get("FPT")?.isOpen).toBe(true);
  expect(await closeHolding(services, held, 66_000_000n, confirmed)).toMatchObject({ kind: "done" });
  // Rates of its own win over its group's, in this as well.
  await setRates(services, { level: "group", name: "STO", rates: half, isLendingEnded: true });
  await setRates(services, { ...order, isLendingEnded: false });
  expect(await setPosition(services, held, entry)).toMatchObject({ kind: "done" });
  expect(await setPosition(services, { ...held, symbol: "VNM" }, entry)).toMatchObject({
    code: "lending_ended",
  });
  expect(memory.rates).toEqual([
    { level: "group", name: "STO", ...half, isLendingEnded: true, changedAtMs: 1_000 },
    { ...scope, ...half, changedAtMs: 1_000 },
  ]);
});

test("new rates leave lending ended unless they say otherwise, and the audit says when it ended", async () => {
  const { services, memory } = await planHeld();
  const ended = { ...half, isLendingEnded: true };
  await setRates(services, { ...scope, rates: half });
  await setRates(services, { ...scope, rates: half, isLendingEnded: true });
  const more = { ...half, marginRatio: 600_000n };
  await setRates(services, { ...scope, rates: more });
  const row = { ...scope, rates: half };
  const file = { kind: "rates", lines: [{ line: 2, row }], digest: "f".repeat(64), ...byLan } as const;
  await importRows(services, file);
  expect(memory.rates).toContainEqual({ ...scope, ...ended, changedAtMs: 1_000 });
  await importRows(services, {
    ...file,
    lines: [{ line: 2, row: { ...row, isLendingEnded: false } }],
    digest: "e".repeat(64),
  });
  expect(memory.rates).toContainEqual({ ...scope, ...half, changedAtMs: 1_000 });
  const audits = memory.accounts.get("rates")?.audits.map(({ entry }) => readAuditEntry(entry));
  expect(audits?.slice(2, 4)).toMatchObject([
    { before: { ...scope, ...half }, after: { ...scope, ...ended } },
    { before: { ...scope, ...ended }, after: { ...scope, ...more, isLendingEnded: true } },
  ]);
  const key = await chainKey(services, "rates");
  if ("kind" in key) throw new Error(key.message);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 6 });
});

const lowMargin = "marginRatio is below 0.5, the least initial margin that the law allows for shares.";
const lowCallRate =
  "marginCallRate is below 0.3, the least maintenance margin that the law allows for shares.";
const onUpcom = "Shares on UPCOM may not be bought on margin: set marginRatio to 1, or end lending.";

test.each([
  [{ level: "group", name: "STO" }, [500_000n, 300_000n], []],
  [{ level: "group", name: "STO" }, [499_999n, 300_000n], [lowMargin]],
  [{ level: "group", name: "STX" }, [500_000n, 299_999n], [lowCallRate]],
  [scope, [400_000n, 0n], [lowMargin, lowCallRate]],
  // Nothing is lent.
  [scope, [1_000_000n, 0n], []],
  [{ level: "group", name: "UPX" }, [999_999n, 500_000n], [onUpcom]],
  [{ level: "symbol", name: "ACV" }, [500_000n, 300_000n], [onUpcom]],
  [{ level: "symbol", name: "ACV", isLendingEnded: true }, [500_000n, 300_000n], []],
  [{ level: "group", name: "UPX" }, [1_000_000n, 0n], []],
  [{ level: "group", name: "DVX" }, [100_000n, 60_000n], []],
  [{ level: "product", name: "VN30F" }, [50_000n, 30_000n], []],
] as const)("warns of %o at %o: %o", async (setting, [marginRatio, marginCallRate], warnings) => {
  const { services } = planServices();
  await list(services, fpt, { ...fpt, symbol: "ACV", exchange: "UPCOM" }, vn30Future);
  const rates = { marginRatio, marginCallRate, forceCloseRate: 0n };
  expect(await setRates(services, { ...setting, rates })).toMatchObject({ status: "success", warnings });
});

test("warns in the language asked for", async () => {
  const { services } = await planHeld();
  const rates = { marginRatio: 200_000n, marginCallRate: 200_000n, forceCloseRate: 0n };
  expect(await setRates(services, { ...scope, rates, language: "vi" })).toMatchObject({
    warnings: [
      "Tỷ lệ duy trì bằng tỷ lệ ký quỹ ban đầu: khoản lỗ đầu tiên đã là một lệnh gọi ký quỹ.",
      "Tỷ lệ ký quỹ ban đầu dưới 0,5, mức tối thiểu theo quy định đối với cổ phiếu.",
      "Tỷ lệ duy trì dưới 0,3, mức tối thiểu theo quy định đối với cổ phiếu.",
    ],
  });
});

test("an order under a key is done once, a refusal too, and another order under it is refused", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  const order = { ...scope, rates: half, idempotency: { key: "lan k-1", fingerprint: "f-1" } };
  const answer = await setRates(services, order);
  expect(await setRates(services, order)).toEqual({ ...answer, firstDoneAtMs: 1_000 });
  expect(memory.accounts.get("rates")?.audits).toHaveLength(1);
  const other = { ...order, idempotency: { key: "lan k-1", fingerprint: "f-2" } };
  expect(await setRates(services, other)).toMatchObject({ code: "idempotency_key_reused" });
  const refused = { ...order, name: "FTP", idempotency: { key: "lan k-2", fingerprint: "f-3" } };
  const failed = await setRates(services, { ...refused, language: "vi" });
  expect(failed).toMatchObject({
    status: "failed",
    code: "not_listed",
    message: "Không có gì thay đổi: không có mã FTP trong danh mục.",
  });
  await list(services, fpt, { ...fpt, symbol: "FTP" });
  expect(await setRates(services, refused)).toEqual({ ...failed, firstDoneAtMs: 1_000 });
  expect(memory.rates).toHaveLength(1);
});

test("removes rates of a symbol that is no longer listed, and refuses where none are set", async () => {
  const { services, memory } = planServices();
  await list(services, fpt);
  await setRates(services, { ...scope, rates: half });
  await list(services, { ...fpt, symbol: "VNM" });
  expect(await setRates(services, { ...scope, rates: undefined })).toMatchObject({
    kind: "done",
    positionCount: 0,
  });
  expect(memory.rates).toEqual([]);
  expect(await setRates(services, { ...scope, rates: undefined })).toMatchObject({
    status: "failed",
    code: "no_rates",
    message: "Nothing was changed: the symbol FPT has no rates of its own.",
  });
  expect(memory.accounts.get("rates")?.audits).toHaveLength(2);
});

test("rejects rates of an unknown group by its name", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STQ", rates })).toMatchObject({
    code: "not_listed",
    message: "Nothing was changed: there is no group STQ; write STO, STX, UPX, DVX.",
  });
  expect(memory.rates).toEqual([]);
});

test.each([
  ["symbol", "FTP", "FTP is not listed; did you mean FPT?"],
  ["symbol", "fpt", "fpt is not listed; did you mean FPT?"],
  ["symbol", "ZZZZ", "ZZZZ is not listed; import it first."],
  [
    "symbol",
    "VN30F1M",

    "VN30F1M is an alias, today of the contract 41I1G1000, which is not listed; name the product VN30F.",
  ],
  ["symbol", "VN30F", "VN30F is a product, not a symbol."],
  ["symbol", "STO", "STO is a group, not a symbol."],
  ["product", "FPT", "FPT is a symbol, not a product."],
  ["product", "VN100F", "there is no product VN100F; write VN30F."],
  [
    "product",
    "VN30F2M",

    "VN30F2M is an alias, today of the contract 41I1G2000, which is not listed; name the product VN30F.",
  ],
  ["group", "HOSE", "the group of HOSE is STO; write that."],
] as const)("rejects rates of the %s %s, which does not exist", async (level, name, message) => {
  const { services, memory } = planServices();
  await list(services, fpt, vn30Future);
  const atMs = Date.UTC(2026, 0, 5, 3);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const setting = { level, name, rates };
  expect(await setRates({ ...services, now: () => atMs }, setting)).toMatchObject({
    status: "failed",
    code: "not_listed",
    message: `Nothing was changed: ${message}`,
  });
  expect(memory.rates).toEqual([]);
  for (const exists of [
    { level: "symbol", name: "41I1GB000" },
    { level: "product", name: "VN30F" },
  ] as const)
    expect(await setRates(services, { ...exists, rates })).toMatchObject({ kind: "done" });
});

test.each([
  [[vn30Future], "; name the symbol 41I1GB000 or the product VN30F."],
  [[], ", which is not listed; import it first."],
])("names for an alias only what is listed", async (futures, advice) => {
  const { services } = planServices();
  await list(services, fpt, ...futures);
  const now = () => Date.UTC(2026, 10, 5, 3);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates({ ...services, now }, { level: "symbol", name: "VN30F1M", rates })).toMatchObject({
    message: `Nothing was changed: VN30F1M is an alias, today of the contract 41I1GB000${advice}`,
  });
});

test("rejects rates in the wrong order and warns of equal ones", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 300_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates })).toMatchObject({
    status: "failed",
    code: "rates_not_valid",
    message: expect.stringContaining("above marginRatio"),
  });
  expect(memory.rates).toEqual([]);
  const equal = { ...rates, marginRatio: 400_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: equal })).toMatchObject({
    kind: "done",
    warnings: [expect.stringContaining("first loss is a margin call"), expect.any(String)],
  });
});
