/** The work of a process that will be killed: it prints what it finds, intends and was answered. */
import {
  type ChangedPosition,
  type CoverAnswer,
  closeHolding,
  moveCash,
  type Refusal,
  reduceHolding,
  type Services,
  setCover,
  setPosition,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { retry } from "../harness/figures.ts";
import { noPosition, type PositionState, type Step, takeStep } from "../model/position.ts";
import { type Printed, renderState } from "./check-positions.ts";
import { type CrashStock, coveredStock, onePrice } from "./fixtures.ts";

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

/** Extracts the state of a position and its call. */
export function stateOf(state: AccountState | undefined, symbol: string): PositionState {
  const held = state?.positions.find((each) => each.symbol === symbol);
  const episode = state?.episodes.find((each) => each.symbol === symbol);
  return {
    quantity: held?.quantity ?? 0n,
    entryVnd: held?.entryVnd ?? 0n,
    coveredVnd: held?.coveredVnd ?? 0n,
    episodeCount: Number(episode?.number ?? 0n),
    isCalled: episode?.isOpen ?? false,
    isForceCloseNotified: episode?.isForceCloseNotified ?? false,
  };
}

/**
 * Changes a position repeatedly, covers some under a key, and prints the state found, each intention and its answer. Only
 * this writer changes the position, but others may change the account.
 */
export async function keepChanging(
  writing: Writing,
  key: AccountKey,
  { symbol, market, draw }: CrashStock,
  idPrefix: string,
): Promise<never> {
  const { services, random, triesMax } = writing;
  const place = { accountId: key.accountId, symbol };
  const print = (line: Printed): void => writing.print(JSON.stringify(line));
  let before: PositionState | undefined;
  for (let count = 0; ; count += 1) {
    try {
      if (before === undefined) {
        before = stateOf(await retry(() => services.store.readAccount(key), triesMax), symbol);
        print({ ...place, kind: "found", state: renderState(before) });
      }
      const step = draw(before, random);
      const { after, realizedVnd } = takeStep(before, step, market);
      const requestId = `${idPrefix}-${key.accountId}-${symbol}${count}`;
      const keyedVnd = step.kind === "cover" && random() % 2 === 0 ? String(step.amountVnd) : undefined;
      const auditedVnd = after.coveredVnd === before.coveredVnd ? undefined : String(after.coveredVnd);
      const due = renderDue(step, after, realizedVnd);
      print({
        ...{ ...place, kind: "intends", requestId, after: renderState(after) },
        ...{ realizedVnd: String(realizedVnd), auditedVnd, due, keyedVnd },
      });
      const order = () =>
        carryOut(services, { ...key, symbol }, step, { requestId, isKeyed: keyedVnd !== undefined });
      // Only a repeat under a key is safe after a lost answer.
      const answer = await retry(order, keyedVnd === undefined ? 1 : triesMax);
      if (answer.kind === "refused") {
        print({ ...place, kind: "refused", code: answer.code });
        continue;
      }
      const cover = "status" in answer ? renderCover(answer) : undefined;
      print({ ...place, kind: "done", answered: renderAnswer(answer), cover });
      before = after;
      if (keyedVnd === undefined || random() % 4 !== 0) continue;
      // Repeats the order, as a client does after it lost the answer.
      const again = await retry(order, triesMax);
      if (again.kind === "refused" && again.code === "too_busy") continue;
      print({ ...place, kind: "again", requestId, cover: renderCover(again) });
    } catch (failure) {
      // After a cut, only the stored state shows whether the change was made.
      if (triesMax === 1) throw failure;
      before = undefined;
    }
  }
}

/** The figures that the answer to a step must have. */
function renderDue(
  step: Step,
  { quantity, entryVnd, coveredVnd }: PositionState,
  realizedVnd: bigint,
): string {
  if (step.kind !== "cover") return `${quantity} for ${entryVnd}, ${realizedVnd} realised`;
  return `${coveredVnd === step.amountVnd ? "success" : "failed"}, ${coveredVnd} covered`;
}

function renderAnswer(answer: ChangedPosition | CoverAnswer): string {
  if ("status" in answer) return `${answer.status}, ${answer.coveredVnd} covered`;
  const { quantity, entryVnd } = answer.position ?? noPosition;
  return `${quantity} for ${entryVnd}, ${answer.realizedVnd} realised`;
}

type OrderNames = { readonly requestId: string; readonly isKeyed: boolean };

function carryOut(
  services: Services,
  place: AccountKey & { readonly symbol: string },
  step: Step,
  names: OrderNames,
): Promise<ChangedPosition | CoverAnswer | Refusal> {
  if (step.kind === "cover") return orderCover(services, place, step.amountVnd, names);
  const price = step.unitVnd * onePrice;
  const { requestId } = names;
  const order = { actor: { kind: "operator", name: "lan" }, isConfirmed: true, requestId } as const;
  if (step.kind === "set") return setPosition(services, place, { quantity: step.quantity, price }, order);
  if (step.kind === "reduce")
    return reduceHolding(services, place, { quantity: step.quantity, price }, order);
  return closeHolding(services, place, price, order);
}

/** Sets a cover as the service does for a user. The request id also serves as the key of an order to be repeated. */
export function orderCover(
  services: Services,
  key: AccountKey,
  amountVnd: bigint,
  { requestId, isKeyed }: OrderNames,
): Promise<CoverAnswer | Refusal> {
  return setCover(services, {
    ...{ userId: key.userId, accountId: key.accountId, symbol: coveredStock.symbol, amountVnd, requestId },
    actor: { kind: "user", name: key.userId },
    idempotency: isKeyed ? { key: requestId, fingerprint: String(amountVnd) } : undefined,
  });
}

/** Formats an answer as one line. Equal answers have equal texts; whether it is a repeat is omitted. */
export function renderCover(answer: ChangedPosition | CoverAnswer | Refusal): string {
  return JSON.stringify({ ...answer, firstDoneAtMs: undefined }, (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** Verifies the audit of an account, entry by entry and during writes, and prints the verdict. */
export async function lookAtAudit({ services, print, triesMax }: Writing, key: AccountKey): Promise<void> {
  const verdict = await retry(() => verifyAudit(services, key), triesMax);
  if (verdict.kind === "refused") return;
  const line: Printed = {
    ...{ accountId: key.accountId, symbol: coveredStock.symbol, kind: "audited", verdict },
  };
  print(JSON.stringify(line));
}
