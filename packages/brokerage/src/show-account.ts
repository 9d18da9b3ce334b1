import type { AccountKey, AccountState } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";
import { type ValuedAccount, valueAccount } from "./value-account.ts";

/** An account as an operator sees it. */
export type ShownAccount = AccountState & { readonly kind: "found"; readonly valued: ValuedAccount };

/** An account with its positions and figures. */
export async function showAccount(services: Services, key: AccountKey): Promise<ShownAccount | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined)
    return refuse("no-such-account", `There is no account ${key.accountId} of this user.`);
  return { kind: "found", ...state, valued: await valueAccount(services, state.account, state.positions) };
}

/** As many accounts as are read without letting others wait for long. */
const accountsInPart = 500;

/** Every account there is, in parts. */
export async function* readAllAccounts({ store }: Services): AsyncGenerator<readonly AccountState[]> {
  let after: AccountKey | undefined;
  for (;;) {
    const part = await store.listAccounts({ after, limit: accountsInPart });
    if (part.length > 0) yield await store.readAccounts(part);
    if (part.length < accountsInPart) return;
    after = part.at(-1);
  }
}
