import type { SentCover } from "./sent-cover.ts";

/** One in a hundred may be sent away to come again, where all race for the same; more is a service that does not serve. */
const busyShareMax = 0.01;

/** Says where an order was answered by a status that it should not have been answered by. */
export function judgeStatuses(sent: readonly SentCover[]): string[] {
  const faults: string[] = [];
  let busyCount = 0;
  for (const { requestId, key, isForeign, status, retryAfter, body } of sent) {
    if (status === 503) busyCount += 1;
    const isReused = key !== undefined && status === 400 && body.includes('"idempotency_key_reused"');
    const isBusy = status === 503 && /^\d+$/.test(retryAfter ?? "");
    const isMeant = isForeign ? status === 404 : status === 200 || isReused;
    if (!isMeant && !isBusy) faults.push(`${requestId} was answered by ${status}: ${body.slice(0, 200)}`);
  }
  if (busyCount > sent.length * busyShareMax) {
    faults.push(`${busyCount} of ${sent.length} were answered by 503, more than one in a hundred`);
  }
  return faults;
}
