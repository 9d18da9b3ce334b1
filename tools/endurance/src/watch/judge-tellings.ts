import type { ToldNotification } from "@trading-oms/brokerage";
import type { ExpectedPosition } from "./expected-position.ts";

const hourMs = 3_600_000;
const onePrice = 1_000n;

/** What was told against what had to be told, and how many reminders there were besides. */
export type TellingsVerdict = { readonly faults: readonly string[]; readonly reminderCount: number };

/**
 * Says where tellings are not the ones that had to be, each of them once and in its order. Reminders hang on the hour at
 * which a check is run: each has to come once, and after as many hours as it says.
 */
export function judgeTellings(
  expected: readonly ExpectedPosition[],
  told: readonly ToldNotification[],
): TellingsVerdict {
  const byPosition = Map.groupBy(told, ({ accountId, data }) => `${accountId}/${data.symbol}`);
  const reminders = told.filter((each) => reminderOf(each) > 0);
  const faults = judgeNames(told);
  for (const each of expected) {
    const name = `${each.position.accountId}/${each.position.traded.symbol}`;
    const ofPosition = (byPosition.get(name) ?? []).toSorted((one, other) => one.id - other.id);
    byPosition.delete(name);
    faults.push(...judgePosition(name, each, ofPosition), ...judgeReminders(ofPosition));
  }
  for (const [name, strangers] of byPosition)
    faults.push(`${strangers.length} were told of ${name}, which nobody holds`);
  return { faults, reminderCount: reminders.length };
}

function judgeNames(told: readonly ToldNotification[]): string[] {
  return [...Map.groupBy(told, ({ messageId }) => messageId)].flatMap(([messageId, group]) =>
    group.length === 1 ? [] : [`${messageId} was told ${group.length} times`],
  );
}

function judgePosition(
  name: string,
  { position, tellings }: ExpectedPosition,
  told: readonly ToldNotification[],
): string[] {
  const { accountId, traded } = position;
  const wanted = tellings.map(({ type, episodeNumber, amountVnd, markVnd }) =>
    [`${type}/${accountId}/${traded.symbol}/${episodeNumber}/0`, amountVnd, markVnd * onePrice].join(" at "),
  );
  const found = told
    .filter((each) => reminderOf(each) === 0)
    .map(({ messageId, data }) => [messageId, data.amountVnd, data.position?.markPrice].join(" at "));
  const place = wanted.findIndex((each, index) => each !== found[index]);
  if (place >= 0) return [`${name}: ${wanted[place]} had to be told, and ${found[place] ?? "nothing"} was`];
  return found.slice(wanted.length).map((each) => `${name}: ${each} was told without a cause`);
}

function judgeReminders(told: readonly ToldNotification[]): string[] {
  return told.flatMap((reminder) => {
    const number = reminderOf(reminder);
    if (number === 0) return [];
    const opening = reminder.messageId.replace(/\d+$/, "0");
    const openedAtMs = told.find(({ messageId }) => messageId === opening)?.createdAtMs;
    const isDue = openedAtMs !== undefined && reminder.createdAtMs - openedAtMs >= number * hourMs;
    return isDue && reminder.type === "MarginCall"
      ? []
      : [`${reminder.messageId} was told before its hour was over`];
  });
}

/** 0 for the first telling, and where a name does not say. */
function reminderOf({ messageId }: ToldNotification): number {
  return Number(/\/\d+\/(\d+)$/.exec(messageId)?.[1] ?? "0");
}
