import type { Rates } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";

/** Who changes a covered amount: a user by a token, an operator by hand, or the closing of the position. */
export type Actor = { readonly kind: "user" | "operator" | "closing"; readonly name: string };

/** An accepted change of a covered amount, as it is kept for ever. */
export type AuditEntry = {
  readonly accountId: string;
  readonly place: number;
  readonly atMs: number;
  readonly actor: Actor;
  readonly requestId: string;
  readonly symbol: string;
  readonly fromVnd: bigint;
  readonly toVnd: bigint;
  /** What the decision was made at; without a price of its own, the average that was paid. */
  readonly price: Price | undefined;
  readonly unitVnd: bigint;
  readonly rates: Rates;
};

/** Writes an entry in its one form: members in this order, whole numbers as texts, nothing between. */
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

/** Reads an entry back; undefined where it was not written by us. */
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
  // Whatever reads back as something else was not written in the one form.
  return writeAuditEntry(entry) === text ? entry : undefined;
}
