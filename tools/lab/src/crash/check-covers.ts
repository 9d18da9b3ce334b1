import type { AuditVerdict } from "@trading-oms/brokerage";
import type { AccountState } from "@trading-oms/brokerage/ports";
import { coveredStock } from "./fixtures.ts";

/** A covered position and its margin call, as far as covers change them. */
type CoverState = {
  readonly isHeld: boolean;
  readonly coveredVnd: bigint;
  /** The number of calls; 0 before the first opening. */
  readonly episodeNumber: number;
  readonly isCalled: boolean;
};

/** A change of the position. */
type CoverStep =
  | { readonly kind: "open" }
  | { readonly kind: "cover"; readonly amountVnd: bigint }
  | { readonly kind: "close" };

/** The stored covers of an account. */
export type KeptCover = {
  readonly state: CoverState;
  readonly verdict: AuditVerdict;
  readonly entries: readonly { readonly requestId: string; readonly toVnd: bigint }[];
};

/** Computes the expected result of a step, independently of the tested code. */
export function reckonCover(before: CoverState, step: CoverStep): CoverState {
  switch (step.kind) {
    case "open":
      if (before.isHeld) return before;
      return { isHeld: true, coveredVnd: 0n, episodeNumber: before.episodeNumber + 1, isCalled: true };
    case "close":
      return { ...before, isHeld: false, coveredVnd: 0n, isCalled: false };
    case "cover":
      return cover(before, step.amountVnd);
  }
}

/** A cover may not be lowered below the needed amount. Raising it that far ends the call. */
function cover(before: CoverState, amountVnd: bigint): CoverState {
  const isEnough = amountVnd >= coveredStock.neededVnd;
  if (amountVnd < before.coveredVnd && !isEnough) return before;
  return { ...before, coveredVnd: amountVnd, isCalled: before.isCalled && !isEnough };
}

/** Formats a state for an output line. Equal states have equal texts. */
export function renderCoverState({ isHeld, coveredVnd, episodeNumber, isCalled }: CoverState): string {
  return `${isHeld ? coveredVnd : "closed"} ${episodeNumber} ${isCalled ? "called" : "quiet"}`;
}

/** Parses a formatted state. */
export function readCoverState(text: string): CoverState {
  const [covered = "closed", episodeNumber = "0", word] = text.split(" ");
  const isHeld = covered !== "closed";
  return {
    isHeld,
    coveredVnd: isHeld ? BigInt(covered) : 0n,
    episodeNumber: Number(episodeNumber),
    isCalled: word === "called",
  };
}

/** Extracts the state of the covered position and its call. */
export function stateOfCover(state: AccountState | undefined): CoverState {
  const held = state?.positions.find(({ symbol }) => symbol === coveredStock.symbol);
  const episode = state?.episodes.find(({ symbol }) => symbol === coveredStock.symbol);
  return {
    isHeld: held !== undefined,
    coveredVnd: held?.coveredVnd ?? 0n,
    episodeNumber: Number(episode?.number ?? 0n),
    isCalled: episode?.isOpen ?? false,
  };
}

/** An order under a key, and its answer if there was one. */
export type KeyedCover = {
  readonly accountId: string;
  readonly requestId: string;
  readonly amountVnd: bigint;
  answer: string | undefined;
};

/** Faults of covers, counts, and the orders that were sent under keys. */
export type JudgedCovers = {
  readonly faults: readonly string[];
  /** Acknowledged covers that changed the amount. */
  readonly coverCount: number;
  readonly auditCount: number;
  readonly keyed: readonly KeyedCover[];
};

type Intended = {
  readonly step: CoverStep;
  readonly after: CoverState;
  readonly requestId: string;
};
type Entry = KeptCover["entries"][number];
type Followed = {
  readonly accountId: string;
  last: CoverState;
  intended: Intended | undefined;
  /** The expected audit entries, in order. */
  readonly changes: Entry[];
};

const lineForm = /^cover (\S+) (found|opens|opened|intends|done|again|closes|closed|refused|audit) ?(.*)$/;
const unopened: CoverState = { isHeld: false, coveredVnd: 0n, episodeNumber: 0, isCalled: false };

/**
 * Follows each account's covered position and its call through the output of its processes. The state found after a
 * kill or a cut must be the last acknowledged one, or the complete result of an order whose answer was lost. The audit
 * must have one entry per change, in order, and no others.
 */
export function checkCovers(printed: readonly string[], kept: ReadonlyMap<string, KeptCover>): JudgedCovers {
  const faults: string[] = [];
  const followed = new Map<string, Followed>();
  const keyed = new Map<string, KeyedCover>();
  const counts = { covers: 0, audits: 0 };
  const follow = (accountId: string): Followed => {
    const one = followed.get(accountId) ?? { accountId, last: unopened, intended: undefined, changes: [] };
    followed.set(accountId, one);
    return one;
  };
  for (const line of printed) {
    const [, accountId = "", word, rest = ""] = lineForm.exec(line) ?? [];
    if (word === undefined) faults.push(`a process told ${line}`);
    else faults.push(...checkLine(follow(accountId), word, rest, keyed, counts));
  }
  for (const [accountId, there] of kept) {
    const one = follow(accountId);
    faults.push(...find(one, there.state), ...checkVerdict(accountId, there.verdict));
    faults.push(...checkEntries(one, there.entries));
  }
  return { faults, coverCount: counts.covers, auditCount: counts.audits, keyed: [...keyed.values()] };
}

function checkLine(
  one: Followed,
  word: string,
  rest: string,
  keyed: Map<string, KeyedCover>,
  counts: { covers: number; audits: number },
): string[] {
  const { accountId } = one;
  const [first = "", second = "", ...others] = rest.split(" ");
  switch (word) {
    case "found":
      return find(one, readCoverState(rest));
    case "audit":
      counts.audits += 1;
      return checkVerdict(accountId, JSON.parse(rest));
    case "opens":
      return intend(one, { kind: "open" }, "");
    case "closes":
      return intend(one, { kind: "close" }, first);
    case "intends":
      if (others[0] === "keyed") {
        keyed.set(second, { accountId, requestId: second, amountVnd: BigInt(first), answer: undefined });
      }
      return intend(one, { kind: "cover", amountVnd: BigInt(first) }, second);
    case "done": {
      const answer = others.join(" ");
      const sent = keyed.get(second);
      if (sent !== undefined) sent.answer = answer;
      if (one.intended?.after.coveredVnd !== one.last.coveredVnd) counts.covers += 1;
      return finish(one, BigInt(first), answer);
    }
    case "again":
      return checkAgain(first, keyed.get(first), [second, ...others].join(" "));
    case "refused":
      one.intended = undefined;
      return first === "too-busy" ? [] : [`${accountId} was refused: ${first}`];
    default:
      return finish(one, 0n, undefined);
  }
}

function intend(one: Followed, step: CoverStep, requestId: string): string[] {
  one.intended = { step, after: reckonCover(one.last, step), requestId };
  return [];
}

/** Takes a state as the current one, and expects an audit entry for a changed cover. */
function move(one: Followed, after: CoverState, requestId: string): void {
  if (after.coveredVnd !== one.last.coveredVnd) one.changes.push({ requestId, toVnd: after.coveredVnd });
  one.last = after;
}

function find(one: Followed, there: CoverState): string[] {
  const { last, intended } = one;
  one.intended = undefined;
  if (isSame(there, last)) return [];
  if (intended !== undefined && isSame(there, intended.after)) {
    move(one, intended.after, intended.requestId);
    return [];
  }
  one.last = there;
  const lost = intended === undefined ? "" : `, and ${renderCoverState(intended.after)} was intended`;
  return [
    `${one.accountId} is at ${renderCoverState(there)}; ${renderCoverState(last)} was acknowledged${lost}`,
  ];
}

function finish(one: Followed, thereVnd: bigint, answer: string | undefined): string[] {
  const { accountId, intended } = one;
  one.intended = undefined;
  if (intended === undefined) return [`${accountId} was answered ${thereVnd}; nothing was intended`];
  const { step, after, requestId } = intended;
  move(one, after, requestId);
  if (after.coveredVnd !== thereVnd) {
    return [`${accountId} was answered ${thereVnd}; ${after.coveredVnd} was due to ${requestId}`];
  }
  if (answer === undefined || step.kind !== "cover") return [];
  const due = after.coveredVnd === step.amountVnd ? "success" : "failed";
  return answer.includes(`"status":"${due}"`) ? [] : [`${requestId} should have been a ${due}: ${answer}`];
}

function checkAgain(requestId: string, sent: KeyedCover | undefined, answer: string): string[] {
  return sent?.answer === answer ? [] : [`${requestId} was answered ${sent?.answer}, and then ${answer}`];
}

function checkVerdict(accountId: string, verdict: AuditVerdict): string[] {
  return verdict.kind === "whole"
    ? []
    : [`the audit of ${accountId} is broken at ${verdict.place}: ${verdict.why}`];
}

function checkEntries({ accountId, changes }: Followed, entries: readonly Entry[]): string[] {
  const show = ({ toVnd, requestId }: Entry): string => `${toVnd} by ${requestId}`;
  const due = changes.map(show);
  const there = entries.map(show);
  const index = due.findIndex((each, place) => there[place] !== each);
  if (index >= 0)
    return [`the audit of ${accountId} says ${there[index] ?? "nothing"} where ${due[index]} was due`];
  return there.length === due.length
    ? []
    : [`the audit of ${accountId} says ${there[due.length]}, which was not made`];
}

function isSame(left: CoverState, right: CoverState): boolean {
  return renderCoverState(left) === renderCoverState(right);
}
