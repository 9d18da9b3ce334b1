/** A movement as it stands in the store. */
export type KeptMovement = {
  readonly userId: string;
  readonly accountId: string;
  readonly movementId: string;
  readonly kind: string;
  readonly amountVnd: bigint;
};

/** What the store holds of an account. */
export type KeptAccount = { readonly accountId: string; readonly equityVnd: bigint };

/** Says how the store did not keep its word: a movement that is lost, changed or doubled. */
export function judgeMovements(
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
