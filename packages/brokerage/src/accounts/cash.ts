import { amountVndMax, checkWithdrawal, figuresOfAccount } from "@trading-oms/margin";
import { checkNames } from "../names.ts";
import type { AccountKey, AccountState, MovementRecord } from "../ports/index.ts";
import { type Refusal, refuse, renderVnd, type Services } from "../services.ts";
import { type ChangeOrigin, draftAudit } from "./audit.ts";
import { listNewPrices, type ValuedAccount, valueAccount } from "./figures.ts";
import { notificationsOfUserMax, writeNotificationData } from "./notifications.ts";
import { type AlreadyDone, checkAmounts, type Decision, settleChange } from "./settle-change.ts";

/**
 * A deposit or withdrawal, and who orders it, by default an operator named oms. A movement that is sent again under its ID
 * happens once.
 */
export type CashMovement = Partial<ChangeOrigin> & {
  readonly key: AccountKey;
  readonly kind: MovementRecord["kind"];
  readonly amountVnd: bigint;
  readonly movementId?: string | undefined;
};

/** The stored movement, whether this call or an earlier one made it. */
export type MovedCash = {
  readonly kind: "done";
  readonly movementId: string;
  /** When it was made, if an earlier call made it. */
  readonly firstDoneAtMs?: number;
};

/** Deposits or withdraws cash and notifies the user. */
export async function moveCash(services: Services, movement: CashMovement): Promise<MovedCash | Refusal> {
  const { key, kind, amountVnd, actor = { kind: "operator", name: "oms" }, reason } = movement;
  const movementId = movement.movementId ?? services.makeId();
  const refusal = checkNames({ ...key, movementId });
  if (refusal !== undefined) return refusal;
  if (amountVnd <= 0n || amountVnd > amountVndMax) {
    return refuse("amount-not-valid", `The amount has to be 1 to ${renderVnd(amountVndMax)}.`);
  }
  const settled = await settleChange(services, key, (state, atMs) =>
    decide(services, state, { key, kind, amountVnd, movementId, actor, reason, atMs }),
  );
  if (settled.kind === "refused") return settled;
  if (settled.kind === "done") return settled.result ?? { kind: "done", movementId };
  const there = await services.store.readMovement(key.userId, movementId);
  const isSame = there?.accountId === key.accountId && there.kind === kind && there.amountVnd === amountVnd;
  if (isSame) return { kind: "done", movementId, firstDoneAtMs: there.atMs };
  return refuse("movement-id-used", `The id ${movementId} belongs to another movement of this user.`);
}

type Intended = CashMovement & ChangeOrigin & { readonly movementId: string; readonly atMs: number };

async function decide(
  services: Services,
  state: AccountState,
  { key, kind, amountVnd, movementId, ...origin }: Intended,
): Promise<Decision<Refusal | undefined> | AlreadyDone | Refusal> {
  // A repeat of a completed movement is never refused for the account's later state.
  if ((await services.store.readMovement(key.userId, movementId)) !== undefined) return { kind: "key-used" };
  if (state.notificationCount >= notificationsOfUserMax) {
    return refuse(
      "too-many-notifications",
      "The user can't be told of any more; archive this user's history.",
    );
  }
  const before = await valueAccount(services, state.account, state.positions);
  const { positions } = before;
  // A withdrawal rests on the trading power, so it stores the newer prices of all positions, even if it is refused.
  const news = kind === "deposit" ? [] : listNewPrices(state, positions);
  const refusal = kind === "deposit" ? undefined : checkLeaving(before, amountVnd);
  if (refusal !== undefined) return { positions: news, result: refusal };
  const equityVnd = state.account.equityVnd + (kind === "deposit" ? amountVnd : -amountVnd);
  const tooLarge = await checkAmounts({ equityVnd, positions }, () => ({ ...state.account, positions }));
  if (tooLarge !== undefined) return tooLarge;
  const type = kind === "deposit" ? "Deposit" : "Withdraw";
  const audit = await draftAudit(
    services,
    state.account,
    { ...origin, requestId: movementId },
    {
      kind: "cash",
      before: { equityVnd: state.account.equityVnd },
      after: { equityVnd, movementId },
    },
  );
  return {
    equityVnd,
    positions: news,
    movement: { movementId, kind, amountVnd },
    audits: [audit],
    notifications: [
      {
        type,
        topic: `accounts/${key.accountId}/cash`,
        messageId: `${type}/${key.accountId}/${movementId}`,
        data: writeNotificationData({
          accountId: key.accountId,
          amountVnd,
          account: figuresOfAccount(equityVnd, positions),
        }),
      },
    ],
    result: undefined,
  };
}

function checkLeaving({ figures, positions }: ValuedAccount, amountVnd: bigint): Refusal | undefined {
  // A closing position is not called, so nothing is held back for it.
  const held = positions.filter(({ position }) => !position.isClosing);
  const judgement = checkWithdrawal(amountVnd, figures, held);
  if (judgement.kind === "allowed") return undefined;
  const why =
    judgement.reason === "above-trading-power"
      ? `the trading power is ${renderVnd(figures.tradingPowerVnd)}`
      : "positions that are called need the rest";
  return refuse(
    judgement.reason,
    `${renderVnd(amountVnd)} can't leave, because ${why}; ${renderVnd(judgement.withdrawableVnd)} can.`,
  );
}
