import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { type Gathering, gatherWork } from "../gather-work.ts";
import { isOfServer } from "./explain-postgresql.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { readState, readStates } from "./read-states.ts";

/** Reads the accounts that are asked for at the same moment by one statement. */
export function gatherReads(
  client: PostgresqlClient,
  nowMs: () => number,
): Gathering<AccountKey, AccountState | undefined> {
  return gatherWork({ togetherMax: 64, underWayMax: 4, nowMs, doTogether: read });

  async function read(
    keys: readonly AccountKey[],
  ): Promise<(AccountState | undefined | Promise<AccountState | undefined>)[]> {
    if (keys.length === 1) return readApart(keys);
    const states = await readStates(client, keys).catch(judgeRefusal);
    // A key that the server refuses, as one that is no text to it, is nobody else's fault.
    if (states === undefined) return readApart(keys);
    const byKey = new Map(states.map((state) => [nameOf(state.account), state]));
    return keys.map((key) => byKey.get(nameOf(key)));
  }

  /** They are under way until all of them are there, as those are that are read together. */
  async function readApart(keys: readonly AccountKey[]): Promise<Promise<AccountState | undefined>[]> {
    const states = keys.map((key) => readState(client, key));
    await Promise.allSettled(states);
    return states;
  }
}

function judgeRefusal(failure: unknown): undefined {
  if (!isOfServer(failure)) throw failure;
  return undefined;
}

function nameOf({ userId, accountId }: AccountKey): string {
  return `${userId.length} ${userId}${accountId}`;
}
