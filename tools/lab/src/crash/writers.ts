import {
  type ChangedPosition,
  type CoverAnswer,
  type CoverOrder,
  closeHolding,
  moveCash,
  type Refusal,
  reduceHolding,
  type Services,
  setCover,
  setPosition,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey, PositionRecord } from "@trading-oms/brokerage/ports";
import { retry } from "../harness/figures.ts";
import { renderCoverState, stateOfCover } from "./check-covers.ts";
import { coveredStock, heldSymbol } from "./fixtures.ts";
import type { Holding } from "./judge-cash.ts";

/** The environment of a writer that will be killed. */
export type Writing = {
  readonly services: Services;
  readonly random: () => number;
  /** Prints a line synchronously. */
  readonly print: (line: string) => void;
  /** The number of tries; more than one only if connections may be cut. */
  readonly triesMax: number;
};

/**
 * Deposits and withdraws, and prints each acknowledged movement. Repeats some under the same id, as a client does after
 * it lost the answer.
 */
export async function keepMoving(
  { services, random, print, triesMax }: Writing,
  key: AccountKey,
  idPrefix: string,
): Promise<never> {
  for (let count = 0; ; count += 1) {
    const kind = random() % 3 === 0 ? "withdrawal" : "deposit";
    const amountVnd = BigInt(1 + (random() % 1_000));
    const movementId = `${idPrefix}-${key.accountId}-${count}`;
    const movement = { key, kind, amountVnd, movementId } as const;
    const settled = await retry(() => moveCash(services, movement), triesMax);
    if (settled.kind === "refused") continue;
    print(`${key.accountId} ${movementId} ${kind} ${amountVnd}`);
    if (random() % 4 === 0) await retry(() => moveCash(services, movement), triesMax);
  }
}

const onePrice = 1_000n;

/**
 * Sets, reduces and closes a position, and prints the state found, the intention and the acknowledgement. Only this
 * writer changes the position, but others may move cash of the account.
 */
export async function keepHolding(writing: Writing, key: AccountKey): Promise<never> {
  const { random, print, triesMax } = writing;
  let before: Holding | undefined;
  for (;;) {
    if (before === undefined) {
      before = await retry(() => findHolding(writing, key), triesMax);
      print(`hold ${key.accountId} found ${before.quantity} ${before.entryVnd}`);
    }
    const plan = planHolding(before, random);
    print(`hold ${key.accountId} intends ${plan.after.quantity} ${plan.after.entryVnd} ${plan.realizedVnd}`);
    try {
      const changed = await carryOut(writing, key, plan);
      if (changed.kind === "refused") {
        print(`hold ${key.accountId} refused`);
        continue;
      }
      before = holdingOf(changed.position);
      print(`hold ${key.accountId} done ${before.quantity} ${before.entryVnd} ${changed.realizedVnd}`);
    } catch (failure) {
      // After a cut, only the stored state shows whether the change was made.
      if (triesMax === 1) throw failure;
      before = undefined;
    }
  }
}

async function findHolding({ services }: Writing, key: AccountKey): Promise<Holding> {
  const state = await services.store.readAccount(key);
  return holdingOf(state?.positions.find((position) => position.symbol === heldSymbol));
}

function carryOut(
  { services }: Writing,
  key: AccountKey,
  { kind, quantity, unitVnd }: HoldingPlan,
): Promise<ChangedPosition | Refusal> {
  const place = { ...key, symbol: heldSymbol };
  const price = unitVnd * onePrice;
  if (kind === "close")
    return closeHolding(services, place, price, { actor: { kind: "operator", name: "lan" } });
  return kind === "set"
    ? setPosition(services, place, { quantity, price })
    : reduceHolding(services, place, { quantity, price });
}

function holdingOf(position: PositionRecord | undefined): Holding {
  return { quantity: position?.quantity ?? 0n, entryVnd: position?.entryVnd ?? 0n };
}

/** A change of a position and its expected result, computed independently of the tested code. */
type HoldingPlan = {
  readonly kind: "set" | "reduce" | "close";
  readonly quantity: bigint;
  readonly unitVnd: bigint;
  readonly after: Holding;
  readonly realizedVnd: bigint;
};

const unitsVnd = [10n, 20n, 30n];
const quantityMax = 50;

/**
 * Plans a change of the quantity. A whole position is always set at one price, so that the cost of each part is a whole
 * number.
 */
export function planHolding({ quantity, entryVnd }: Holding, random: () => number): HoldingPlan {
  const unitVnd = unitsVnd[random() % unitsVnd.length] ?? 10n;
  const choice = random() % 4;
  if (quantity < 2n || choice === 0) {
    const wanted = BigInt(2 + (random() % quantityMax));
    const size = wanted === quantity ? wanted + 1n : wanted;
    const after = { quantity: size, entryVnd: size * unitVnd };
    return { kind: "set", quantity: size, unitVnd, after, realizedVnd: 0n };
  }
  const gainVnd = unitVnd - entryVnd / quantity;
  if (choice === 1) {
    const after = { quantity: 0n, entryVnd: 0n };
    return { kind: "close", quantity, unitVnd, after, realizedVnd: quantity * gainVnd };
  }
  const part = 1n + (BigInt(random()) % (quantity - 1n));
  const left = quantity - part;
  const after = { quantity: left, entryVnd: (entryVnd / quantity) * left };
  return { kind: "reduce", quantity: part, unitVnd, after, realizedVnd: part * gainVnd };
}

const { symbol, quantity, entryPrice } = coveredStock;
const fundVnd = 1_000_000_000n;

/** Most amounts are at least the needed one. A lower amount is accepted as a raise and refused as a release. */
const amountVndMin = 2_000_000n;
const stepVnd = 1_000n;
const stepCount = 10_000;

/**
 * Covers a position repeatedly, sometimes under a key, and sometimes closes it. Prints the state found, the intention
 * and the acknowledgement. Only this writer changes the position.
 */
export async function keepCovering(writing: Writing, key: AccountKey, idPrefix: string): Promise<never> {
  const { random, print, triesMax } = writing;
  let isKnown = false;
  for (let count = 0; ; count += 1) {
    const requestId = `${idPrefix}-${key.accountId}-C${count}`;
    try {
      if (!isKnown) {
        print(`cover ${key.accountId} found ${await retry(() => findCover(writing, key), triesMax)}`);
        await openAgain(writing, key);
        isKnown = true;
      }
      if (random() % 16 === 0) isKnown = await closeOnce(writing, key, requestId);
      else await coverOnce(writing, key, requestId);
    } catch (failure) {
      // After a cut, only the stored state shows whether the order was carried out.
      if (triesMax === 1) throw failure;
      isKnown = false;
    }
  }
}

async function findCover({ services }: Writing, key: AccountKey): Promise<string> {
  return renderCoverState(stateOfCover(await services.store.readAccount(key)));
}

/** Funds the account and opens its position, if it is closed. */
async function openAgain(writing: Writing, key: AccountKey): Promise<void> {
  const { services, print } = writing;
  if (stateOfCover(await services.store.readAccount(key)).isHeld) return;
  const movementId = `fund-${key.accountId}`;
  await wait(writing, key, () =>
    moveCash(services, { key, kind: "deposit", amountVnd: fundVnd, movementId }),
  );
  print(`cover ${key.accountId} opens`);
  await wait(writing, key, () => setPosition(services, { ...key, symbol }, { quantity, price: entryPrice }));
  print(`cover ${key.accountId} opened`);
}

async function coverOnce(writing: Writing, key: AccountKey, requestId: string): Promise<void> {
  const { random, print, triesMax } = writing;
  const amountVnd = amountVndMin + BigInt(random() % stepCount) * stepVnd;
  const isKeyed = random() % 2 === 0;
  print(`cover ${key.accountId} intends ${amountVnd} ${requestId} ${isKeyed ? "keyed" : "plain"}`);
  const order = (): Promise<CoverAnswer | Refusal> =>
    orderCover(writing.services, key, { amountVnd, requestId, isKeyed });
  const answer = await retry(order, isKeyed ? triesMax : 1);
  if (answer.kind === "refused") return refuse(writing, key, answer);
  print(`cover ${key.accountId} done ${answer.coveredVnd} ${requestId} ${renderCover(answer)}`);
  if (!isKeyed || random() % 4 !== 0) return;
  // Repeats the order, as a client does after it lost the answer.
  const again = await retry(order, triesMax);
  if (again.kind === "refused" && again.code === "too-busy") return;
  print(`cover ${key.accountId} again ${requestId} ${renderCover(again)}`);
}

/** Closes the position at its entry price, so that nothing is realised. Returns whether it is still held. */
async function closeOnce(writing: Writing, key: AccountKey, requestId: string): Promise<boolean> {
  const { services, print } = writing;
  print(`cover ${key.accountId} closes ${requestId}`);
  const closed = await closeHolding(
    { ...services, makeId: () => requestId },
    { ...key, symbol },
    entryPrice,
    { actor: { kind: "operator", name: "lan" } },
  );
  if (closed.kind === "refused") {
    refuse(writing, key, closed);
    return true;
  }
  print(`cover ${key.accountId} closed ${requestId}`);
  return false;
}

/** Concurrent changes of the account may exhaust the retries; there should be no other refusal. */
function refuse({ print }: Writing, { accountId }: AccountKey, { code }: Refusal): void {
  print(`cover ${accountId} refused ${code}`);
}

async function wait(
  writing: Writing,
  key: AccountKey,
  work: () => Promise<{ readonly kind: "done" } | Refusal>,
): Promise<void> {
  for (;;) {
    const outcome = await work();
    if (outcome.kind === "done") return;
    if (outcome.code === "too-busy") continue;
    refuse(writing, key, outcome);
    throw new Error(outcome.message);
  }
}

/** An order to cover. The request id also serves as its idempotency key, if it is to be repeated. */
type CrashCover = {
  readonly amountVnd: bigint;
  readonly requestId: string;
  readonly isKeyed: boolean;
};

/** Sets a cover as the service does for a user. */
export function orderCover(
  services: Services,
  key: AccountKey,
  { amountVnd, requestId, isKeyed }: CrashCover,
): Promise<CoverAnswer | Refusal> {
  const order: CoverOrder = {
    ...key,
    symbol: coveredStock.symbol,
    amountVnd,
    actor: { kind: "user", name: key.userId },
    requestId,
    idempotency: isKeyed ? { key: requestId, fingerprint: String(amountVnd) } : undefined,
  };
  return setCover(services, order);
}

/** Formats the answer to an order as one line. Equal answers have equal texts; whether it is a repeat is omitted. */
export function renderCover(answer: CoverAnswer | Refusal): string {
  return JSON.stringify({ ...answer, firstDoneAtMs: undefined }, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** Verifies the audit of an account, entry by entry and during writes, and prints the verdict. */
export async function lookAtAudit({ services, print, triesMax }: Writing, key: AccountKey): Promise<void> {
  const verdict = await retry(() => verifyAudit(services, key), triesMax);
  if (verdict.kind !== "refused") print(`cover ${key.accountId} audit ${JSON.stringify(verdict)}`);
}
