import type { Change } from "@trading-oms/brokerage/ports";

const nothingMore = { episodes: [], audits: [], notifications: [] };

/** A change as setting a cover makes it, or at version 0 the opening of the account. */
export function changeOf(writer: number, version: number): Change {
  const key = { userId: `user-${writer}`, accountId: `account-${writer}` };
  const base = {
    key,
    expectedVersion: version,
    shard: 0,
    atMs: version,
    equityVnd: 80_000_000n,
    ...nothingMore,
  };
  if (version === 0) return { ...base, positions: [], closedSymbols: [] };
  const position = {
    symbol: "FPT",
    quantity: 1_000n,
    entryVnd: 100_000_000n,
    postedVnd: 50_000_000n,
    coveredVnd: BigInt(version),
    isClosing: false,
    openedAtMs: 1,
    changedAtMs: version,
  };
  const outcome = {
    idempotencyKey: `0b8e0c3e-6a0e-4c39-9a52-${writer}-${version}`,
    fingerprint: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
    outcome:
      '{"kind":"accepted","coveredVnd":"2000000","maintenanceMarginVnd":"42000000","tradingPowerVnd":"18000000"}',
  };
  return { ...base, positions: [position], closedSymbols: [], outcome };
}
