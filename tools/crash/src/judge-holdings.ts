import type { Holding } from "./holding.ts";

/** What positions came to: how a store did not keep its word, what each account realised, and how much was done. */
export type JudgedHoldings = {
  readonly faults: readonly string[];
  readonly realizedVnd: ReadonlyMap<string, bigint>;
  readonly changeCount: number;
};

type Result = Holding & { readonly realizedVnd: bigint };
type Followed = { last: Holding; intended: Result | undefined; realizedVnd: bigint };

/**
 * Follows each account's position through what its processes told. What is found after a kill or a cut has to be the
 * last state that was acknowledged, or the one that was intended and whose answer was lost; never anything else.
 */
export function judgeHoldings(told: readonly string[], kept: ReadonlyMap<string, Holding>): JudgedHoldings {
  const faults: string[] = [];
  const followed = new Map<string, Followed>();
  let changeCount = 0;
  const follow = (accountId: string): Followed => {
    const one = followed.get(accountId) ?? { last: nothing, intended: undefined, realizedVnd: 0n };
    followed.set(accountId, one);
    return one;
  };
  for (const line of told) {
    const [, accountId = "", word, ...figures] = line.split(" ");
    const [quantity = 0n, entryVnd = 0n, realizedVnd = 0n] = figures.map(BigInt);
    const one = follow(accountId);
    const there = { quantity, entryVnd };
    if (word === "intends") one.intended = { ...there, realizedVnd };
    else if (word === "found") faults.push(...find(accountId, one, there));
    else if (word === "done") {
      faults.push(...finish(accountId, one, { ...there, realizedVnd }));
      changeCount += 1;
    } else one.intended = undefined;
  }
  for (const [accountId, there] of kept) faults.push(...find(accountId, follow(accountId), there));
  const realizedVnd = new Map([...followed].map(([accountId, one]) => [accountId, one.realizedVnd]));
  return { faults, realizedVnd, changeCount };
}

const nothing: Holding = { quantity: 0n, entryVnd: 0n };

function find(accountId: string, one: Followed, there: Holding): string[] {
  const { last, intended } = one;
  one.intended = undefined;
  if (isSame(there, last)) return [];
  one.last = there;
  if (intended === undefined || !isSame(there, intended)) {
    const lost = intended === undefined ? "" : `, and ${show(intended)} was intended`;
    return [`${accountId} holds ${show(there)}; ${show(last)} was acknowledged${lost}`];
  }
  one.realizedVnd += intended.realizedVnd;
  return [];
}

function finish(accountId: string, one: Followed, result: Result): string[] {
  const { intended } = one;
  one.last = result;
  one.intended = undefined;
  one.realizedVnd += result.realizedVnd;
  if (intended !== undefined && isSame(result, intended) && result.realizedVnd === intended.realizedVnd)
    return [];
  const wanted = intended === undefined ? "nothing" : `${show(intended)} and ${intended.realizedVnd}`;
  return [`${accountId} was answered ${show(result)} and ${result.realizedVnd}; ${wanted} was intended`];
}

function isSame(left: Holding, right: Holding): boolean {
  return left.quantity === right.quantity && left.entryVnd === right.entryVnd;
}

function show({ quantity, entryVnd }: Holding): string {
  return `${quantity} for ${entryVnd}`;
}
