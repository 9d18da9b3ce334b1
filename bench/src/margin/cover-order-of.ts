import type { CoverOrder } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";

const keyStart = "0b8e0c3e-6a0e-4c39-9a52";
const fingerprint = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9";

/** The account of a writer. */
export function keyOf(writer: number): AccountKey {
  return { userId: `user-${writer}`, accountId: `account-${writer}` };
}

/** The key that a writer's order has, which no other order has. */
export function idempotencyKeyOf(writer: number, count: number): string {
  return `${keyStart}-${writer}-${count}`;
}

/** The amount that the orders of a writer raise and lower the cover to, in turn. */
export function coveredVndOf(count: number): bigint {
  return count % 2 === 0 ? 1_000_000n : 2_000_000n;
}

/** The order of a writer, counted from 1: each changes the cover. */
export function coverOrderOf(writer: number, count: number): CoverOrder {
  const key = keyOf(writer);
  return {
    ...key,
    symbol: "FPT",
    amountVnd: coveredVndOf(count),
    actor: { kind: "user", name: key.userId },
    requestId: "4bf92f3577b34da6a3ce929d0e0e4736",
    idempotency: { key: idempotencyKeyOf(writer, count), fingerprint },
  };
}
