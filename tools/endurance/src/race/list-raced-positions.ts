import type { RacedPosition } from "./raced-position.ts";

/** Users with their accounts, each with the number of its positions: one position has its account alone, four share one. */
const accountsByUser = [[4, 2], [4], [3, 1], [3], [2], [1]] as const;

/** Lists the twenty positions that are raced for, of six users in eight accounts. */
export function listRacedPositions(): RacedPosition[] {
  return accountsByUser.flatMap((accounts, user) =>
    accounts.flatMap((positionCount, account) =>
      Array.from({ length: positionCount }, (_, position) => ({
        userId: `racer-${user + 1}`,
        accountId: `RACE-${user + 1}-${account + 1}`,
        symbol: `R${position + 1}`,
      })),
    ),
  );
}
