/** Nothing in the time of an answer tells an account of somebody else from one that does not exist. */
import { expect, test, vi } from "vitest";
import { heldKey, planHeld } from "../../testing/plan-held.ts";
import type { PlannedServer } from "../../testing/plan-server.ts";

type Asked = readonly [method: string, path: string, body?: object];

/** Each operation that takes an account. */
const operations: Readonly<Record<string, (accountId: string) => Asked>> = {
  getAccount: (id) => ["GET", `/companion/v0/accounts/${id}`],
  listMovements: (id) => ["GET", `/companion/v0/accounts/${id}/movements`],
  explainPosition: (id) => ["GET", `/companion/v0/accounts/${id}/positions/FPT/explanation`],
  previewCover: (id) => ["POST", `/companion/v0/accounts/${id}/positions/FPT/cover-preview`, { amount: 1 }],
  streamLive: (id) => ["GET", `/companion/v0/live?accounts=${id}`],
  setCoveredMarginCall: (id) => [
    "PATCH",
    "/api/v1/users/covered-margin-call",
    { accountId: id, symbol: "FPT", amount: 1 },
  ],
};

/** As long as the foreign one. */
const absentAccountId = "888C999999";

const pairCount = 300;
const roundCount = 6;
/** One more read of the store is several times as much. */
const partMax = 0.1;

/**
 * By what part an answer about a foreign account takes longer than one about an absent account. It is the least of some rounds: other
 * work of the machine disturbs one or another, a difference of the code shows in each.
 */
async function findDifference(server: PlannedServer, askedOf: (accountId: string) => Asked): Promise<number> {
  const authorization = `Bearer ${await server.tokenOf("demo-2")}`;
  const measureMs = async (accountId: string): Promise<number> => {
    const [method, path, body] = askedOf(accountId);
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const beganMs = performance.now();
    const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const elapsedMs = performance.now() - beganMs;
    expect(answer.status).toBe(404);
    return elapsedMs;
  };
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < roundCount && Math.abs(least) > partMax; round += 1) {
    const foreignMs: number[] = [];
    const absentMs: number[] = [];
    for (let pair = 0; pair < pairCount; pair += 1) {
      if (pair % 2 === 0) foreignMs.push(await measureMs(heldKey.accountId));
      absentMs.push(await measureMs(absentAccountId));
      if (pair % 2 === 1) foreignMs.push(await measureMs(heldKey.accountId));
    }
    const difference = medianOf(foreignMs) / medianOf(absentMs) - 1;
    if (Math.abs(difference) < Math.abs(least)) least = difference;
  }
  return least;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

test.each(Object.entries(operations))("%s answers alike in time", async (_, askedOf) => {
  expect(Math.abs(await findDifference(await planHeld(), askedOf))).toBeLessThan(partMax);
});

test("one more read of the store would be found", async () => {
  const server = await planHeld();
  const { store } = server.services;
  const readAccount = store.readAccount.bind(store);
  vi.spyOn(store, "readAccount").mockImplementation(async (key) => {
    if (key.accountId === heldKey.accountId) await readAccount(heldKey);
    return readAccount(key);
  });
  const difference = await findDifference(server, operations["getAccount"] as (id: string) => Asked);
  expect(difference).toBeGreaterThan(partMax);
});
