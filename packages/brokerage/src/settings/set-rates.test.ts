import type { InstrumentRecord } from "@trading-oms/market";
import { expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { readAuditEntry } from "../accounts/audit.ts";
import { chainKey } from "../accounts/chains.ts";
import { markClosing, setPosition } from "../accounts/positions.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
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

test("says how many positions rates touch, and how many they call that were not called", async () => {
  const { services } = planServices();
  const vnm = { ...fpt, symbol: "VNM" };
  await list(services, fpt, vnm, { ...fpt, symbol: "SHS", exchange: "HNX" });
  const hold = async (accountId: string, symbol: string, price: bigint) => {
    const key = { userId: "u-1", accountId };
    await openAccount(services, key);
    expect(await setPosition(services, { ...key, symbol }, { quantity: 100n, price })).toMatchObject({
      kind: "done",
    });
    return { ...key, symbol };
  };
  await setRates(services, { ...scope, rates: { ...half, marginCallRate: 0n, forceCloseRate: 0n } });
  await setRates(services, { level: "group", name: "STO", rates: half });
  // Each posted half of its entry value. At 80,000, deal ratios are 0.5 for 80,000, 0.375 for 100,000.
  await hold("A-1", "FPT", 80_000_000n);
  await hold("A-2", "FPT", 100_000_000n);
  await markClosing(services, await hold("A-3", "FPT", 100_000_000n), true, byLan);
  await hold("A-4", "VNM", 80_000_000n);
  await hold("A-5", "VNM", 100_000_000n);
  await hold("A-6", "SHS", 80_000_000n);
  expect(await setRates(services, { ...scope, rates: half })).toMatchObject({
    positionCount: 3,
    calledCount: 1,
  });
  const strict = { ...half, marginRatio: 600_000n, marginCallRate: 510_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: strict })).toMatchObject({
    positionCount: 2,
    calledCount: 1,
  });
  expect(await setRates(services, { ...scope, rates: undefined })).toMatchObject({
    positionCount: 3,
    calledCount: 1,
  });
  expect(await setRates(services, { level: "group", name: "UPX", rates: half })).toMatchObject({
    positionCount: 0,
    calledCount: 0,
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
  expect(await setRates(services, other)).toMatchObject({ code: "idempotency-key-reused" });
  const refused = { ...order, name: "FTP", idempotency: { key: "lan k-2", fingerprint: "f-3" } };
  const failed = await setRates(services, { ...refused, language: "vi" });
  expect(failed).toMatchObject({
    status: "failed",
    code: "not-listed",
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
    code: "no-rates",
    message: "Nothing was changed: the symbol FPT has no rates of its own.",
  });
  expect(memory.accounts.get("rates")?.audits).toHaveLength(2);
});

test("rejects rates of an unknown group by its name", async () => {
  const { services, memory } = planServices();
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  expect(await setRates(services, { level: "group", name: "STQ", rates })).toMatchObject({
    code: "not-listed",
    message: "Nothing was changed: there is no group STQ; write STO, STX, UPX, DVX.",
  });
  expect(memory.rates).toEqual([]);
});

const vn30Future: InstrumentRecord = {
  symbol: "41I1GB000",
  exchange: "DERIVATIVES",
  type: "future",
  name: "VN30F2611",
  companyName: "VN30 Index Futures 11/2026",
  referencePrice: 1_461_000n,
  lot: 1n,
  minQuantity: 1n,
  maxQuantity: 500n,
  underlyingSymbolCode: "VN30",
  expirationDate: "2026-11-19",
  contractSize: 100_000n,
};

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
    code: "not-listed",
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
    code: "rates-not-valid",
    message: expect.stringContaining("above marginRatio"),
  });
  expect(memory.rates).toEqual([]);
  const equal = { ...rates, marginRatio: 400_000n };
  expect(await setRates(services, { level: "group", name: "STO", rates: equal })).toMatchObject({
    kind: "done",
    warnings: [expect.stringContaining("first loss is a margin call")],
  });
});
