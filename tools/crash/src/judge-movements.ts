/** A movement as it stands in the store. */
export type KeptMovement = {
  readonly accountId: string;
  readonly movementId: string;
  readonly kind: string;
  readonly amountVnd: bigint;
};

/** What the store holds of an account. */
export type KeptAccount = {
  readonly accountId: string;
  readonly equityVnd: bigint;
  readonly notificationCount: number;
};

/** Says how the store did not keep its word: a movement that is lost, changed or doubled, or a sum that is not whole. */
export function judgeMovements(
  acknowledged: readonly string[],
  movements: readonly KeptMovement[],
  accounts: readonly KeptAccount[],
): string[] {
  const faults: string[] = [];
  const kept = new Map(movements.map((movement) => [movement.movementId, movement]));
  for (const line of acknowledged) {
    const [accountId, movementId = "", kind, amount] = line.split(" ");
    const there = kept.get(movementId);
    if (there === undefined) faults.push(`${movementId} was acknowledged and is lost`);
    else if (there.accountId !== accountId || there.kind !== kind || String(there.amountVnd) !== amount) {
      faults.push(`${movementId} was acknowledged as ${line} and is another now`);
    }
  }
  for (const { accountId, equityVnd, notificationCount } of accounts) {
    const own = movements.filter((movement) => movement.accountId === accountId);
    const sumVnd = own.reduce(
      (sum, { kind, amountVnd }) => sum + (kind === "deposit" ? amountVnd : -amountVnd),
      0n,
    );
    if (sumVnd !== equityVnd)
      faults.push(`${accountId} has ${equityVnd}, and its movements add up to ${sumVnd}`);
    if (own.length !== notificationCount) {
      faults.push(`${accountId} has ${own.length} movements and was told of ${notificationCount}`);
    }
  }
  return faults;
}
