/** The positions in contracts that have expired. */
import type { AccountKey, PositionRecord } from "../ports/index.ts";
import type { Services } from "../services.ts";
import { findExpired } from "./callable.ts";
import { readAllAccounts } from "./figures.ts";

/** A position that waits for its settlement: for being closed at the settlement price. */
type ExpiredPosition = AccountKey & {
  readonly position: PositionRecord;
  /** The last trading day of its contract. */
  readonly expirationDate: string;
  /** Whether a call was open when it expired. It ends with the settlement. */
  readonly isCallOpen: boolean;
};

/** Lists the positions of all accounts in expired contracts, by account. */
export async function listExpired(services: Services): Promise<ExpiredPosition[]> {
  const expired: ExpiredPosition[] = [];
  for await (const states of readAllAccounts(services)) {
    for (const { account, positions, episodes } of states) {
      const { userId, accountId } = account;
      for (const position of positions) {
        const expirationDate = findExpired(services, position.symbol);
        if (expirationDate === undefined) continue;
        const isCallOpen = episodes.some(({ symbol, isOpen }) => isOpen && symbol === position.symbol);
        expired.push({ userId, accountId, position, expirationDate, isCallOpen });
      }
    }
  }
  return expired;
}
