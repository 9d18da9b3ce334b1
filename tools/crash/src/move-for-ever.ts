import { moveCash } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { insist } from "./insist.ts";
import type { Writing } from "./writing.ts";

/**
 * Deposits and withdraws, and tells of each movement after it was acknowledged. Some are sent a second time under one
 * id, as by a client that lost the answer.
 */
export async function moveForEver(
  { services, random, tell, triesMax }: Writing,
  key: AccountKey,
  idPrefix: string,
): Promise<never> {
  for (let count = 0; ; count += 1) {
    const kind = random() % 3 === 0 ? "withdrawal" : "deposit";
    const amountVnd = BigInt(1 + (random() % 1_000));
    const movementId = `${idPrefix}-${key.accountId}-${count}`;
    const movement = { key, kind, amountVnd, movementId } as const;
    const settled = await insist(() => moveCash(services, movement), triesMax);
    if (settled.kind === "refused") continue;
    tell(`${key.accountId} ${movementId} ${kind} ${amountVnd}`);
    if (random() % 4 === 0) await insist(() => moveCash(services, movement), triesMax);
  }
}
