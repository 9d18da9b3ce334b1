import { expect, test } from "vitest";
import { heldKey, orderOf, planHeld, sendCover } from "../../../testing/plan-held.ts";

test("repeats the first answer for the same key, and rejects another body with 400", async () => {
  const server = await planHeld();
  const headers = { "idempotency-key": "k-1" };
  const first = await sendCover(server, { body: orderOf(2_000_000), headers });
  await sendCover(server, { body: orderOf(9_000_000) });
  const repeat = await sendCover(server, {
    body: '{"amount":2e6,"symbol":"FPT","accountId":"888C000017"}',
    headers,
  });
  expect(repeat.body).toEqual(first.body);
  const reused = await sendCover(server, { body: orderOf(3_000_000), headers });
  expect(reused.status).toBe(400);
  expect(reused.body).toEqual({
    error: "idempotency_key_reused",
    message: "This Idempotency-Key belongs to a call with another body. Use a new key for a new change.",
    details: [{ field: "Idempotency-Key", message: "was sent before with another body" }],
    status: 400,
  });
  const state = await server.services.store.readAccount(heldKey);
  expect(state?.positions[0]?.coveredVnd).toBe(9_000_000n);
});

test.each([
  ["an account of somebody else", { accountId: "888C000452" }],
  ["an unknown account", { accountId: "888C999999" }],
  ["an account that can't be one", { accountId: "888C000017 " }],
  ["a position that is not there", { symbol: "VNM" }],
  ["a symbol that can't be one", { symbol: "x".repeat(5_000) }],
])(
  "400: rejects a used key with a body that names %s, which gives 404 under a new key",
  async (_what, members) => {
    const server = await planHeld();
    await sendCover(server, { body: orderOf(2_000_000), headers: { "idempotency-key": "k-1" } });
    const body = { ...orderOf(2_000_000), ...members };
    const reused = await sendCover(server, { body, headers: { "idempotency-key": "k-1" } });
    expect(reused.body).toMatchObject({ error: "idempotency_key_reused", status: 400 });
    expect(reused.status).toBe(400);
    expect((await sendCover(server, { body, headers: { "idempotency-key": "k-2" } })).status).toBe(404);
  },
);

test("400: reports an invalid body, even under a used key", async () => {
  const server = await planHeld();
  const headers = { "idempotency-key": "k-1" };
  await sendCover(server, { body: orderOf(2_000_000), headers });
  const answer = await sendCover(server, { body: orderOf(-1), headers });
  expect(answer.body).toMatchObject({ error: "invalid_request", details: [{ field: "amount" }] });
});

test("scopes a key to one user, and stores none for a 404", async () => {
  const server = await planHeld();
  const headers = { "idempotency-key": "k-1" };
  expect((await sendCover(server, { body: orderOf(1), headers, userId: "demo-2" })).status).toBe(404);
  expect((await sendCover(server, { body: orderOf(1), headers })).body).toMatchObject({ status: "success" });
});

test.each(["", "a b", "\u00e9", "x".repeat(256), "x".repeat(10_000)])(
  "400: rejects %j as a key",
  async (idempotencyKey) => {
    const answer = await sendCover(await planHeld(), {
      body: orderOf(1),
      headers: { "idempotency-key": idempotencyKey },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ details: [{ field: "Idempotency-Key" }] });
  },
);
