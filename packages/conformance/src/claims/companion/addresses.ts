/** The paths of the companion's operations on accounts, and what holds for all of them. */
import type { Answer } from "../../ask.ts";
import { expectNotFound, expectSame } from "../../expect.ts";

export const accountsAddress = "/companion/v0/accounts";

/** The path of an account. */
export function accountAddress(accountId: string): string {
  return `${accountsAddress}/${accountId}`;
}

/** The path of a position, with what is asked about it. */
export function positionAddress(
  { accountId, symbol }: { readonly accountId: string; readonly symbol: string },
  part: "explanation" | "cover-preview",
): string {
  return `${accountAddress(accountId)}/positions/${symbol}/${part}`;
}

/** An account that does not exist. */
export const absentAccountId = "ZZQQXX-0";

/** Expects that nothing tells an account of somebody else from one that does not exist. */
export function expectAlikeNotFound(foreign: Answer, absent: Answer): void {
  expectNotFound(absent);
  expectNotFound(foreign);
  expectSame(foreign, "the body", foreign.text, absent.text);
}
