import {
  type AccountFigures,
  decideEpisode,
  type EpisodeOccasion,
  type EpisodeQuestion,
  noEpisode,
  quietRangeOf,
  type Rates,
  type UnitRange,
} from "@trading-oms/margin";
import {
  addTradingTime,
  calendarDateOf,
  type Exchange,
  type Holidays,
  lastCloseMs,
  sessionOf,
  tradingTimeBetween,
} from "@trading-oms/market";
import type {
  AccountKey,
  AccountState,
  EpisodeRecord,
  MarkRecord,
  NotificationDraft,
  PositionRecord,
  PricedAccount,
} from "../ports/index.ts";
import { isHeldBack } from "../quotes/held-back.ts";
import type { MarkBook } from "../quotes/mark-book.ts";
import { isAhead, silenceMsMax } from "../quotes/price-times.ts";
import { holidaysOf, type Refusal, type Services } from "../services.ts";
import { stateAfter } from "./accounts.ts";
import { isCallable } from "./callable.ts";
import { type ValuedPosition, valueAccount } from "./figures.ts";
import { notificationsOfUserMax, snapshotPosition, writeNotificationData } from "./notifications.ts";
import { checkAmounts, settleChange } from "./settle-change.ts";

/** The effect of a change on a symbol's episode, and the notifications for its owner. */
type EvaluatedEpisode = {
  readonly episodes: readonly EpisodeRecord[];
  readonly notifications: readonly NotificationDraft[];
};

/** The input of a decision about an episode: the position after the change, or undefined after a close. */
type EpisodeChange = {
  readonly state: PricedAccount;
  readonly symbol: string;
  readonly held: ValuedPosition | undefined;
  readonly account: AccountFigures;
  readonly occasion: EpisodeOccasion;
  readonly atMs: number;
  readonly services: Pick<Services, "store" | "now" | "holidays" | "marks" | "book">;
  /** Whether the position was just adjusted, so that it bears its price whether or not calls of the symbol are held back. */
  readonly isAdjusted?: boolean | undefined;
};

/** A later reminder is skipped. Allows for the time it takes to remind everyone called at once. */
const lateMsMax = 10 * 60_000;

export const hourMs = 3_600_000;

/** Decides the episode of a symbol. The result is stored together with its cause. */
export async function checkEpisode(change: EpisodeChange): Promise<EvaluatedEpisode> {
  const { state, symbol, held, atMs } = change;
  // Earlier notifications stand until the position is closed.
  if (held?.isCallable === false) return { episodes: [], notifications: [] };
  // The prices of a position that is opened now were not read with the account.
  const isRead = state.positions.some((each) => each.symbol === symbol);
  const isFrozen =
    held !== undefined &&
    change.isAdjusted !== true &&
    (await isHeldBack(change.services, symbol, isRead ? state.prices : undefined));
  const before = state.episodes.find((episode) => episode.symbol === symbol);
  const decision = decideEpisode({
    episode: before ?? noEpisode,
    held: held && { position: held.position, rates: held.rates, unitVnd: held.mark.unitVnd },
    // Held back, an episode neither opens nor ends, nothing is told, and reminders are skipped.
    occasion: isFrozen ? "clock" : change.occasion,
    ...readHours(change, before),
    ...(isFrozen && { isReminderLate: true }),
  });
  const openedAtMs = decision.event === "opened" ? atMs : (before?.openedAtMs ?? atMs);
  const { number, isOpen, isForceCloseNotified, reminder } = decision.episode;
  const after: EpisodeRecord = {
    ...{ symbol, number, isOpen, isForceCloseNotified, reminder, openedAtMs },
    // Contacts belong to one call.
    ...(isOpen && before?.isOpen === true && before.lastContact && { lastContact: before.lastContact }),
  };
  const room = notificationsOfUserMax - state.notificationCount;
  return {
    episodes: isSame(before ?? { symbol, ...noEpisode, openedAtMs }, after) ? [] : [after],
    notifications: held === undefined ? [] : decision.notices.slice(0, room).map(draftOf),
  };

  function draftOf({ type, episodeNumber, reminderNumber, amountVnd }: (typeof decision.notices)[number]) {
    const { accountId } = state.account;
    return {
      type,
      topic: `accounts/${accountId}/risk`,
      messageId: `${type}/${accountId}/${symbol}/${episodeNumber}/${reminderNumber}`,
      data: writeNotificationData({
        accountId,
        symbol,
        amountVnd,
        position: snapshotPosition(held as ValuedPosition),
        account: change.account,
      }),
    };
  }
}

/** A position after a change, undefined after a close, and the equity of its account if the change moves it. */
type HoldingAfter = Pick<EpisodeChange, "symbol" | "atMs" | "isAdjusted"> & {
  readonly position: PositionRecord | undefined;
  readonly equityVnd?: bigint | undefined;
};

/**
 * Evaluates a position that is changed immediately, at any hour, by the current mark. Refused where an amount of the account would become
 * too large.
 */
export async function evaluateChange(
  services: Services,
  state: PricedAccount,
  { position, equityVnd = state.account.equityVnd, ...change }: HoldingAfter,
): Promise<{ readonly held: ValuedPosition | undefined; readonly evaluated: EvaluatedEpisode } | Refusal> {
  const others = state.positions.filter(({ symbol }) => symbol !== change.symbol);
  const positions = position === undefined ? others : [...others, position];
  const valued = await valueAccount(services, { equityVnd }, positions, state);
  const tooLarge = await checkAmounts({ equityVnd, ...valued }, async () => ({
    ...state.account,
    ...(await valueAccount(services, state.account, state.positions, state)),
  }));
  if (tooLarge !== undefined) return tooLarge;
  const held = valued.positions.find((each) => each.position.symbol === change.symbol);
  const account = valued.figures;
  const evaluated = await checkEpisode({ ...change, state, held, account, occasion: "change", services });
  return { held, evaluated };
}

/** The price range in which a position has nothing to report; all prices if it can't be called. */
export function quietPricesOf(
  services: Pick<Services, "now" | "holidays">,
  position: PositionRecord,
  rates: Rates,
  episode: EpisodeRecord | undefined,
): UnitRange {
  if (!isCallable(services, position)) return { unitVndMin: 1n, unitVndMax: undefined };
  return quietRangeOf(position, rates, episode ?? noEpisode);
}

/** The full trading hours since an episode opened, and whether the last of them ended long ago. */
function readHours(
  { held, atMs, services }: EpisodeChange,
  before: EpisodeRecord | undefined,
): Pick<EpisodeQuestion, "hoursTraded" | "isReminderLate"> {
  const exchange = held?.instrument?.exchange;
  if (exchange === undefined || before?.isOpen !== true) return { hoursTraded: 0n };
  const { openedAtMs } = before;
  const holidays = holidaysOf(services);
  const isAlwaysTrading = services.marks?.isAlwaysTrading === true;
  const tradedMs = isAlwaysTrading
    ? Math.max(0, atMs - openedAtMs)
    : tradingTimeBetween(exchange, openedAtMs, atMs, holidays);
  const hours = Math.floor(tradedMs / hourMs);
  const dueMs = isAlwaysTrading
    ? openedAtMs + hours * hourMs
    : addTradingTime(exchange, openedAtMs, hours * hourMs, holidays);
  return { hoursTraded: BigInt(hours), isReminderLate: atMs - dueMs > lateMsMax };
}

function isSame(one: EpisodeRecord, other: EpisodeRecord): boolean {
  return (
    one.number === other.number &&
    one.isOpen === other.isOpen &&
    one.isForceCloseNotified === other.isForceCloseNotified &&
    one.reminder === other.reminder
  );
}

export type HoldingQuestion = AccountKey & {
  readonly symbol: string;
  /**
   * Whether something other than a feed price has changed. Then it is evaluated at any hour by the current mark.
   */
  readonly isChange: boolean;
};

/** The account after the evaluation, and the number of new notifications. */
type EvaluatedHolding = {
  readonly kind: "done";
  readonly state: AccountState;
  readonly notifiedCount: number;
};

/** Evaluates the episode of a position by its current mark and notifies its owner of the result. */
export async function checkHolding(
  services: Services,
  { symbol, isChange, ...key }: HoldingQuestion,
): Promise<EvaluatedHolding | Refusal> {
  const settled = await settleChange(services, key, async (state, atMs) => {
    const valued = await valueAccount(services, state.account, state.positions, state);
    const held = valued.positions.find(({ position }) => position.symbol === symbol);
    const occasion = isChange ? "change" : occasionOf(services, held, atMs);
    const evaluated = await checkEpisode({
      state,
      symbol,
      held,
      account: valued.figures,
      occasion,
      atMs,
      services,
    });
    // An evaluation without effect is not stored, nor is its price: there are many per second. But a price that a wrong
    // clock put ahead is replaced for good, before its time comes.
    const decidedBefore = state.positions.find((each) => each.symbol === symbol)?.decisionPrice;
    const isReplaced =
      decidedBefore !== undefined &&
      isAhead(decidedBefore.atMs, atMs) &&
      held?.position.decisionPrice !== decidedBefore;
    const isNews = isReplaced || evaluated.episodes.length + evaluated.notifications.length > 0;
    const news = { ...evaluated, positions: isNews && held !== undefined ? [held.position] : [] };
    return {
      ...news,
      result: {
        state: isNews ? stateAfter(state, news) : state,
        notifiedCount: evaluated.notifications.length,
        isReplaced,
      },
    };
  });
  if (settled.kind === "done" && settled.result.isReplaced) services.marks?.countAhead();
  if (settled.kind === "key-used") throw new Error("A judgement without a key can't find it used.");
  return settled.kind === "refused" ? settled : { kind: "done", ...settled.result };
}

function occasionOf(services: Services, held: ValuedPosition | undefined, atMs: number): EpisodeOccasion {
  const { instrument, mark, isHalted = false } = held ?? {};
  if (instrument === undefined || mark?.isByHand === true) return "change";
  const markAtMs = mark?.atMs ?? mark?.dayFromMs;
  if (markAtMs === undefined || services.marks === undefined) return "clock";
  const { symbol, exchange } = instrument;
  const question = {
    mark: { symbol, atMs: markAtMs },
    isHalted,
    exchange,
    atMs,
    holidays: holidaysOf(services),
  };
  return mayDecide(services.marks, question) ? "price" : "clock";
}

type PriceQuestion = {
  readonly mark: Pick<MarkRecord, "symbol" | "atMs">;
  readonly isHalted: boolean;
  readonly exchange: Exchange;
  readonly atMs: number;
  readonly holidays: Holidays;
};

/** How long after the end of the last session a trade of the closing auction may be dated. */
const closingMsMax = 15 * 60_000;

/**
 * Whether a feed price may open or end an episode. Its symbol is not halted, and the feed does not doubt it. In a session it is of
 * the current day, and any process heard its source lately. After the last session of a day, until the first of the next trading
 * day, it is a trade of that day: the prices of the closing auction arrive when the exchange is closed, and then the feed falls
 * silent.
 */
export function mayDecide(
  marks: MarkBook,
  { mark, isHalted, exchange, atMs, holidays }: PriceQuestion,
): boolean {
  if (isHalted || marks.isDoubtful(mark.symbol)) return false;
  const isInSession = marks.isAlwaysTrading || sessionOf(exchange, atMs, holidays) !== "closed";
  if (isInSession) {
    const heardAgoMs = atMs - (marks.sourceHeardAtMs() ?? Number.NEGATIVE_INFINITY);
    return heardAgoMs <= silenceMsMax && calendarDateOf(mark.atMs) === calendarDateOf(atMs);
  }
  const closedAtMs = lastCloseMs(exchange, atMs, holidays);
  if (closedAtMs === undefined || mark.atMs > closedAtMs + closingMsMax) return false;
  return calendarDateOf(mark.atMs) === calendarDateOf(closedAtMs);
}
