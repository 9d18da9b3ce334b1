/** Tables and verifications take turns with other work, end with their caller, and are few at a time. */
import { moveCash } from "@trading-oms/brokerage";
import { describe, expect, test, vi } from "vitest";
import { askOperator } from "../../testing/ask-operator.ts";
import { planDesk } from "../../testing/plan-desk.ts";
import { heldKey } from "../../testing/plan-held.ts";

/** A desk whose long reads wait, in each turn, until `go` is called. */
async function planLongReads() {
  const waiting: (() => void)[] = [];
  let turnCount = 0;
  const desk = await planDesk({
    yieldToEventLoop: () => {
      turnCount += 1;
      return new Promise<void>((settle) => waiting.push(settle));
    },
  });
  const go = async (): Promise<void> => {
    for (const settle of waiting.splice(0)) settle();
    await new Promise((settle) => setImmediate(settle));
  };
  const settle = async <Answer>(answer: Answer): Promise<Awaited<Answer>> => {
    let isSettled = false;
    const settled = Promise.resolve(answer).finally(() => {
      isSettled = true;
    });
    while (!isSettled) await go();
    return await settled;
  };
  return { ...desk, go, settle, turns: () => turnCount };
}

type Planned = Awaited<ReturnType<typeof planLongReads>>;
type Asked = { readonly signal?: AbortSignal };

const reads: Readonly<Record<string, (desk: Planned, userId: string, asked?: Asked) => Promise<Response>>> = {
  "a table": (desk, userId, asked) =>
    desk.ask("calls", { headers: { accept: "text/csv" }, userId, ...asked }),
  "a verification": (desk, userId, asked) =>
    askOperator(desk, "POST", `audits/${heldKey.accountId}/verify`, { role: "viewer", userId, ...asked }),
};

describe.each(Object.entries(reads))("%s", (_, read) => {
  test("runs once at a time for a viewer and twice in all, and others are asked to try again", async () => {
    const desk = await planLongReads();
    const first = read(desk, "lan");
    await vi.waitUntil(() => desk.turns() === 1);
    const expectRefused = async (viewer: string): Promise<void> => {
      const refused = await read(desk, viewer);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    };
    await expectRefused("lan");
    const second = read(desk, "minh");
    await vi.waitUntil(() => desk.turns() === 2);
    await expectRefused("hoa");
    for (const answer of await desk.settle(Promise.all([first, second]))) expect(answer.status).toBe(200);
    expect((await desk.settle(read(desk, "lan"))).status).toBe(200);
  });

  test("ends when its caller has gone, and leaves its place to the next", async () => {
    const desk = await planLongReads();
    const leaving = new AbortController();
    const left = read(desk, "lan", { signal: leaving.signal });
    await vi.waitUntil(() => desk.turns() === 1);
    leaving.abort();
    expect((await desk.settle(left)).status).toBe(503);
    expect(desk.turns()).toBe(1);
    expect((await desk.settle(read(desk, "lan"))).status).toBe(200);
  });
});

test("a verification gives way every few entries", async () => {
  const desk = await planLongReads();
  for (let count = 0; count < 120; count += 1)
    await moveCash(desk.services, { key: heldKey, kind: "deposit", amountVnd: 1n });
  const verified = await desk.settle(reads["a verification"]?.(desk, "lan"));
  expect(await verified?.json()).toMatchObject({ isWhole: true });
  expect(desk.turns()).toBeGreaterThanOrEqual(3);
});
