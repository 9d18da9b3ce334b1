import type { ToldNotification } from "@trading-oms/brokerage";

/** Says where somebody was told the same twice, or was called twice at a price that never moved. */
export function judgeToldOnce(told: readonly ToldNotification[]): string[] {
  const names = [...Map.groupBy(told, ({ messageId }) => messageId)].flatMap(([messageId, { length }]) =>
    length === 1 ? [] : [`${messageId} was told ${length} times`],
  );
  const again = told.filter(({ type, messageId }) => type === "MarginCall" && !/\/1\/\d+$/.test(messageId));
  return [...names, ...again.map(({ messageId }) => `${messageId} was told, and the price has not moved`)];
}
