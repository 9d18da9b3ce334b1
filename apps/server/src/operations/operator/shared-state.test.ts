/** Viewers share a state for a second, and one who has acted sees it at once. */
import { setCover } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { askOperator, heldPosition } from "../../testing/ask-operator.ts";
import { planDesk } from "../../testing/plan-desk.ts";
import { heldKey } from "../../testing/plan-held.ts";

type Shown = {
  readonly outstanding: number;
  readonly calls: readonly { readonly lastContact: object | null }[];
};

/** A desk whose viewers share a state for a second, and what they see of it. */
async function planSharing() {
  const desk = await planDesk({}, { sharedMs: 1_000 });
  const look = async (userId: string) => {
    const [calls, status] = [await desk.ask("calls", { userId }), await desk.ask("status", { userId })];
    const page = (await calls.json()) as Shown;
    const { figures } = (await status.json()) as { readonly figures: { readonly outstanding: number } };
    expect(figures.outstanding).toBe(page.outstanding);
    return { tag: calls.headers.get("etag"), ...page };
  };
  const act = async (method: "PATCH" | "POST", path: string, json: object) => {
    const answer = await askOperator(desk, method, path, { userId: "lan", json });
    expect(await answer.json()).toMatchObject({ status: "success" });
  };
  return { ...desk, look, act };
}

test("a cover and a contact are on the pages of who made them at once, without a turn of the desk", async () => {
  const { look, act } = await planSharing();
  const before = await look("lan");
  await look("minh");
  await act("PATCH", `${heldPosition}/cover`, { amount: 600_000, reason: "paid" });
  const covered = await look("lan");
  expect(covered.outstanding).toBe(before.outstanding - 100_000);
  expect(covered.tag).not.toBe(before.tag);
  await act("POST", `${heldPosition}/contacts`, { method: "telephone", answer: "reached" });
  expect((await look("lan")).calls[0]?.lastContact).toMatchObject({ method: "telephone" });
});

test("others see a change within the second, and have the tag of before until then", async () => {
  const { services, turn, look, clock } = await planSharing();
  const before = await look("minh");
  const origin = { actor: { kind: "user", name: heldKey.userId }, requestId: "3" } as const;
  await setCover(services, { ...heldKey, symbol: "FPT", amountVnd: 600_000n, ...origin });
  await turn();
  clock.nowMs += 999;
  expect(await look("hoa")).toEqual(before);
  clock.nowMs += 1;
  expect((await look("hoa")).outstanding).toBe(before.outstanding - 100_000);
});
