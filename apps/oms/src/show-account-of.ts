import {
  findAccountKey,
  type Refusal,
  type Services,
  type ShownAccount,
  showAccount,
} from "@trading-oms/brokerage";

/** Shows an account by its number alone. */
export async function showAccountOf(services: Services, accountId: string): Promise<ShownAccount | Refusal> {
  const key = await findAccountKey(services, accountId);
  return "kind" in key ? key : showAccount(services, key);
}
