/** A filled store whose rows are changed behind its back, and put back. */
import { createHash } from "node:crypto";
import {
  type AuditHead,
  addContact,
  adjustSymbol,
  chainKey,
  closeHolding,
  headOf,
  importRows,
  listChains,
  moveCash,
  openAccount,
  reduceHolding,
  reservedChains,
  type Services,
  setCover,
  setHolidays,
  setPosition,
  setPrice,
  setRates,
  verifyAudit,
  verifyHead,
} from "@trading-oms/brokerage";
import type { AccountKey, AuditRecord, DurableStore } from "@trading-oms/brokerage/ports";
import { backupTables } from "../sql/tables.ts";
import { importSymbols } from "./make-services.ts";

/** The account of two positions, of which one is called, and one that is open and empty. */
export const key: AccountKey = { userId: "u-1", accountId: "A-1" };
export const emptyKey: AccountKey = { userId: "u-1", accountId: "A-2" };

const byLan = { actor: { kind: "operator", name: "lan" } } as const;

/** Services with real hashes, and a clock that stands still. */
export function servicesOf(store: DurableStore): Services {
  let ids = 0;
  const makeId = (): string => {
    ids += 1;
    return `TX-${ids}`;
  };
  return { store, now: () => 1_000, makeId, hash: async (text) => hashOf(text) };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Fills every table that a chain explains. */
export async function fill(services: Services): Promise<void> {
  const { accountId } = key;
  const [fpt, vnm, hpg] = ["FPT", "VNM", "HPG"].map((symbol) => ({ ...key, symbol }));
  if (!(fpt && vnm && hpg)) throw new Error("There are three.");
  await importSymbols(services.store, ["FPT", "VNM", "HPG"], services);
  await setHolidays(services, ["2026-01-01", "2026-09-02"]);
  const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };
  const file = { ...byLan, digest: "f".repeat(64) };
  mustBeDone(await setRates(services, { level: "group", name: "STO", rates }));
  const ratesRow = { line: 2, row: { level: "symbol", name: "VNM", rates } as const };
  mustBeDone(await importRows(services, { kind: "rates", lines: [ratesRow], ...file }));
  mustBeDone(await setPrice(services, { symbol: "FPT", price: 80_000_000n }));
  const priceRow = { line: 2, row: { symbol: "VNM", price: 81_000_000n } };
  mustBeDone(
    await importRows(services, { kind: "prices", lines: [priceRow], ...file, digest: "a".repeat(64) }),
  );
  await services.store.setMarks([{ symbol: "HPG", price: 79_000_000n, atMs: 900, isByHand: false }], {
    nowMs: 1_000,
  });
  for (const each of [key, emptyKey]) mustBeDone(await openAccount(services, each));
  const deposit = { key, kind: "deposit", amountVnd: 80_000_000n, movementId: "m-1" } as const;
  mustBeDone(await moveCash(services, deposit));
  mustBeDone(await setPosition(services, fpt, { quantity: 1_000n, price: 100_000_000n }));
  mustBeDone(await setPosition(services, vnm, { quantity: 200n, price: 81_000_000n }));
  mustBeDone(await setPosition(services, hpg, { quantity: 100n, price: 79_000_000n }));
  mustBeDone(await closeHolding(services, hpg, 79_500_000n, byLan));
  mustBeDone(await reduceHolding(services, vnm, { quantity: 100n, price: 80_000_000n }));
  // Nobody holds it any more, so that the ex-date alone is noted.
  const action = { date: "1970-01-01", adjustment: { factor: { numerator: 2n, denominator: 1n } } } as const;
  const day = JSON.stringify({ date: "1970-01-01", referencePrice: "79000000", isHalted: false });
  const quote = { symbol: "HPG", atMs: 900, seq: 1, day, snapshot: "{}" };
  await services.store.saveQuotes([quote], { nowMs: 1_000 });
  mustBeDone(await adjustSymbol(services, { symbol: "HPG", ...action, ...byLan }));
  const contact = { method: "telephone", answer: "promised", promisedVnd: 2_000_000n, note: "" } as const;
  mustBeDone(await addContact(services, { ...fpt, ...byLan, contact, requestId: "r-1" }));
  mustBeDone(await setCover(services, { ...fpt, amountVnd: 1_000_000n, ...byLan, requestId: "r-2" }));
  const withdrawal = { key, kind: "withdrawal", amountVnd: 5_000_000n, movementId: "m-2" } as const;
  mustBeDone(await moveCash(services, withdrawal));
  if ((await services.store.readAccount({ ...key, accountId }))?.account.auditCount !== 10)
    throw new Error("The chain has other entries than its tamperings expect.");
}

function mustBeDone(outcome: { readonly kind: string; readonly code?: unknown }): void {
  if (outcome.kind !== "done" || outcome.code !== undefined) throw new Error(JSON.stringify(outcome));
}

/** What a check of every chain finds first, and whether it takes the heads that were kept. */
export type Finding = { readonly chain: string; readonly why: string; readonly isByHead: boolean };

/** Verifies every chain, and then each kept head. */
export async function findTampering(
  services: Services,
  heads: readonly AuditHead[],
): Promise<Finding | undefined> {
  const chains = new Set<string>(reservedChains);
  for await (const { userId, accountId } of listChains(services)) {
    chains.add(accountId);
    const verdict = await verifyAudit(services, { userId, accountId });
    if (verdict.kind === "broken") return { chain: accountId, why: verdict.why, isByHead: false };
  }
  for (const chain of reservedChains) {
    const reserved = await chainKey(services, chain);
    const verdict = "kind" in reserved ? reserved : await verifyAudit(services, reserved);
    if (verdict.kind === "broken") return { chain, why: verdict.why, isByHead: false };
  }
  for (const head of heads) {
    const verdict = await verifyHead(services, head);
    if (verdict.kind === "broken") return { chain: head.chain, why: verdict.why, isByHead: true };
  }
  return undefined;
}

/** The heads of all chains, as one keeps them elsewhere. */
export async function readHeads(services: Services): Promise<AuditHead[]> {
  const heads: AuditHead[] = [];
  for await (const account of listChains(services)) heads.push(headOf(account));
  return heads;
}

/** Copies every table, so that `putBack` can restore it. */
export const copyTables: readonly string[] = backupTables.map(
  ({ name }) => `create table kept_${name} as select * from ${name}`,
);

/** Restores every table. */
export const putBack: readonly string[] = backupTables.flatMap(({ name, names }) => [
  `delete from ${name}`,
  `insert into ${name} (${names}) select ${names} from kept_${name}`,
]);

/** The statements that write a chain anew from a place on, each hash after the one before, and the head of the account. */
export async function rewrite(
  { store }: Services,
  { userId, accountId }: AccountKey,
  change: (entries: readonly string[]) => readonly string[],
): Promise<string[]> {
  const records: readonly AuditRecord[] = await store.listAudits({ userId, accountId }, { limit: 1_000 });
  const where = `user_id = '${userId}' and account_id = '${accountId}'`;
  const statements = [`delete from audit where ${where}`];
  let hash = "";
  const entries = change(records.map(({ entry }) => entry));
  for (const [index, entry] of entries.entries()) {
    hash = hashOf(`${hash}\n${entry}`);
    const values = [`'${userId}', '${accountId}', ${index + 1}`, `'${entry}', '${hash}'`].join(", ");
    statements.push(`insert into audit (user_id, account_id, place, entry, hash) values (${values})`);
  }
  statements.push(
    `update account set audit_count = ${entries.length}, audit_hash = '${hash}' where ${where}`,
  );
  return statements;
}
