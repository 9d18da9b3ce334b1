/** Accounts by how their name or their user begins. */
import { begins, compare, FirstItems } from "./order.ts";
import type { DeskProjection, FoundAccount } from "./projection.ts";

/** Finds accounts, ordered by name, with their figures; capitals and small letters are alike. Reads no store. */
export function findAccounts(
  projection: Pick<DeskProjection, "holdings" | "accountOf">,
  query: string,
  limit: number,
): FoundAccount[] {
  const { holdings } = projection;
  const first = new FirstItems<number>(limit, (one, other) =>
    compare(holdings.keyOf(one).accountId, holdings.keyOf(other).accountId),
  );
  for (let account = 0; account < holdings.accountsEnd; account += 1) {
    if (!holdings.isThere(account)) continue;
    const { userId, accountId } = holdings.keyOf(account);
    if (begins(accountId, query) || begins(userId, query)) first.add(account);
  }
  return first.list().map((account) => projection.accountOf(account));
}
