import { type CoverAnswer, closeHolding, moveCash, type Refusal, setPosition } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { coveredStock } from "./covered-stock.ts";
import { insist } from "./insist.ts";
import { orderCover } from "./order-cover.ts";
import { renderCover } from "./render-cover.ts";
import { renderCoverState } from "./render-cover-state.ts";
import { stateOfCover } from "./state-of-cover.ts";
import type { Writing } from "./writing.ts";

const { symbol, quantity, entryPrice } = coveredStock;
const fundVnd = 1_000_000_000n;

/** Most amounts are what is needed or more; those below are taken as a raise, and refused as a release. */
const amountVndMin = 2_000_000n;
const stepVnd = 1_000n;
const stepCount = 10_000;

/**
 * Covers a position again and again, some of it under keys, now and then closes it with what it covers, and tells what
 * it found, what it intends and what was acknowledged. Nobody else may change the position.
 */
export async function coverForEver(writing: Writing, key: AccountKey, idPrefix: string): Promise<never> {
  const { random, tell, triesMax } = writing;
  let isKnown = false;
  for (let count = 0; ; count += 1) {
    const requestId = `${idPrefix}-${key.accountId}-C${count}`;
    try {
      if (!isKnown) {
        tell(`cover ${key.accountId} found ${await insist(() => findCover(writing, key), triesMax)}`);
        await openAgain(writing, key);
        isKnown = true;
      }
      if (random() % 16 === 0) isKnown = await closeOnce(writing, key, requestId);
      else await coverOnce(writing, key, requestId);
    } catch (failure) {
      // Whether it was done can't be known from a connection that was cut, only from what is there now.
      if (triesMax === 1) throw failure;
      isKnown = false;
    }
  }
}

async function findCover({ services }: Writing, key: AccountKey): Promise<string> {
  return renderCoverState(stateOfCover(await services.store.readAccount(key)));
}

/** Funds the account and opens its position, where it is not held. */
async function openAgain(writing: Writing, key: AccountKey): Promise<void> {
  const { services, tell } = writing;
  if (stateOfCover(await services.store.readAccount(key)).isHeld) return;
  const movementId = `fund-${key.accountId}`;
  await wait(writing, key, () =>
    moveCash(services, { key, kind: "deposit", amountVnd: fundVnd, movementId }),
  );
  tell(`cover ${key.accountId} opens`);
  await wait(writing, key, () => setPosition(services, { ...key, symbol }, { quantity, price: entryPrice }));
  tell(`cover ${key.accountId} opened`);
}

async function coverOnce(writing: Writing, key: AccountKey, requestId: string): Promise<void> {
  const { random, tell, triesMax } = writing;
  const amountVnd = amountVndMin + BigInt(random() % stepCount) * stepVnd;
  const isKeyed = random() % 2 === 0;
  tell(`cover ${key.accountId} intends ${amountVnd} ${requestId} ${isKeyed ? "keyed" : "plain"}`);
  const order = (): Promise<CoverAnswer | Refusal> =>
    orderCover(writing.services, key, { amountVnd, requestId, isKeyed });
  const answer = await insist(order, isKeyed ? triesMax : 1);
  if (answer.kind === "refused") return refuse(writing, key, answer);
  tell(`cover ${key.accountId} done ${answer.coveredVnd} ${requestId} ${renderCover(answer)}`);
  if (!isKeyed || random() % 4 !== 0) return;
  // As a client does that lost the answer.
  const again = await insist(order, triesMax);
  if (again.kind === "refused" && again.code === "too-busy") return;
  tell(`cover ${key.accountId} again ${requestId} ${renderCover(again)}`);
}

/** Closes the position with what it covers, at what was paid so that nothing is realised; tells whether it is still held. */
async function closeOnce(writing: Writing, key: AccountKey, requestId: string): Promise<boolean> {
  const { services, tell } = writing;
  tell(`cover ${key.accountId} closes ${requestId}`);
  const closed = await closeHolding({ ...services, makeId: () => requestId }, { ...key, symbol }, entryPrice);
  if (closed.kind === "refused") {
    refuse(writing, key, closed);
    return true;
  }
  tell(`cover ${key.accountId} closed ${requestId}`);
  return false;
}

/** Others may change the account so fast that nobody else comes through; nothing else should be in the way. */
function refuse({ tell }: Writing, { accountId }: AccountKey, { code }: Refusal): void {
  tell(`cover ${accountId} refused ${code}`);
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
