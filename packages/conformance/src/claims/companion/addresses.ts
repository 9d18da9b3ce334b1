/** The paths of the companion's operations on accounts. */
export const accountsAddress = "/companion/v0/accounts";

/** The path of an account. */
export function accountAddress(accountId: string): string {
  return `${accountsAddress}/${accountId}`;
}

/** An account that does not exist. */
export const absentAccountId = "ZZQQXX-0";
