import type { Position } from "./position.ts";
import { valuePosition } from "./value-position.ts";

/**
 * Closes a position at a price. Nothing of it is left: the result goes into equity, and what was posted and covered
 * is free because the account no longer holds the position.
 */
export function closePosition(position: Position, unitVnd: bigint): { readonly realizedVnd: bigint } {
  return { realizedVnd: valuePosition(position, unitVnd).unrealizedVnd };
}
