import { shardOf } from "@trading-oms/brokerage";
import type { Dice } from "../make-dice.ts";
import type { WatchedPosition } from "./watched-position.ts";
import type { WatchedSymbol } from "./watched-symbol.ts";

const shardCount = 64;
const usersOfShard = 4;
const positionsOfAccount = 2;

/** Draws long and short positions of as many users in each shard, so that every shard has something to watch. */
export function listWatchedPositions(dice: Dice, symbols: readonly WatchedSymbol[]): WatchedPosition[] {
  return listUsers().flatMap((userId, index) => {
    const first = dice(symbols.length);
    return Array.from({ length: positionsOfAccount }, (_, place) => {
      const traded = symbols[(first + place * 7) % symbols.length] as WatchedSymbol;
      const size = BigInt(100 * (1 + dice(50)));
      return {
        userId,
        accountId: `WATCH-${index + 1}`,
        traded,
        quantity: dice(2) === 0 ? size : -size,
        entryVnd: (traded.baseVnd * BigInt(95 + dice(11))) / 100n,
      };
    });
  });
}

function listUsers(): string[] {
  const users: string[] = [];
  const counts = new Map<number, number>();
  for (let number = 1; users.length < shardCount * usersOfShard; number += 1) {
    const userId = `watched-${number}`;
    const count = counts.get(shardOf(userId)) ?? 0;
    if (count === usersOfShard) continue;
    counts.set(shardOf(userId), count + 1);
    users.push(userId);
  }
  return users;
}
