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
  calendarDateOf,
  type Exchange,
  type Holidays,
  sessionOf,
  tradingTimeBetween,
  whenTraded,
} from "@trading-oms/market";
import { type ValuedPosition, valueAccount } from "../accounts/figures.ts";
import {
  notificationsOfUserMax,
  snapshotPosition,
  writeNotificationData,
} from "../accounts/notifications.ts";
import { settleChange } from "../accounts/settle-change.ts";
import type {
  AccountKey,
  AccountState,
  EpisodeRecord,
  MarkRecord,
  NotificationDraft,
  PositionRecord,
} from "../ports/index.ts";
import type { Refusal, Services } from "../services.ts";
import { type MarkBook, silenceMsMax } from "./mark-book.ts";

/** What a change does to the episode of a symbol, and what its owner hears of it. */
type JudgedEpisode = {
  readonly episodes: readonly EpisodeRecord[];
  readonly notifications: readonly NotificationDraft[];
};

/** What an episode is judged by: the position as it is after the change, or none where it was closed. */
type EpisodeChange = {
  readonly state: AccountState;
  readonly symbol: string;
  readonly held: ValuedPosition | undefined;
  readonly account: AccountFigures;
  readonly occasion: EpisodeOccasion;
  readonly atMs: number;
  readonly services: Pick<Services, "holidays" | "marks">;
};

/** A reminder that is later than this was missed; as long as all who were called at once may take to be reminded. */
const lateMsMax = 10 * 60_000;

/** What a reminder waits for is counted in hours of trading. */
export const hourMs = 3_600_000;

/** Decides the episode of a symbol, to be stored together with what caused it. */
export function judgeEpisode(change: EpisodeChange): JudgedEpisode {
  const { state, symbol, held, occasion, atMs } = change;
  // A position that is being closed is neither called nor reminded; what was told before stays until it is closed.
  if (held?.position.isClosing === true) return { episodes: [], notifications: [] };
  const before = state.episodes.find((episode) => episode.symbol === symbol);
  const decision = decideEpisode({
    episode: before ?? noEpisode,
    held: held && { position: held.position, rates: held.rates, unitVnd: held.mark.unitVnd },
    occasion,
    ...readHours(change, before),
  });
  const openedAtMs = decision.event === "opened" ? atMs : (before?.openedAtMs ?? atMs);
  const { number, isOpen, isForceCloseTold, reminder } = decision.episode;
  const after: EpisodeRecord = { symbol, number, isOpen, isForceCloseTold, reminder, openedAtMs };
  const room = notificationsOfUserMax - state.notificationCount;
  return {
    episodes: isSame(before ?? { symbol, ...noEpisode, openedAtMs }, after) ? [] : [after],
    notifications: held === undefined ? [] : decision.tellings.slice(0, room).map(draftOf),
  };

  function draftOf({ type, episodeNumber, reminderNumber, amountVnd }: (typeof decision.tellings)[number]) {
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

/** The prices at which a position has nothing to tell: all of them while it is being closed. */
export function quietPricesOf(
  position: PositionRecord,
  rates: Rates,
  episode: EpisodeRecord | undefined,
): UnitRange {
  if (position.isClosing) return { unitVndMin: 1n, unitVndMax: undefined };
  return quietRangeOf(position, rates, episode ?? noEpisode);
}

/** The full hours of trading since an episode opened, and whether the last of them is long over. */
function readHours(
  { held, atMs, services }: EpisodeChange,
  before: EpisodeRecord | undefined,
): Pick<EpisodeQuestion, "hoursTraded" | "isReminderLate"> {
  const exchange = held?.instrument?.exchange;
  if (exchange === undefined || before?.isOpen !== true) return { hoursTraded: 0n };
  const { openedAtMs } = before;
  const holidays = services.holidays?.() ?? new Set();
  const isAlwaysTrading = services.marks?.isAlwaysTrading === true;
  const tradedMs = isAlwaysTrading
    ? Math.max(0, atMs - openedAtMs)
    : tradingTimeBetween(exchange, openedAtMs, atMs, holidays);
  const hours = Math.floor(tradedMs / hourMs);
  const dueMs = isAlwaysTrading
    ? openedAtMs + hours * hourMs
    : whenTraded(exchange, openedAtMs, hours * hourMs, holidays);
  return { hoursTraded: BigInt(hours), isReminderLate: atMs - dueMs > lateMsMax };
}

function isSame(one: EpisodeRecord, other: EpisodeRecord): boolean {
  return (
    one.number === other.number &&
    one.isOpen === other.isOpen &&
    one.isForceCloseTold === other.isForceCloseTold &&
    one.reminder === other.reminder
  );
}

/** Which position is judged, and why. */
export type HoldingQuestion = AccountKey & {
  readonly symbol: string;
  /** Whether something but a price of a feed has changed, so that it is judged at any hour on the mark as it stands. */
  readonly isChange: boolean;
};

/** The account as it stands after it was judged, and how many things its owner was told. */
type JudgedHolding = {
  readonly kind: "done";
  readonly state: AccountState;
  readonly toldCount: number;
};

/** Judges the episode of a position by its mark as it is now, and tells its owner what follows from it. */
export async function judgeHolding(
  services: Services,
  { symbol, isChange, ...key }: HoldingQuestion,
): Promise<JudgedHolding | Refusal> {
  const settled = await settleChange(services, key, async (state, atMs) => {
    const valued = await valueAccount(services, state.account, state.positions);
    const held = valued.positions.find(({ position }) => position.symbol === symbol);
    const occasion = isChange ? "change" : occasionOf(services, held, atMs);
    const judged = judgeEpisode({ state, symbol, held, account: valued.figures, occasion, atMs, services });
    // A judgement that changes nothing is not kept, and neither is its price: there are many a second.
    const isNews = judged.episodes.length + judged.notifications.length > 0;
    const news = { ...judged, positions: isNews && held !== undefined ? [held.position] : [] };
    return {
      ...news,
      result: { state: isNews ? after(state, news) : state, toldCount: judged.notifications.length },
    };
  });
  if (settled.kind === "key-used") throw new Error("A judgement without a key can't find it used.");
  return settled.kind === "refused" ? settled : { kind: "done", ...settled.result };
}

function occasionOf(services: Services, held: ValuedPosition | undefined, atMs: number): EpisodeOccasion {
  const { instrument, mark } = held ?? {};
  if (instrument === undefined || mark?.isByHand === true) return "change";
  if (mark?.atMs === undefined || mark.price === undefined || services.marks === undefined) return "clock";
  const { symbol, exchange } = instrument;
  const question = {
    mark: { symbol, price: mark.price, atMs: mark.atMs, isByHand: false },
    exchange,
    atMs,
    holidays: services.holidays?.() ?? new Set<string>(),
  };
  return mayDecide(services.marks, question) ? "price" : "clock";
}

function after(
  state: AccountState,
  { positions, episodes }: Pick<AccountState, "positions" | "episodes">,
): AccountState {
  return {
    ...state,
    account: { ...state.account, version: state.account.version + 1 },
    positions: replaced(state.positions, positions),
    episodes: replaced(state.episodes, episodes),
  };
}

function replaced<Of extends { readonly symbol: string }>(all: readonly Of[], news: readonly Of[]): Of[] {
  return [...all.filter(({ symbol }) => news.every((each) => each.symbol !== symbol)), ...news];
}

/** What is asked of a price before an episode opens or ends by it. */
type PriceQuestion = {
  readonly mark: MarkRecord;
  readonly exchange: Exchange;
  readonly atMs: number;
  readonly holidays: Holidays;
};

/**
 * Whether a price of a feed may open or end an episode: its symbol is not halted, its exchange trades, it is of this
 * day, and the feed is there and vouches for it.
 */
export function mayDecide(
  marks: Pick<MarkBook, "isHalted" | "heardAtMs" | "isAlwaysTrading"> & Partial<Pick<MarkBook, "isDoubtful">>,
  { mark, exchange, atMs, holidays }: PriceQuestion,
): boolean {
  if (marks.isHalted(mark.symbol) || marks.isDoubtful?.(mark.symbol) === true) return false;
  if (atMs - (marks.heardAtMs() ?? Number.NEGATIVE_INFINITY) > silenceMsMax) return false;
  if (calendarDateOf(mark.atMs) !== calendarDateOf(atMs)) return false;
  return marks.isAlwaysTrading || sessionOf(exchange, atMs, holidays) !== "closed";
}
