import { shardOf } from "@trading-oms/brokerage";
import type { ExpectedPosition } from "./expected-position.ts";
import { measureUntil } from "./measure-until.ts";
import type { WatchRun } from "./watch-run.ts";

/** So long after prices have changed, or a watcher has died, all that follows has to be told. */
export const settledMsMax = 10_000;

/** What comes later than that is a fault either way; whether it ever comes shows what kind of fault. */
const lateMsMax = 40_000;

const namesShownMax = 10;

/** Moves the market, and waits until all that follows is told; false where it was not in time. */
export async function playRound(run: Pick<WatchRun, "market" | "faults">): Promise<boolean> {
  await run.market.move();
  return (await awaitSettled(run, "after prices were set", performance.now())) !== undefined;
}

/** Waits until every position is judged as it has to be, and tells after how long; where that is late it is a fault. */
export async function awaitSettled(
  { market, faults }: Pick<WatchRun, "market" | "faults">,
  when: string,
  sinceMs: number,
): Promise<number | undefined> {
  const isSettled = async (): Promise<boolean> => (await market.readLeft()).length === 0;
  const elapsedMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: settledMsMax });
  if (elapsedMs !== undefined) return elapsedMs;
  const left = await market.readLeft();
  const lateMs = await measureUntil(isSettled, { sinceMs, elapsedMsMax: lateMsMax });
  faults.push(
    `${left.length} positions were not judged as they have to be ${seconds(settledMsMax)} ${when}, ` +
      `${lateMs === undefined ? `nor after ${seconds(lateMsMax)}` : `but after ${seconds(lateMs)}`}: ${list(left)}`,
  );
  return undefined;
}

function list(left: readonly ExpectedPosition[]): string {
  const names = left.map(({ position: { userId, accountId, traded } }) => {
    return `${accountId}/${traded.symbol} in shard ${shardOf(userId)}`;
  });
  return [...names.slice(0, namesShownMax), ...(names.length > namesShownMax ? ["…"] : [])].join(", ");
}

function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}
