import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { gatherStates, stateStatements } from "../sqlite/gather-states.ts";
import type { D1Binding } from "./d1-binding.ts";
import { runStatements } from "./run-statements.ts";

/** So few that what they hold fits into one answer. */
const accountsInBatchMax = 500;

/** Reads accounts, a batch of them at one moment. */
export async function readStates(binding: D1Binding, keys: readonly AccountKey[]): Promise<AccountState[]> {
  const states: AccountState[] = [];
  // A key that is named twice may fall into two batches.
  const wanted = [...new Map(keys.map((key) => [`${key.userId}\n${key.accountId}`, key])).values()];
  for (let start = 0; start < wanted.length; start += accountsInBatchMax) {
    const chunk = wanted.slice(start, start + accountsInBatchMax);
    states.push(...gatherStates(await runStatements(binding, stateStatements(chunk))));
  }
  return states;
}
