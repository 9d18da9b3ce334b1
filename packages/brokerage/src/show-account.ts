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
