import type { Rates } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import type { AccountKey, AccountState } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";

/** Who changes a covered amount: a user by token, an operator by hand, or the closing of the position. */
export type Actor = { readonly kind: "user" | "operator" | "closing"; readonly name: string };

/** An accepted change of a covered amount, kept forever. */
export type AuditEntry = {
  readonly accountId: string;
  readonly place: number;
  readonly atMs: number;
  readonly actor: Actor;
  readonly requestId: string;
  readonly symbol: string;
  readonly fromVnd: bigint;
  readonly toVnd: bigint;
  /** The price of the decision. Undefined when the average paid was used. */
  readonly price: Price | undefined;
  readonly unitVnd: bigint;
  readonly rates: Rates;
};

/** Encodes an entry in canonical form: members in this order, integers as strings, no whitespace. */
export function writeAuditEntry(entry: AuditEntry): string {
  const { marginRatio, marginCallRate, forceCloseRate } = entry.rates;
  return JSON.stringify([
    "covered-amount",
    entry.accountId,
    entry.place,
    entry.atMs,
    entry.actor.kind,
    entry.actor.name,
    entry.requestId,
    entry.symbol,
    String(entry.fromVnd),
    String(entry.toVnd),
    entry.price === undefined ? null : String(entry.price),
    String(entry.unitVnd),
    String(marginRatio),
    String(marginCallRate),
    String(forceCloseRate),
  ]);
}

/** Decodes an entry. Undefined for text that is not in canonical form. */
export function readAuditEntry(text: string): AuditEntry | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 15 || parts[0] !== "covered-amount") return undefined;
  const numbers = [...parts.slice(8, 10), parts[10] ?? "0", ...parts.slice(11)];
  if (!numbers.every((each) => typeof each === "string" && /^-?\d+$/.test(each))) return undefined;
  const entry: AuditEntry = {
    accountId: String(parts[1]),
    place: Number(parts[2]),
    atMs: Number(parts[3]),
    actor: { kind: String(parts[4]) as Actor["kind"], name: String(parts[5]) },
    requestId: String(parts[6]),
    symbol: String(parts[7]),
    fromVnd: BigInt(parts[8]),
    toVnd: BigInt(parts[9]),
    price: parts[10] === null ? undefined : BigInt(parts[10]),
    unitVnd: BigInt(parts[11]),
    rates: {
      marginRatio: BigInt(parts[12]),
      marginCallRate: BigInt(parts[13]),
      forceCloseRate: BigInt(parts[14]),
    },
  };
  // Rejects text that does not round-trip.
  return writeAuditEntry(entry) === text ? entry : undefined;
}

/** Hashes an entry together with the previous hash, so that no entry can be changed, dropped or inserted. */
export function hashAudit(
  { hash }: Pick<Services, "hash">,
  previousHash: string,
  entry: string,
): Promise<string> {
  return hash(`${previousHash}\n${entry}`);
}

/** The result of an audit check. `place` is that of the first broken link. */
export type AuditVerdict =
  | { readonly kind: "whole"; readonly count: number }
  | { readonly kind: "broken"; readonly place: number; readonly why: string };

const entriesInPart = 1_000;

/** Verifies the audit chain of an account, and compares its end with the covered amounts in force. */
export async function verifyAudit(
  services: Pick<Services, "store" | "hash">,
  key: AccountKey,
): Promise<AuditVerdict | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined) {
    return refuse("no-such-account", `There is no account ${key.accountId} of this user.`);
  }
  const coveredVnd = new Map<string, bigint>();
  let place = 0;
  let hash = "";
  // Entries added after the account was read are left to the next check.
  while (place < state.account.auditCount) {
    const limit = Math.min(entriesInPart, state.account.auditCount - place);
    const part = await services.store.listAudits(key, { after: place, limit });
    if (part.length === 0) return broken(place + 1, "The entry is missing.");
    for (const record of part) {
      place += 1;
      if (record.place !== place) return broken(place, "The entry is missing.");
      hash = await hashAudit(services, hash, record.entry);
      if (record.hash !== hash) return broken(place, "The hash is not that of the entry and the one before.");
      const entry = readAuditEntry(record.entry);
      if (entry === undefined) return broken(place, "The entry is not written as entries are.");
      if (entry.place !== place || entry.accountId !== key.accountId) {
        return broken(place, "The entry belongs to another place or account.");
      }
      if (entry.fromVnd !== (coveredVnd.get(entry.symbol) ?? 0n)) {
        return broken(place, `The entry does not begin where the one before it left ${entry.symbol}.`);
      }
      coveredVnd.set(entry.symbol, entry.toVnd);
    }
  }
  const [beyond] = await services.store.listAudits(key, { after: place, limit: 1 });
  if (beyond !== undefined) {
    const now = await services.store.readAccount(key);
    if (now?.account.auditCount === place)
      return broken(beyond.place, "The account does not count this entry.");
  }
  return judgeEnd(state, place, hash, coveredVnd);
}

function judgeEnd(
  { account, positions }: AccountState,
  place: number,
  hash: string,
  coveredVnd: ReadonlyMap<string, bigint>,
): AuditVerdict {
  if (account.auditHash !== hash)
    return broken(place, "The account keeps another hash than the last entry's.");
  const inForce = new Map(positions.map((position) => [position.symbol, position.coveredVnd]));
  for (const symbol of new Set([...inForce.keys(), ...coveredVnd.keys()])) {
    if ((inForce.get(symbol) ?? 0n) !== (coveredVnd.get(symbol) ?? 0n)) {
      return broken(place, `The covered amount of ${symbol} is not that of its last entry.`);
    }
  }
  return { kind: "whole", count: place };
}

function broken(place: number, why: string): AuditVerdict {
  return { kind: "broken", place, why };
}
