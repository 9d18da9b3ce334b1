import {
  type AccountFigures,
  amountVndMax,
  checkWithdrawal,
  figuresOfAccount,
  figuresOfPosition,
  type WithdrawalPosition,
} from "@trading-oms/margin";
import { bandOf, unitVndOf } from "@trading-oms/market";
import { checkNames } from "../names.ts";
import type { AccountKey, AccountState, MovementRecord, PricedAccount } from "../ports/index.ts";
import {
  type CashRefusalCode,
  cashRefusals,
  formatRefusal,
  type TextLanguage,
  vndIn,
} from "../refusal-texts.ts";
import { type Refusal, refuse, renderVnd, type Services } from "../services.ts";
import { type ChangeOrigin, draftAudit } from "./audit.ts";
import {
  isStale,
  isTrading,
  listNewPrices,
  type ValuedAccount,
  type ValuedPosition,
  valueAccount,
} from "./figures.ts";
import { notificationsOfUserMax, writeNotificationData } from "./notifications.ts";
import {
  type AlreadyDone,
  type Answered,
  type AnswerOptions,
  answered,
  answerOnce,
  type Decision,
  findTooLarge,
  outcomeOf,
  type Settled,
  settleChange,
} from "./settle-change.ts";

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
  const { key, kind, amountVnd } = movement;
  const movementId = movement.movementId ?? services.makeId();
  const settled = await settleCash(services, { ...movement, movementId });
  if (settled.kind === "refused") return settled;
  if (settled.kind === "done") {
    const { code, message } = settled.result;
    return code === undefined ? { kind: "done", movementId } : refuse(code, message);
  }
  const there = await services.store.readMovement(key.userId, movementId);
  const isSame = there?.accountId === key.accountId && there.kind === kind && there.amountVnd === amountVnd;
  if (isSame) return { kind: "done", movementId, firstDoneAtMs: there.atMs };
  return refuse("movement_id_used", `The id ${movementId} belongs to another movement of this user.`);
}

/** A movement that is made once under an idempotency key. Its id is new. */
export type CashOrder = Omit<CashMovement, "movementId"> & AnswerOptions;

/** The answer to an order, with the figures after it. A refusal by a rule is an answer like any other. */
export type CashAnswer = Answered<CashRefusalCode> & {
  readonly movementId?: string | undefined;
  readonly totalEquityVnd: bigint;
  readonly tradingPowerVnd: bigint;
};

/** Deposits or withdraws cash like `moveCash`, and answers in words. */
export async function orderCash(services: Services, order: CashOrder): Promise<CashAnswer | Refusal> {
  const settled = await settleCash(services, { ...order, movementId: services.makeId() });
  const { idempotency, key } = order;
  return answerOnce<CashAnswer>(services, { userId: key.userId, idempotency }, settled);
}

type Intended = CashOrder & { readonly movementId: string };

async function settleCash(services: Services, intended: Intended): Promise<Settled<CashAnswer>> {
  const { key, amountVnd, movementId } = intended;
  const refusal = checkNames({ ...key, movementId });
  if (refusal !== undefined) return refusal;
  if (amountVnd <= 0n || amountVnd > amountVndMax) {
    return refuse("amount_not_valid", `The amount has to be 1 to ${renderVnd(amountVndMax)}.`);
  }
  return settleChange(services, key, (state, atMs) => decide(services, state, intended, atMs));
}

async function decide(
  services: Services,
  state: PricedAccount,
  { key, kind, amountVnd, movementId, language, idempotency, ...origin }: Intended,
  atMs: number,
): Promise<Decision<CashAnswer> | AlreadyDone> {
  // A repeat of a completed movement is never refused for the account's later state.
  if ((await services.store.readMovement(key.userId, movementId)) !== undefined) return { kind: "key-used" };
  const before = await valueAccount(services, state.account, state.positions, state);
  const { positions } = before;
  const equityVnd = state.account.equityVnd + (kind === "deposit" ? amountVnd : -amountVnd);
  // A withdrawal rests on the trading power, so it stores the newer prices of all positions, even if it is refused.
  const news = kind === "deposit" ? [] : listNewPrices(state, positions);
  const refused = await findRefusal(services, state, before, { kind, amountVnd, equityVnd, atMs });
  if (refused !== undefined) {
    const { tradingPowerVnd } = before.figures;
    const figures = { amountVnd, tradingPowerVnd, boundVnd: 0n, tooLarge: "", symbols: "", ...refused };
    const message = formatRefusal(cashRefusals, refused.code, figures, language);
    const answer = answerOf(before.figures, message, { code: refused.code });
    return { positions: news, outcome: outcomeOf(idempotency, answer), result: answer };
  }
  const after = figuresOfAccount(equityVnd, positions);
  const answer = answerOf(after, formatMoved({ key, kind, amountVnd }, equityVnd, language), { movementId });
  const type = kind === "deposit" ? "Deposit" : "Withdraw";
  const { actor = { kind: "operator", name: "oms" }, reason } = origin;
  const audit = await draftAudit(
    services,
    state.account,
    { actor, reason, atMs, requestId: movementId },
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
        data: writeNotificationData({ accountId: key.accountId, amountVnd, account: after }),
      },
    ],
    outcome: outcomeOf(idempotency, answer),
    result: answer,
  };
}

function answerOf(
  { totalEquityVnd, tradingPowerVnd }: AccountFigures,
  message: string,
  { code, movementId }: Pick<CashAnswer, "code" | "movementId">,
): CashAnswer {
  const figures = { totalEquityVnd, tradingPowerVnd };
  return { ...answered(message, code), ...figures, ...(movementId !== undefined && { movementId }) };
}

/** Why a movement is refused, with the figures of the reason. */
async function findRefusal(
  services: Services,
  { account, notificationCount, versions }: AccountState,
  { figures, positions }: ValuedAccount,
  { kind, amountVnd, equityVnd, atMs }: MovementSize,
): Promise<{ code: CashRefusalCode; boundVnd?: bigint; tooLarge?: string; symbols?: string } | undefined> {
  if (notificationCount >= notificationsOfUserMax) return { code: "too_many_notifications" };
  if (kind === "withdrawal") {
    const unreliable = positions.filter(
      (each) => isTrading(services, each, atMs) && (each.isHalted || isStale(services, versions, each, atMs)),
    );
    const held = positions.map((each) => toWithdrawal(each, unreliable.includes(each)));
    const withdrawal = checkWithdrawal(amountVnd, figures, held);
    if (withdrawal.kind === "refused") {
      const symbols = unreliable.map(({ position }) => position.symbol).join(", ");
      return { code: withdrawal.reason, boundVnd: withdrawal.withdrawableVnd, symbols };
    }
  }
  const tooLarge = await findTooLarge({ equityVnd, positions }, () => ({ ...account, positions }));
  return tooLarge === undefined ? undefined : { code: "amounts_too_large", tooLarge };
}

type MovementSize = Pick<CashMovement, "kind" | "amountVnd"> & {
  readonly equityVnd: bigint;
  readonly atMs: number;
};

/** On a price on which no cover may be lowered, no money leaves that an end of the day's band would need. */
function toWithdrawal(
  { position, instrument, rates, figures, isCallable }: ValuedPosition,
  isUnreliable: boolean,
): WithdrawalPosition {
  if (!isUnreliable || instrument === undefined) return { position, figures, isCallable };
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  const figuresAtEnds = [floor, ceiling].map((price) =>
    figuresOfPosition(position, rates, unitVndOf(instrument, price)),
  );
  return { position, figures, isCallable, figuresAtEnds };
}

function formatMoved(
  { key, kind, amountVnd }: Pick<CashMovement, "key" | "kind" | "amountVnd">,
  equityVnd: bigint,
  language: TextLanguage = "en",
): string {
  const vnd = vndIn(language);
  const { accountId } = key;
  if (language === "vi") {
    const verb = kind === "deposit" ? "Đã nộp" : "Đã rút";
    const place = kind === "deposit" ? "vào" : "từ";
    return `${verb} ${vnd(amountVnd)} ${place} ${accountId}; tổng vốn hiện là ${vnd(equityVnd)}.`;
  }
  const verb = kind === "deposit" ? "was deposited into" : "was withdrawn from";
  return `${vnd(amountVnd)} ${verb} ${accountId}; its total equity is ${vnd(equityVnd)} now.`;
}
