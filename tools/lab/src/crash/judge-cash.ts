import { coveredStock } from "./fixtures.ts";

/** A stored cash movement. */
export type KeptMovement = {
  readonly userId: string;
  readonly accountId: string;
  readonly movementId: string;
  readonly kind: string;
  readonly amountVnd: bigint;
};

/** The stored state of an account. */
export type KeptAccount = { readonly accountId: string; readonly equityVnd: bigint };

/** Reports lost, changed and duplicate movements. */
export function checkMovements(
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

/** Reports accounts whose equity is not the sum of their movements and realised results. */
export function checkEquity(
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

/** Faults of positions, the realised result of each account, and the number of changes. */
type JudgedHoldings = {
  readonly faults: readonly string[];
  readonly realizedVnd: ReadonlyMap<string, bigint>;
  readonly changeCount: number;
};

type Result = Holding & { readonly realizedVnd: bigint };
type Followed = { last: Holding; intended: Result | undefined; realizedVnd: bigint };

/**
 * Follows each account's position through the output of its processes. The state found after a kill or a cut must be
 * the last acknowledged one, or the intended one whose answer was lost.
 */
export function checkHoldings(
  printed: readonly string[],
  kept: ReadonlyMap<string, Holding>,
): JudgedHoldings {
  const faults: string[] = [];
  const followed = new Map<string, Followed>();
  let changeCount = 0;
  const follow = (accountId: string): Followed => {
    const one = followed.get(accountId) ?? { last: nothing, intended: undefined, realizedVnd: 0n };
    followed.set(accountId, one);
    return one;
  };
  for (const line of printed) {
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

/** The notifications of a user (numbers and message ids) and how often each account was called. */
export type KeptUser = {
  readonly userId: string;
  readonly count: number;
  readonly numbers: readonly number[];
  readonly messageIds: readonly string[];
  readonly calls: ReadonlyMap<string, number>;
};

/** Each user has a range of notification numbers of this length. */
const stretch = 4_194_304;

/**
 * Reports missing and duplicate notifications. Numbers must start at the user's range and have no gap, even if two
 * accounts of the user change concurrently.
 */
export function checkNotifications(
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
  const received = new Set(messageIds);
  if (received.size !== messageIds.length) faults.push(`${userId} was told the same thing twice`);
  const missing = due.filter((messageId) => !received.has(messageId));
  if (missing.length > 0) faults.push(`${userId} was not told of ${missing[0]}, one of ${missing.length}`);
  const known = new Set(due);
  const groundless = messageIds.find((messageId) => !known.has(messageId));
  if (groundless !== undefined) faults.push(`${userId} was told of ${groundless}, which is not there`);
  return faults;
}

const readyMsMax = 2_000;
const attemptCount = 3;

/** The longest start, the faults, and the slow starts that were tolerated. */
type JudgedStarts = {
  readonly longestMs: number;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
};

/**
 * A process must be ready within two seconds of its start. Two slow starts in a row are only noted, since the machine
 * may be busy; the third is a fault.
 */
export function evaluateStarts(readyMs: readonly number[]): JudgedStarts {
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

/** The number of acknowledgements in a trace of one writer, and of those without a flush before them. */
export type FlushTrace = { readonly acknowledgements: number; readonly unflushed: number };

/**
 * Counts acknowledgements without a successful flush since the previous one. The flush of the first may precede the
 * trace.
 */
export function checkTrace(trace: string): FlushTrace {
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

/** The message ids that a user must have received: one per movement, and two per call of a position. */
export function listDueMessages(
  movements: readonly Pick<KeptMovement, "accountId" | "kind" | "movementId">[],
  calls: ReadonlyMap<string, number>,
): string[] {
  const cash = movements.map(
    ({ accountId, kind, movementId }) =>
      `${kind === "deposit" ? "Deposit" : "Withdraw"}/${accountId}/${movementId}`,
  );
  // A position opens below both floors, so each call sends both messages once, even if it is covered later.
  const risk = [...calls].flatMap(([accountId, callCount]) =>
    Array.from({ length: callCount }, (_, index) => {
      const place = `${accountId}/${coveredStock.symbol}/${index + 1}/0`;
      return [`MarginCall/${place}`, `ForceClose/${place}`];
    }).flat(),
  );
  return [...cash, ...risk];
}

/** The judged part of a position: its quantity and the amount paid for it. */
export type Holding = { readonly quantity: bigint; readonly entryVnd: bigint };
