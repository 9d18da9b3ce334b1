/** The entries of audits: what they hold, how they are written, and how they form a chain. */
import type { Rates } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import type { AccountRecord, AuditDraft, ContactRecord, RatesName, RatesRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";

/** Who makes a change: a user by the `sub` of a token, an operator by name, or the rules of margin calls, whose name is margin. */
export type Actor = { readonly kind: "user" | "operator" | "watch"; readonly name: string };

export type ChangeOrigin = {
  readonly actor: Actor;
  /** The operator's reason; empty if none was given. */
  readonly reason?: string | undefined;
};

type CoverValues = { readonly symbol: string; readonly coveredVnd: bigint };

/** The price and the rates of a decision. */
type CoverTerms = Rates & {
  /** Undefined when the average paid was used. */
  readonly markPrice?: Price | undefined;
  readonly unitVnd: bigint;
};

type ClosingValues = { readonly symbol: string; readonly isClosing: boolean };

/** The last contact about a call; without a method before the first. */
export type ContactValues = { readonly symbol: string; readonly callNumber: number } & Partial<
  Omit<ContactRecord, "atMs" | "by" | "note">
>;

type AdjustmentTerms = {
  readonly adjustmentId: string;
  readonly exDate: string;
  /** Such as 110/100. */
  readonly factor?: string | undefined;
  readonly dividendVnd?: bigint | undefined;
  readonly rightsQuantity?: bigint | undefined;
  readonly paidVnd?: bigint | undefined;
};

/** What was decided about an ex-date; without a state before the first decision. */
type ExDateValues = { readonly symbol: string; readonly exDate: string; readonly adjustmentId: string };

type CashValues = { readonly equityVnd: bigint };

/** A position, all 0 where there is none, and the equity of its account. */
export type HoldingValues = CashValues & {
  readonly symbol: string;
  readonly quantity: bigint;
  readonly entryVnd: bigint;
  readonly postedVnd: bigint;
};

/** A margin call; closed and of number 0 before the first. */
export type CallValues = {
  readonly symbol: string;
  readonly callNumber: number;
  readonly isOpen: boolean;
  readonly isForceCloseNotified: boolean;
  /** The full trading hours up to which reminders were sent or skipped. */
  readonly remindedHours: number;
  /** Undefined before the first call. */
  readonly openedAtMs?: number | undefined;
};

/**
 * The rates of a scope, without members where none are set, and with `isLendingEnded` only where it is true; or for an import the
 * part of the file.
 */
export type RatesValues = Partial<RatesName & Rates & Pick<RatesRecord, "isLendingEnded"> & ImportedPart>;

/** The last price of a symbol, without a price where there is none; or for an import the part of the file. */
type PriceValues = {
  readonly symbol?: string;
  readonly markPrice?: Price | undefined;
} & Partial<ImportedPart>;

export type ImportedPart = {
  /** SHA-256 of the file, as 64 hexadecimal digits. */
  readonly fileDigest: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly rowCount: number;
  /** Its rows, one per line: the scope and the three rates in millionths, or the symbol and its price in thousandths. */
  readonly rows: string;
};

/** What was changed, with the values before and after. */
export type AuditedChange =
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
      /** The owner of a called position was contacted. The reason of the entry is the note. */
      readonly kind: "contact";
      readonly before: ContactValues;
      readonly after: ContactValues & Pick<ContactRecord, "method" | "answer">;
    }
  | {
      /** Rates were set, removed or imported. */
      readonly kind: "rates";
      readonly before: RatesValues;
      readonly after: RatesValues;
    }
  | {
      /** A last price was set by hand, or last prices were imported. */
      readonly kind: "price";
      readonly before: PriceValues;
      readonly after: PriceValues;
    }
  | {
      /**
       * A position was entered or set anew, reduced or closed at a price, or settled at its expiration.
       */
      readonly kind: "entry" | "reduction" | "result" | "settlement";
      readonly before: HoldingValues;
      /** The price of a unit; undefined where an entry value was given. */
      readonly after: HoldingValues & { readonly markPrice?: Price | undefined };
    }
  | {
      /** A margin call was opened, ended, reminded of, or led to the notification of a force close. */
      readonly kind: "call";
      readonly before: CallValues;
      readonly after: CallValues;
    }
  | {
      /** The list of days without trading was replaced. The days are separated by spaces. */
      readonly kind: "holidays";
      readonly before: { readonly dates: string };
      readonly after: { readonly dates: string };
    }
  | {
      /** The catalog was replaced. */
      readonly kind: "catalog";
      readonly before: { readonly version: number };
      readonly after: {
        readonly version: number;
        readonly instrumentCount: number;
        /** SHA-256 of the instruments, as `digestOfCatalog` makes it. */
        readonly digest: string;
        readonly fileDigest?: string | undefined;
      };
    }
  | {
      /** A corporate action adjusted the position. */
      readonly kind: "adjustment";
      readonly before: HoldingValues;
      readonly after: HoldingValues & AdjustmentTerms & { readonly markPrice?: undefined };
    }
  | {
      /** The reference price of a symbol moved, its adjustment began or ended, or its calls were released. */
      readonly kind: "exDate";
      readonly before: ExDateValues & { readonly state?: string | undefined };
      readonly after: ExDateValues & { readonly state: string; readonly terms: string };
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
const call = { symbol: "string", callNumber: "number" };
const promise = { promisedVnd: "bigint or none", promisedUntilMs: "number or none" };
const part = {
  fileDigest: "string or none",
  firstLine: "number or none",
  lastLine: "number or none",
  rowCount: "number or none",
  rows: "string or none",
};
const scope = { level: "string or none", name: "string or none" };
const scopeRates = {
  ...scope,
  marginRatio: "bigint or none",
  marginCallRate: "bigint or none",
  forceCloseRate: "bigint or none",
  isLendingEnded: "boolean or none",
  ...part,
};
const holding = {
  symbol: "string",
  quantity: "bigint",
  entryVnd: "bigint",
  postedVnd: "bigint",
  equityVnd: "bigint",
};
const holdings = [holding, { ...holding, markPrice: "bigint or none" }];
const episode = {
  ...call,
  isOpen: "boolean",
  isForceCloseNotified: "boolean",
  remindedHours: "number",
  openedAtMs: "number or none",
};
const lastPrice = { symbol: "string or none", markPrice: "bigint or none", ...part };
const exDate = { symbol: "string", exDate: "string", adjustmentId: "string" };
const valuesOf = {
  cover: [cover, decidedCover],
  release: [cover, decidedCover],
  closing: [closing, closing],
  contact: [
    { ...call, method: "string or none", answer: "string or none", ...promise },
    { ...call, method: "string", answer: "string", ...promise },
  ],
  rates: [scopeRates, scopeRates],
  price: [lastPrice, lastPrice],
  catalog: [
    { version: "number" },
    { version: "number", instrumentCount: "number", digest: "string", fileDigest: "string or none" },
  ],
  holidays: [{ dates: "string" }, { dates: "string" }],
  entry: holdings,
  reduction: holdings,
  result: holdings,
  adjustment: [
    holding,
    {
      ...holding,
      adjustmentId: "string",
      exDate: "string",
      factor: "string or none",
      dividendVnd: "bigint or none",
      rightsQuantity: "bigint or none",
      paidVnd: "bigint or none",
    },
  ],
  settlement: holdings,
  call: [episode, { ...episode, openedAtMs: "number" }],
  exDate: [
    { ...exDate, state: "string or none" },
    { ...exDate, state: "string", terms: "string" },
  ],
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
    return typeof member === type || type === `${typeof member} or none` || isNone(member, type);
  });
}

function isNone(member: unknown, type: string): boolean {
  return member === undefined && type.endsWith(" or none");
}

/** The end of a chain, to which the next entry is appended. */
export type ChainEnd = Pick<AccountRecord, "accountId" | "auditCount" | "auditHash">;

/** The end of a chain after entries that were drafted for it. */
export function endAfter(
  { accountId, auditCount, auditHash }: ChainEnd,
  drafts: readonly AuditDraft[],
): ChainEnd {
  const hash = drafts.at(-1)?.hash ?? auditHash;
  return { accountId, auditCount: auditCount + drafts.length, auditHash: hash };
}

/** Appends an entry to the chain of an account. */
export async function draftAudit(
  services: Pick<Services, "hash">,
  { accountId, auditCount, auditHash }: ChainEnd,
  origin: ChangeOrigin & { readonly atMs: number; readonly requestId: string },
  change: AuditedChange,
): Promise<AuditDraft> {
  const { actor, reason = "", atMs, requestId } = origin;
  const place = auditCount + 1;
  const entry = writeAuditEntry({ chain: accountId, place, atMs, actor, requestId, reason, ...change });
  return { entry, hash: await hashAudit(services, auditHash, entry) };
}

/** Hashes an entry together with the previous hash, so that no entry can be changed, dropped or inserted. */
export function hashAudit(
  { hash }: Pick<Services, "hash">,
  previousHash: string,
  entry: string,
): Promise<string> {
  return hash(`${previousHash}\n${entry}`);
}
