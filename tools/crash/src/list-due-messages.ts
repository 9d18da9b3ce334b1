import { coveredStock } from "./covered-stock.ts";
import type { KeptMovement } from "./judge-movements.ts";

/** The messages that a user has to have been sent: one of each movement, and two of each time that a position was called. */
export function listDueMessages(
  movements: readonly Pick<KeptMovement, "accountId" | "kind" | "movementId">[],
  calls: ReadonlyMap<string, number>,
): string[] {
  const cash = movements.map(
    ({ accountId, kind, movementId }) =>
      `${kind === "deposit" ? "Deposit" : "Withdraw"}/${accountId}/${movementId}`,
  );
  // What is opened is below both floors, so that both are told of, and once, whatever is covered afterwards.
  const risk = [...calls].flatMap(([accountId, callCount]) =>
    Array.from({ length: callCount }, (_, index) => {
      const place = `${accountId}/${coveredStock.symbol}/${index + 1}/0`;
      return [`MarginCall/${place}`, `ForceClose/${place}`];
    }).flat(),
  );
  return [...cash, ...risk];
}
