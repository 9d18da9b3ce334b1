import type { AuditVerdict } from "@trading-oms/brokerage";
import type { KeptCover } from "./kept-cover.ts";

/** A cover under a key, as it was sent, and its answer where there was one. */
export type KeyedCover = {
  readonly accountId: string;
  readonly requestId: string;
  readonly amountVnd: bigint;
  answer: string | undefined;
};

/** What covers came to: how a store did not keep its word, what was done, and what was sent under keys. */
export type JudgedCovers = {
  readonly faults: readonly string[];
  readonly coverCount: number;
  readonly keyed: readonly KeyedCover[];
};

type Intended = { readonly amountVnd: bigint; readonly requestId: string };
type Followed = {
  lastVnd: bigint;
  intended: Intended | undefined;
  /** Changes that were made, and so have an entry each, in their order. */
  readonly changes: Intended[];
};

const lineForm = /^cover (\S+) (found|intends|done|again|closed|refused) (\S+) ?(\S*) ?(.*)$/;

/**
 * Follows each account's covered amount through what its processes told. What is found after a kill or a cut has to be
 * what was acknowledged last, or what was intended and whose answer was lost; and the audit has an entry for each change
 * that was made, once and in order, and for nothing else.
 */
export function judgeCovers(told: readonly string[], kept: ReadonlyMap<string, KeptCover>): JudgedCovers {
  const faults: string[] = [];
  const followed = new Map<string, Followed>();
  const keyed = new Map<string, KeyedCover>();
  let coverCount = 0;
  const follow = (accountId: string): Followed => {
    const one = followed.get(accountId) ?? { lastVnd: 0n, intended: undefined, changes: [] };
    followed.set(accountId, one);
    return one;
  };
  for (const line of told) {
    const [, accountId = "", word, first = "", second = "", rest = ""] = lineForm.exec(line) ?? [];
    const one = follow(accountId);
    if (word === "intends") {
      const intended = { amountVnd: BigInt(first), requestId: second };
      one.intended = intended;
      if (rest === "keyed") keyed.set(second, { accountId, ...intended, answer: undefined });
    } else if (word === "found") {
      faults.push(
        ...find(accountId, one, BigInt(first)),
        ...judgeVerdict(accountId, JSON.parse(`${second} ${rest}`)),
      );
    } else if (word === "done" || word === "closed") {
      coverCount += 1;
      faults.push(...finish(accountId, one, word === "closed" ? 0n : BigInt(first)));
      const sent = keyed.get(second);
      if (sent !== undefined) sent.answer = rest;
    } else if (word === "refused") {
      one.intended = undefined;
      if (first !== "too-busy") faults.push(`${accountId} was refused: ${first}`);
    } else if (word === "again") faults.push(...judgeAgain(first, keyed.get(first), `${second} ${rest}`));
    else faults.push(`a process told ${line}`);
  }
  for (const [accountId, there] of kept) {
    const one = follow(accountId);
    faults.push(...find(accountId, one, there.coveredVnd), ...judgeVerdict(accountId, there.verdict));
    faults.push(...judgeEntries(accountId, one.changes, there.entries));
  }
  return { faults, coverCount, keyed: [...keyed.values()] };
}

function find(accountId: string, one: Followed, thereVnd: bigint): string[] {
  const { lastVnd, intended } = one;
  one.intended = undefined;
  if (thereVnd === lastVnd) return [];
  one.lastVnd = thereVnd;
  if (intended?.amountVnd === thereVnd) {
    one.changes.push(intended);
    return [];
  }
  const lost = intended === undefined ? "" : `, and ${intended.amountVnd} was intended`;
  return [`${accountId} covers ${thereVnd}; ${lastVnd} was acknowledged${lost}`];
}

function finish(accountId: string, one: Followed, thereVnd: bigint): string[] {
  const { lastVnd, intended } = one;
  one.intended = undefined;
  one.lastVnd = thereVnd;
  if (intended?.amountVnd !== thereVnd) {
    return [`${accountId} was answered ${thereVnd}; ${intended?.amountVnd ?? "nothing"} was intended`];
  }
  if (thereVnd !== lastVnd) one.changes.push(intended);
  return [];
}

function judgeAgain(requestId: string, sent: KeyedCover | undefined, answer: string): string[] {
  return sent?.answer === answer ? [] : [`${requestId} was answered ${sent?.answer}, and then ${answer}`];
}

function judgeVerdict(accountId: string, verdict: AuditVerdict): string[] {
  return verdict.kind === "whole"
    ? []
    : [`the audit of ${accountId} is broken at ${verdict.place}: ${verdict.why}`];
}

function judgeEntries(
  accountId: string,
  changes: readonly Intended[],
  entries: KeptCover["entries"],
): string[] {
  const show = (each: Intended): string => `${each.amountVnd} by ${each.requestId}`;
  const due = changes.map(show);
  const there = entries.map(({ toVnd, requestId }) => show({ amountVnd: toVnd, requestId }));
  const index = due.findIndex((each, place) => there[place] !== each);
  if (index >= 0)
    return [`the audit of ${accountId} says ${there[index] ?? "nothing"} where ${due[index]} was due`];
  return there.length === due.length
    ? []
    : [`the audit of ${accountId} says ${there[due.length]}, which was not made`];
}
