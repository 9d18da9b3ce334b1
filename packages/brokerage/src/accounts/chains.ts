/** Audit chains: one an account, and those of what belongs to no account, which are accounts of a reserved user. */
import type { AccountKey } from "../ports/index.ts";
import { type Refusal, refuse, type Services } from "../services.ts";

/** The chains of what belongs to no account. No account may be opened under these IDs. */
export const reservedChains = ["prices", "rates", "catalog"] as const;

/** A chain of what belongs to no account. */
export type ReservedChain = (typeof reservedChains)[number];

/** The owner of the reserved chains. Its tab keeps it from users: control characters are refused in names and in the `sub` of tokens. */
export const reservedUserId = "oms\tchains";

/** Whether a chain or an account ID is reserved. */
export function isReservedChain(chain: string): chain is ReservedChain {
  return reservedChains.some((each) => each === chain);
}

/** The key of a chain: a reserved one, or that of an account by its ID. */
export async function chainKey(
  { store }: Pick<Services, "store">,
  chain: string,
): Promise<AccountKey | Refusal> {
  const userId = isReservedChain(chain) ? reservedUserId : await store.findOwner(chain);
  return userId === undefined
    ? refuse("no_such_account", `There is no account ${chain}; open it first.`)
    : { userId, accountId: chain };
}

/** Refuses a chain whose account does not exist. A reserved chain is empty before its first entry. */
export function missingChain({ userId, accountId }: AccountKey): Refusal | undefined {
  return userId === reservedUserId
    ? undefined
    : refuse("no_such_account", `There is no account ${accountId} of this user.`);
}
