import { coveredStock } from "./stock.ts";

/** A movement as it stands in the store. */
export type KeptMovement = {
  readonly userId: string;
  readonly accountId: string;
  readonly movementId: string;
  readonly kind: string;
  readonly amountVnd: bigint;
};

/** What the store holds of an account. */
export type KeptAccount = { readonly accountId: string; readonly equityVnd: bigint };

/** Says how the store did not keep its word: a movement that is lost, changed or doubled. */
export function judgeMovements(
  acknowledged: readonly string[],
  movements: readonly KeptMovement[],
): string[] {
  const faults: string[] = [];
  const kept = new Map(movements.map((movement) => [movement.movementId, movement]));
  if (kept.size !== movements.length)
    faults.push(`${movements.length - kept.size} movements are there twice`);
  for (const line of acknowledged) {
    const [accountId, movementId = "", kind, amount] = line.split(" ");
    const there = kept.get(movementId);
    if (there === undefined) faults.push(`${movementId} was acknowledged and is lost`);
    else if (there.accountId !== accountId || there.kind !== kind || String(there.amountVnd) !== amount) {
      faults.push(`${movementId} was acknowledged as ${line} and is another now`);
    }
  }
  return faults;
}

/** Says where an account's equity is not the sum of what was moved and of what its position realised. */
export function judgeEquity(
  accounts: readonly KeptAccount[],
  movements: readonly KeptMovement[],
  realizedVnd: ReadonlyMap<string, bigint>,
): string[] {
  const sums = new Map(realizedVnd);
  for (const { accountId, kind, amountVnd } of movements) {
    sums.set(accountId, (sums.get(accountId) ?? 0n) + (kind === "deposit" ? amountVnd : -amountVnd));
  }
  return accounts.flatMap(({ accountId, equityVnd }) => {
    const sumVnd = sums.get(accountId) ?? 0n;
    return sumVnd === equityVnd
      ? []
      : [`${accountId} has ${equityVnd}, and what happened to it adds up to ${sumVnd}`];
  });
}

/** What positions came to: how a store did not keep its word, what each account realised, and how much was done. */
type JudgedHoldings = {
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

/** What a user was told, by the numbers and the message ids in the store, and how often each account was called. */
export type KeptUser = {
  readonly userId: string;
  readonly count: number;
  readonly numbers: readonly number[];
  readonly messageIds: readonly string[];
  readonly calls: ReadonlyMap<string, number>;
};

/** Each user's numbers have a stretch of this length to themselves. */
const stretch = 4_194_304;

/**
 * Says where a user was not told of each thing once that happened: numbers run from the first of the user's stretch
 * without a gap, also where two accounts of the user were changed at once, and no message is there twice.
 */
export function judgeNotifications(
  { userId, count, numbers, messageIds }: Omit<KeptUser, "calls">,
  due: readonly string[],
): string[] {
  const faults: string[] = [];
  const sorted = numbers.toSorted((left, right) => left - right);
  const before = Math.floor((sorted[0] ?? 0) / stretch) * stretch;
  const gap = sorted.findIndex((number, index) => number !== before + index + 1);
  if (gap !== -1)
    faults.push(`${userId} was told of number ${sorted[gap]} where ${before + gap + 1} was due`);
  if (count !== numbers.length) {
    faults.push(`${userId} was told of ${numbers.length}, and ${count} were counted`);
  }
  const told = new Set(messageIds);
  if (told.size !== messageIds.length) faults.push(`${userId} was told the same thing twice`);
  const missing = due.filter((messageId) => !told.has(messageId));
  if (missing.length > 0) faults.push(`${userId} was not told of ${missing[0]}, one of ${missing.length}`);
  const known = new Set(due);
  const groundless = messageIds.find((messageId) => !known.has(messageId));
  if (groundless !== undefined) faults.push(`${userId} was told of ${groundless}, which is not there`);
  return faults;
}

const readyMsMax = 2_000;
const attemptCount = 3;

/** What the starts after kills came to: how the bound was broken, and which slow ones were forgiven. */
type JudgedStarts = {
  readonly longestMs: number;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
};

/**
 * A process is ready within two seconds of its start. One that is not is tried again by the next start, and a third
 * slow one in a row is a fault: a machine that is busy for a moment says nothing about us.
 */
export function judgeStarts(readyMs: readonly number[]): JudgedStarts {
  const faults: string[] = [];
  const notes: string[] = [];
  let attempt = 0;
  for (const [index, each] of readyMs.entries()) {
    attempt = each > readyMsMax ? attempt + 1 : 0;
    if (attempt === 0) continue;
    const said = `start ${index + 1} was ready only after ${each.toFixed(0)} ms (attempt ${attempt} of ${attemptCount})`;
    (attempt < attemptCount ? notes : faults).push(said);
  }
  return { longestMs: Math.max(0, ...readyMs), faults, notes };
}

/** What strace saw of one writer: how many acknowledgements, and how many of them no flush came before. */
export type FlushTrace = { readonly acknowledgements: number; readonly unflushed: number };

/**
 * Between one acknowledgement and the next there has to be a flush that succeeded; counts those without. The flush of the
 * first one may lie before the watch began.
 */
export function judgeTrace(trace: string): FlushTrace {
  let acknowledgements = 0;
  let unflushed = 0;
  let hasFlushed = false;
  for (const line of trace.split("\n")) {
    if (/\b(?:fsync|fdatasync)(?:\(| resumed)/.test(line) && /= 0$/.test(line)) hasFlushed = true;
    if (!/write\(\d+, "A-/.test(line)) continue;
    acknowledgements += 1;
    if (!hasFlushed && acknowledgements > 1) unflushed += 1;
    hasFlushed = false;
  }
  return { acknowledgements, unflushed };
}

/** The messages that a user has to have been sent: one of each movement, and two of each time that a position was called. */
export function listDueMessages(
  movements: readonly Pick<KeptMovement, "accountId" | "kind" | "movementId">[],
  calls: ReadonlyMap<string, number>,
): string[] {
  const cash = movements.map(
    ({ accountId, kind, movementId }) =>
      `${kind === "deposit" ? "Deposit" : "Withdraw"}/${accountId}/${movementId}`,
  );
  // What is opened is below both floors, so that both are told of, and once, whatever is covered afterwards.
  const risk = [...calls].flatMap(([accountId, callCount]) =>
    Array.from({ length: callCount }, (_, index) => {
      const place = `${accountId}/${coveredStock.symbol}/${index + 1}/0`;
      return [`MarginCall/${place}`, `ForceClose/${place}`];
    }).flat(),
  );
  return [...cash, ...risk];
}

/** A position as far as it is judged here: how much, and what was paid for all of it. */
export type Holding = { readonly quantity: bigint; readonly entryVnd: bigint };
