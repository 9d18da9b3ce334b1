import {
  type CoverAnswer,
  closeHolding,
  moveCash,
  type Refusal,
  setMark,
  setPosition,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { crashSymbols } from "./crash-symbols.ts";
import { insist } from "./insist.ts";
import { orderCover } from "./order-cover.ts";
import { renderCover } from "./render-cover.ts";
import type { Writing } from "./writing.ts";

const symbol = crashSymbols.covered;
const price = 20_000n;

/** What is held is worth 20,000,000 VND, half of it posted, so that up to the other half can be covered. */
const quantity = 1_000_000n;
const fundVnd = 1_000_000_000n;
const stepVnd = 1_000;
const stepCount = 10_000;

/**
 * Covers a position again and again, some of it under keys, now and then closes it with what it covers, and tells what
 * it found, what it intends and what was acknowledged. Nobody else may change the position.
 */
export async function coverForEver(writing: Writing, key: AccountKey, idPrefix: string): Promise<never> {
  const { services, random, tell, triesMax } = writing;
  // In a session nothing is released on an old price.
  await insist(() => wait(writing, key, () => setMark(services, { symbol, price })), triesMax);
  let isKnown = false;
  for (let count = 0; ; count += 1) {
    if (!isKnown) {
      await insist(() => makeReady(writing, key), triesMax);
      tell(`cover ${key.accountId} found ${await insist(() => findCover(writing, key), triesMax)}`);
      isKnown = true;
    }
    const requestId = `${idPrefix}-${key.accountId}-C${count}`;
    try {
      if (random() % 16 === 0) await closeAndOpen(writing, key, requestId);
      else await coverOnce(writing, key, requestId);
    } catch (failure) {
      // Whether it was done can't be known from a connection that was cut, only from what is there now.
      if (triesMax === 1) throw failure;
      isKnown = false;
    }
  }
}

/** Funds the account and opens its position, where that was not done yet. */
async function makeReady(writing: Writing, key: AccountKey): Promise<void> {
  const { services } = writing;
  const state = await services.store.readAccount(key);
  if (state?.positions.some((position) => position.symbol === symbol) === true) return;
  const movementId = `fund-${key.accountId}`;
  await wait(writing, key, () =>
    moveCash(services, { key, kind: "deposit", amountVnd: fundVnd, movementId }),
  );
  await wait(writing, key, () => setPosition(services, { ...key, symbol }, { quantity, price }));
}

/** What is covered, and whether the audit is whole and ends with it. */
async function findCover({ services }: Writing, key: AccountKey): Promise<string> {
  const state = await services.store.readAccount(key);
  const held = state?.positions.find((position) => position.symbol === symbol);
  const verdict = await verifyAudit(services, key);
  return `${held?.coveredVnd ?? 0n} ${JSON.stringify(verdict)}`;
}

async function coverOnce(writing: Writing, key: AccountKey, requestId: string): Promise<void> {
  const { random, tell, triesMax } = writing;
  const amountVnd = BigInt((random() % stepCount) * stepVnd);
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

/** Closes the position with what it covers, at what was paid so that nothing is realised, and opens it again. */
async function closeAndOpen(writing: Writing, key: AccountKey, requestId: string): Promise<void> {
  const { services, tell, triesMax } = writing;
  tell(`cover ${key.accountId} intends 0 ${requestId} closing`);
  const closed = await closeHolding({ ...services, makeId: () => requestId }, { ...key, symbol }, price);
  if (closed.kind === "refused") return refuse(writing, key, closed);
  tell(`cover ${key.accountId} closed ${requestId}`);
  await insist(() => makeReady(writing, key), triesMax);
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
