import type { SentCover } from "./sent-cover.ts";

/**
 * Says where a key did not make one order of all that came under it: each 200 has the same bytes, and whoever sent the
 * body that won is answered by it, whoever sent another is refused.
 */
export function judgeKeys(sent: readonly SentCover[]): string[] {
  const byKey = Map.groupBy(sent, ({ key }) => key);
  return [...byKey].flatMap(([key, group]) => (key === undefined ? [] : judgeKey(key, group)));
}

function judgeKey(key: string, group: readonly SentCover[]): string[] {
  const answered = group.filter(({ status }) => status === 200);
  const bodies = new Set(answered.map(({ body }) => body));
  if (bodies.size > 1) return [`${key} was answered in ${bodies.size} ways: ${[...bodies].join(" and ")}`];
  const won = answered[0]?.amountVnd;
  if (won === undefined) {
    const isRefused = group.some(({ status }) => status === 400);
    return isRefused ? [`${key} was refused as used, and nothing was ever answered under it`] : [];
  }
  return group
    .filter(({ status, amountVnd }) => status !== 503 && (status === 200) !== (amountVnd === won))
    .map(
      ({ requestId, status }) => `${requestId} was answered by ${status}, and ${won} had won under its key`,
    );
}
