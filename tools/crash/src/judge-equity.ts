import type { KeptAccount, KeptMovement } from "./judge-movements.ts";

/** Says where an account's equity is not the sum of what was moved and of what its position realised. */
export function judgeEquity(
  accounts: readonly KeptAccount[],
  movements: readonly KeptMovement[],
  realizedVnd: ReadonlyMap<string, bigint>,
): string[] {
  const sums = new Map(realizedVnd);
  for (const { accountId, kind, amountVnd } of movements) {
    sums.set(accountId, (sums.get(accountId) ?? 0n) + (kind === "deposit" ? amountVnd : -amountVnd));
  }
  return accounts.flatMap(({ accountId, equityVnd }) => {
    const sumVnd = sums.get(accountId) ?? 0n;
    return sumVnd === equityVnd
      ? []
      : [`${accountId} has ${equityVnd}, and what happened to it adds up to ${sumVnd}`];
  });
}
