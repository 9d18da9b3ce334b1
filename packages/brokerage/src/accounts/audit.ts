import type { Rates } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { AccountKey, AccountRecord, AccountState, AuditDraft } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";

/** Who makes a change: a user by the `sub` of a token, or an operator by name. */
export type Actor = { readonly kind: "user" | "operator"; readonly name: string };

/** Who orders a change, and why. */
export type ChangeOrigin = {
  readonly actor: Actor;
  /** The operator's reason; empty if none was given. */
  readonly reason?: string | undefined;
};

/** The covered amount of a position. */
type CoverValues = { readonly symbol: string; readonly coveredVnd: bigint };

/** The price and the rates of a decision. */
type CoverTerms = Rates & {
  /** Undefined when the average paid was used. */
  readonly markPrice?: Price | undefined;
  readonly unitVnd: bigint;
};

/** Whether a position is being closed. */
type ClosingValues = { readonly symbol: string; readonly isClosing: boolean };

/** The equity of an account. */
type CashValues = { readonly equityVnd: bigint };

/** What was changed, with the values before and after. */
type AuditedChange =
  | {
      /**
       * `cover`: the covered amount was set. `release`: closing the position at a price released it, or ended its
       * closing.
       */
      readonly kind: "cover" | "release";
      readonly before: CoverValues;
      readonly after: CoverValues & CoverTerms;
    }
  | {
      /** The position was marked as closing, or its closing was cancelled. */
      readonly kind: "closing";
      readonly before: ClosingValues;
      readonly after: ClosingValues;
    }
  | {
      /** Cash was deposited or withdrawn. */
      readonly kind: "cash";
      readonly before: CashValues;
      readonly after: CashValues & { readonly movementId: string };
    };

/** An audited change, kept forever. */
export type AuditEntry = {
  /** The account. */
  readonly chain: string;
  /** The first place is 1. */
  readonly place: number;
  readonly atMs: number;
  readonly actor: Actor;
  readonly requestId: string;
  readonly reason: string;
} & AuditedChange;

/** The members of values with their types, in their order in an entry. */
const cover = { symbol: "string", coveredVnd: "bigint" };
const rates = { marginRatio: "bigint", marginCallRate: "bigint", forceCloseRate: "bigint" };
const decidedCover = { ...cover, markPrice: "bigint or none", unitVnd: "bigint", ...rates };
const closing = { symbol: "string", isClosing: "boolean" };
const valuesOf = {
  cover: [cover, decidedCover],
  release: [cover, decidedCover],
  closing: [closing, closing],
  cash: [{ equityVnd: "bigint" }, { equityVnd: "bigint", movementId: "string" }],
} as const satisfies Record<AuditEntry["kind"], unknown>;

/**
 * Encodes an entry in canonical form: an array of kind, chain, place, time, actor kind, actor name, request id, reason,
 * and the values before and after. Members of values have a fixed order, their integers are strings, and there is no
 * whitespace.
 */
function writeAuditEntry(entry: AuditEntry): string {
  const { kind, chain, place, atMs, actor, requestId, reason } = entry;
  const [before, after] = valuesOf[kind];
  const values = [takeMembers(entry.before, before), takeMembers(entry.after, after)];
  return exactJson.write([kind, chain, place, atMs, actor.kind, actor.name, requestId, reason, ...values]);
}

function takeMembers(values: object, types: object): object {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(Object.keys(types).map((name) => [name, given.get(name)]));
}

/** Decodes an entry. Undefined for text that is not in canonical form. */
export function readAuditEntry(text: string): AuditEntry | undefined {
  try {
    const parts = exactJson.read(text) as readonly unknown[];
    const [kind, chain, place, atMs, actorKind, name, requestId, reason, before, after] = parts;
    const isTyped =
      [kind, chain, actorKind, name, requestId, reason].every((each) => typeof each === "string") &&
      [place, atMs].every(Number.isSafeInteger) &&
      Object.hasOwn(valuesOf, kind as string) &&
      [before, after].every((each, index) => hasTypes(each, valuesOf[kind as AuditEntry["kind"]][index]));
    if (!isTyped) return undefined;
    const actor = { kind: actorKind, name };
    const entry = { kind, chain, place, atMs, actor, requestId, reason, before, after } as AuditEntry;
    // Rejects text that does not round-trip.
    return writeAuditEntry(entry) === text ? entry : undefined;
  } catch {
    return undefined;
  }
}

function hasTypes(values: unknown, types: object = {}): boolean {
  const given = new Map<string, unknown>(Object.entries(values as object));
  return Object.entries(types).every(([name, type]) => {
    const member = given.get(name);
    return (
      typeof member === type || (type === "bigint or none" && ["bigint", "undefined"].includes(typeof member))
    );
  });
}

/** Appends an entry to the chain of an account. */
export async function draftAudit(
  services: Pick<Services, "hash">,
  { accountId, auditCount, auditHash }: AccountRecord,
  origin: ChangeOrigin & { readonly atMs: number; readonly requestId: string },
  change: AuditedChange,
): Promise<AuditDraft> {
  const { actor, reason = "", atMs, requestId } = origin;
  const place = auditCount + 1;
  const entry = writeAuditEntry({ chain: accountId, place, atMs, actor, requestId, reason, ...change });
  return { entry, hash: await hashAudit(services, auditHash, entry) };
}

/** Hashes an entry together with the previous hash, so that no entry can be changed, dropped or inserted. */
function hashAudit({ hash }: Pick<Services, "hash">, previousHash: string, entry: string): Promise<string> {
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
  const left: LeftValues = { coveredVnd: new Map(), isClosing: new Map() };
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
      if (entry.place !== place || entry.chain !== key.accountId) {
        return broken(place, "The entry belongs to another place or account.");
      }
      if (entry.kind !== "cash" && !follow(left, entry)) {
        const { symbol } = entry.after;
        return broken(place, `The entry does not begin where the one before it left ${symbol}.`);
      }
    }
  }
  const [beyond] = await services.store.listAudits(key, { after: place, limit: 1 });
  if (beyond !== undefined) {
    const now = await services.store.readAccount(key);
    if (now?.account.auditCount === place)
      return broken(beyond.place, "The account does not count this entry.");
  }
  return checkEnd(state, place, hash, left);
}

/** The values of each symbol after its last entry. */
type LeftValues = {
  readonly coveredVnd: Map<string, bigint>;
  readonly isClosing: Map<string, boolean>;
};

/**
 * Applies an entry. Returns whether it begins where the one before it left its symbol. Cash has no such link, because results
 * of closed positions change the equity between two movements.
 */
function follow(
  { coveredVnd, isClosing }: LeftValues,
  entry: Exclude<AuditEntry, { readonly kind: "cash" }>,
): boolean {
  const { symbol } = entry.after;
  if (entry.before.symbol !== symbol) return false;
  if (entry.kind === "closing") {
    if (entry.before.isClosing !== (isClosing.get(symbol) ?? false)) return false;
    isClosing.set(symbol, entry.after.isClosing);
    return true;
  }
  if (entry.before.coveredVnd !== (coveredVnd.get(symbol) ?? 0n)) return false;
  coveredVnd.set(symbol, entry.after.coveredVnd);
  // A released position is gone.
  if (entry.kind === "release") isClosing.delete(symbol);
  return true;
}

function checkEnd(
  { account, positions }: AccountState,
  place: number,
  hash: string,
  left: LeftValues,
): AuditVerdict {
  if (account.auditHash !== hash)
    return broken(place, "The account keeps another hash than the last entry's.");
  const inForce = new Map(positions.map((position) => [position.symbol, position]));
  for (const symbol of new Set([...inForce.keys(), ...left.coveredVnd.keys(), ...left.isClosing.keys()])) {
    const { coveredVnd = 0n, isClosing = false } = inForce.get(symbol) ?? {};
    if (coveredVnd !== (left.coveredVnd.get(symbol) ?? 0n)) {
      return broken(place, `The covered amount of ${symbol} is not that of its last entry.`);
    }
    if (isClosing !== (left.isClosing.get(symbol) ?? false)) {
      return broken(place, `Whether ${symbol} is being closed is not what its last entry says.`);
    }
  }
  return { kind: "whole", count: place };
}

function broken(place: number, why: string): AuditVerdict {
  return { kind: "broken", place, why };
}
