import { amountVndMax, isTooLarge, largestAmounts, type RangedPosition } from "@trading-oms/margin";
import { bandOf, unitVndOf } from "@trading-oms/market";
import { exactJson } from "../exact-json.ts";
import { checkNames } from "../names.ts";
import type { AccountKey, CatalogDraft, Change, OutcomeRecord, PricedAccount } from "../ports/index.ts";
import type { TextLanguage } from "../refusal-texts.ts";
import { type Refusal, refuse, renderVnd, type Services, storeErrorCodeOf } from "../services.ts";
import { emptyChange } from "./accounts.ts";
import { auditCalls } from "./audit-calls.ts";
import type { ValuedPosition } from "./figures.ts";

/** The changes that a decision makes to an account. Omitted fields stay as they are. */
export type Decision<Result> = Partial<
  Omit<Change, "key" | "expectedVersion" | "shard" | "atMs" | "catalogGeneration">
> & {
  /** Becomes the catalog in force. */
  readonly catalog?: CatalogDraft;
  readonly result: Result;
};

/** An earlier request already did this. */
export type AlreadyDone = { readonly kind: "key-used" };

const triesMax = 32;

/**
 * Decides on the current account and commits under optimistic concurrency; a concurrent change repeats the decision.
 * `key-used` means that the movement or outcome already exists, and the caller checks whose it is.
 */
export function settleChange<Result>(
  services: Services,
  key: AccountKey,
  decide: Decide<Result>,
): Promise<Settled<Result>> {
  const settle = () =>
    settleNow(services, key, decide).catch((failure: unknown) => checkFailure(key, failure));
  if (services.inTurn === undefined) return settle();
  return services.inTurn<Settled<Result>>(`${key.userId}/${key.accountId}`, settle, () => rejectBusy(key));
}

function rejectBusy({ accountId }: AccountKey): Refusal {
  return refuse("too_busy", `Others change account ${accountId} all the time; try again later.`);
}

/** A busy store changed nothing and reports it by its code. */
export function checkFailure(key: AccountKey, failure: unknown): Refusal {
  if (storeErrorCodeOf(failure) === "busy") return rejectBusy(key);
  throw failure;
}

/**
 * A decision without changes or a stored outcome skips the commit: no flush, and no conflict with other
 * decisions.
 */
function isNothing({ result: _result, ...decision }: Decision<unknown>): boolean {
  return Object.values(decision).every(
    (part) => part === undefined || (Array.isArray(part) && part.length === 0),
  );
}

type Decide<Result> = (
  state: PricedAccount,
  atMs: number,
) => Promise<Decision<Result> | AlreadyDone | Refusal>;

/** A decision that was carried out, or why it was not. */
export type Settled<Result> = { readonly kind: "done"; readonly result: Result } | AlreadyDone | Refusal;

async function settleNow<Result>(
  services: Services,
  key: AccountKey,
  decide: Decide<Result>,
): Promise<Settled<Result>> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const state = await services.store.readAccount(key);
    if (state === undefined)
      return refuse("no_such_account", `There is no account ${key.accountId} of this user.`);
    // Nothing that a decision rests on is older than the account.
    await services.book?.catchUpWith(state.versions);
    const atMs = services.now();
    const decision = await decide(state, atMs);
    if ("kind" in decision) return decision;
    if (isNothing(decision)) return { kind: "done", result: decision.result };
    const { catalog, result, ...changed } = decision;
    const { episodes = [], audits = [] } = changed;
    const change: Change = {
      ...emptyChange(key, atMs),
      expectedVersion: state.account.version,
      equityVnd: state.account.equityVnd,
      ...changed,
      audits: episodes.length === 0 ? audits : await auditCalls(services, state, { episodes, audits, atMs }),
    };
    const outcome = await (catalog === undefined ? services.store.commit(change) : catalog.publish(change));
    if (outcome === "committed") {
      if (decision.marks !== undefined) services.marks?.adopt(decision.marks);
      services.onCommitted?.(key);
      return { kind: "done", result };
    }
    if (outcome === "key-used") return { kind: "key-used" };
  }
  return rejectBusy(key);
}

/** The answer to an order. A refusal by a rule is an answer like any other, and is kept like one. */
export type Answered<Code extends string> = {
  readonly kind: "done";
  readonly status: "success" | "failed";
  readonly code?: Code | undefined;
  readonly message: string;
  /** When it was first answered, for a repeat under a key. Its figures are of that time. */
  readonly firstDoneAtMs?: number;
};

/** An answer that something was done, or with a code that a rule refused it. */
export function answered<Code extends string>(message: string, code?: Code): Answered<Code> {
  return code === undefined
    ? { kind: "done", status: "success", message }
    : { kind: "done", status: "failed", code, message };
}

/** Makes a repeated change idempotent. The fingerprint detects a different one under the same key. */
export type Idempotency = {
  readonly key: string;
  /** Whose key it is; by default the owner's of the account. */
  readonly userId?: string | undefined;
  readonly fingerprint: string;
};

/** How an order is answered. */
export type AnswerOptions = {
  /** The language of the message; English if omitted. A repeat is answered in the language of the first. */
  readonly language?: TextLanguage | undefined;
  readonly idempotency?: Idempotency | undefined;
};

/** The outcome to store with a change; undefined without a key. */
export function outcomeOf(idempotency: Idempotency | undefined, answer: object): OutcomeRecord | undefined {
  if (idempotency === undefined) return undefined;
  const { key, userId, fingerprint } = idempotency;
  return { idempotencyKey: key, userId, fingerprint, answer: exactJson.write(answer) };
}

/** A change under a key, on an account of a user. */
type KeyedChange = Pick<AccountKey, "userId"> & Pick<AnswerOptions, "idempotency">;

/**
 * The answer of a change, or the one that is kept under its key. A commit detects a used key by itself. Without a commit the
 * key is looked up: a used key takes precedence over what is missing.
 */
export async function answerOnce<Answer extends { readonly kind: "done" }>(
  services: Services,
  change: KeyedChange,
  settled: Settled<Answer>,
): Promise<Answer | (Answer & { readonly firstDoneAtMs: number }) | Refusal> {
  if (settled.kind === "done") return settled.result;
  const isBusy = settled.kind === "refused" && settled.code === "too_busy";
  const stored = isBusy ? undefined : await replay<Answer>(services, change);
  if (stored !== undefined) return stored;
  if (settled.kind === "key-used") throw new Error("An outcome that is there can't be found.");
  return settled;
}

/** Settles a change of a position once. Does not reveal whether the user, the account or the position is missing. */
export async function settleOnce<Answer extends { readonly kind: "done" }>(
  services: Services,
  change: AccountKey & KeyedChange,
  decide: Decide<Answer>,
): Promise<Answer | (Answer & { readonly firstDoneAtMs: number }) | Refusal> {
  const isNamed = checkNames(change) === undefined;
  const settled = isNamed ? await settleChange(services, change, decide) : rejectAbsent();
  const answer = await answerOnce<Answer>(services, change, settled);
  return answer.kind === "refused" && answer.code === "no_such_account" ? rejectAbsent() : answer;
}

/** Refuses because the position, its account or its user does not exist. */
export function rejectAbsent(): Refusal {
  return refuse("no_such_position", "There is no such position.");
}

/** The stored answer under a key, or a refusal if another change used the key. Undefined for a new key. */
async function replay<Answer extends { readonly kind: "done" }>(
  { store }: Services,
  { userId, idempotency }: KeyedChange,
): Promise<(Answer & { readonly firstDoneAtMs: number }) | Refusal | undefined> {
  const stored = idempotency && (await store.readOutcome(idempotency.userId ?? userId, idempotency.key));
  if (stored === undefined) return undefined;
  if (stored.fingerprint === idempotency?.fingerprint) {
    return { ...readAnswer<Answer>(stored.answer), firstDoneAtMs: stored.atMs };
  }
  return refuse(
    "idempotency_key_reused",
    "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
  );
}

/** The inputs of an account's amounts. */
type Holdings = { readonly equityVnd: bigint; readonly positions: readonly ValuedPosition[] };

/** Refuses a change that could bring an amount of the account above the bound. */
export async function checkAmounts(
  after: Holdings,
  readBefore: () => Holdings | Promise<Holdings>,
): Promise<Refusal | undefined> {
  const tooLarge = await findTooLarge(after, readBefore);
  return tooLarge === undefined ? undefined : refuse("amounts_too_large", `The ${tooLarge}`);
}

/**
 * Finds an amount that a change could bring above the exact bound, at the current marks or at any prices within the
 * day's bands, and at any rates or at those in force. An amount that was above it before and does not grow is accepted,
 * so that users can reduce it.
 */
export async function findTooLarge(
  after: Holdings,
  readBefore: () => Holdings | Promise<Holdings>,
  rates: "any rates" | "rates in force" = "any rates",
): Promise<string | undefined> {
  const amountsOf = ({ equityVnd, positions }: Holdings): ReadonlyMap<string, bigint> => {
    const ranged = positions.map((each) => ({
      ...rangeOf(each),
      rates: rates === "rates in force" ? each.rates : undefined,
    }));
    return largestAmounts(equityVnd, ranged);
  };
  const tooLarge = [...amountsOf(after)].filter(([, amountVnd]) => isTooLarge(amountVnd));
  if (tooLarge.length === 0) return undefined;
  const before = amountsOf(await readBefore());
  const grown = tooLarge.find(([name, amountVnd]) => sizeOf(amountVnd) > sizeOf(before.get(name) ?? 0n));
  return grown && describeTooLarge(grown[0], "can come", grown[1]);
}

export function describeTooLarge(name: string, verb: "comes" | "can come", amountVnd: bigint): string {
  return `amounts are too large: the ${name} ${verb} to ${renderVnd(amountVnd)}, and at most ${renderVnd(amountVndMax)} is counted exactly.`;
}

/** The day's price band, extended to the mark if the mark lies outside. */
function rangeOf({ position, instrument, mark: { unitVnd } }: ValuedPosition): RangedPosition {
  const { symbol } = position;
  if (instrument === undefined) return { symbol, position, unitVndMin: unitVnd, unitVndMax: unitVnd };
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  const [floorVnd, ceilingVnd] = [unitVndOf(instrument, floor), unitVndOf(instrument, ceiling)];
  return {
    symbol,
    position,
    unitVndMin: unitVnd < floorVnd ? unitVnd : floorVnd,
    unitVndMax: unitVnd > ceilingVnd ? unitVnd : ceilingVnd,
  };
}

function sizeOf(amountVnd: bigint): bigint {
  return amountVnd < 0n ? -amountVnd : amountVnd;
}

/** Reads a stored answer. The codes of those before schema 11 have hyphens. */
function readAnswer<Answer extends object>(text: string): Answer {
  const answer = exactJson.read(text) as Answer & { readonly code?: string };
  return answer.code === undefined ? answer : { ...answer, code: answer.code.replaceAll("-", "_") };
}
