import type { AccountKey } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/** The key of an account by its number alone, for those who work for every user. */
export async function findAccountKey(
  { store }: Pick<Services, "store">,
  accountId: string,
): Promise<AccountKey | Refusal> {
  const userId = await store.findOwner(accountId);
  return userId === undefined
    ? refuse("no-such-account", `There is no account ${accountId}; open it first.`)
    : { userId, accountId };
}
