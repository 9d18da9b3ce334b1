/** Nothing in the time of an answer tells an account of somebody else from one that does not exist. */
import { expect, test, vi } from "vitest";
import { findDifference } from "../../testing/compare-times.ts";
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

/** One more read of the store is several times as much. */
const partMax = 0.1;

/** By what part an answer about a foreign account takes longer than one about an absent account. */
async function compare(server: PlannedServer, askedOf: (accountId: string) => Asked): Promise<number> {
  const authorization = `Bearer ${await server.tokenOf("demo-2")}`;
  const ask = async (accountId: string): Promise<void> => {
    const [method, path, body] = askedOf(accountId);
    const headers = { authorization, ...(body && { "content-type": "application/json" }) };
    const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBe(404);
  };
  return findDifference(
    () => ask(heldKey.accountId),
    () => ask(absentAccountId),
    partMax,
  );
}

test.each(Object.entries(operations))("%s answers alike in time", async (_, askedOf) => {
  expect(Math.abs(await compare(await planHeld(), askedOf))).toBeLessThan(partMax);
});

test("one more read of the store would be found", async () => {
  const server = await planHeld();
  const { store } = server.services;
  const readAccount = store.readAccount.bind(store);
  vi.spyOn(store, "readAccount").mockImplementation(async (key) => {
    if (key.accountId === heldKey.accountId) await readAccount(heldKey);
    return readAccount(key);
  });
  const difference = await compare(server, operations["getAccount"] as (id: string) => Asked);
  expect(difference).toBeGreaterThan(partMax);
});
