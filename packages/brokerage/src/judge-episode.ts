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
import { tradingTimeBetween, whenTraded } from "@trading-oms/market";
import { writeNotificationData } from "./notification-data.ts";
import { notificationsOfUserMax } from "./notifications-of-user-max.ts";
import type { AccountState, EpisodeRecord, NotificationDraft, PositionRecord } from "./ports/index.ts";
import type { Services } from "./services.ts";
import { snapshotPosition } from "./snapshot-position.ts";
import type { ValuedPosition } from "./value-account.ts";

/** What a change does to the episode of a symbol, and what its owner hears of it. */
export type JudgedEpisode = {
  readonly episodes: readonly EpisodeRecord[];
  readonly notifications: readonly NotificationDraft[];
};

/** What an episode is judged by: the position as it is after the change, or none where it was closed. */
export type EpisodeChange = {
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
