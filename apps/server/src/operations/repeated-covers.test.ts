import { expect, test } from "vitest";
import { heldKey, orderOf, planHeld, sendCover } from "../testing/plan-held.ts";

test("a repeat under its key is answered as the first was, and another body under it is a 400", async () => {
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

test("a key belongs to one user, and a 404 leaves none behind", async () => {
  const server = await planHeld();
  const headers = { "idempotency-key": "k-1" };
  expect((await sendCover(server, { body: orderOf(1), headers, userId: "demo-2" })).status).toBe(404);
  expect((await sendCover(server, { body: orderOf(1), headers })).body).toMatchObject({ status: "success" });
});

test.each(["", "a b", "\u00e9", "x".repeat(256), "x".repeat(10_000)])(
  "400: a key of %j is none",
  async (idempotencyKey) => {
    const answer = await sendCover(await planHeld(), {
      body: orderOf(1),
      headers: { "idempotency-key": idempotencyKey },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ details: [{ field: "Idempotency-Key" }] });
  },
);
