/** The reference of cash: what was acknowledged is kept once, and the equity is the sum of all that happened. */

/** A stored cash movement. */
export type KeptMovement = {
  readonly userId: string;
  readonly accountId: string;
  readonly movementId: string;
  readonly kind: string;
  readonly amountVnd: bigint;
};

/** Reports lost, changed and duplicate movements. */
export function checkMovements(
  acknowledged: readonly string[],
  movements: readonly KeptMovement[],
): string[] {
  const faults: string[] = [];
  const kept = new Map(movements.map((movement) => [movement.movementId, movement]));
  if (kept.size !== movements.length)
    faults.push(`${movements.length - kept.size} movements are there twice`);
  for (const line of acknowledged) {
    const [accountId, movementId = "", kind, amount] = line.split(" ");
    const there = kept.get(movementId);
    if (there === undefined) faults.push(`${movementId} was acknowledged and is lost`);
    else if (there.accountId !== accountId || there.kind !== kind || String(there.amountVnd) !== amount) {
      faults.push(`${movementId} was acknowledged as ${line} and is another now`);
    }
  }
  return faults;
}

/** Reports accounts whose equity is not the sum of their movements and realised results. */
export function checkEquity(
  accounts: readonly { readonly accountId: string; readonly equityVnd: bigint }[],
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
