import { divide } from "./divide.ts";
import type { Position } from "./position.ts";
import { oneMillionths } from "./rates.ts";
import { valuePosition } from "./value-position.ts";

/**
 * Computes the least covered amount at which the deal ratio reaches a target, in millionths. It is absolute, and
 * does not look at what is covered now: `needToReach(position, unitVnd, rates.marginCallRate)` is the amount to send.
 */
export function needToReach(position: Position, unitVnd: bigint, target: bigint): bigint {
  const { marketVnd, unrealizedVnd } = valuePosition(position, unitVnd);
  // Rounded up, for a dong less would miss the target.
  const aimVnd = divide(target * marketVnd, oneMillionths, "up");
  const missingVnd = aimVnd - position.postedVnd - unrealizedVnd;
  return missingVnd > 0n ? missingVnd : 0n;
}
