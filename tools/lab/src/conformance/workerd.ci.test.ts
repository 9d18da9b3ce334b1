import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeSeed } from "./make-seed.ts";
import { workerdD1, workerdPostgresql } from "./pairs.ts";

test.each([workerdD1, workerdPostgresql])("restores a backup on $name and sets covers", async ({ start }) => {
  const folder = await mkdtemp(join(tmpdir(), "pairs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { seed, plan } = await makeSeed(folder);
  const { url, stop } = await start(seed);
  onTestFinished(stop);
  const headers = { authorization: `Bearer ${plan.user?.token}`, "content-type": "application/json" };
  const ratio = await fetch(`${url}/api/v1/diagnostics/margin-ratios/FPT`, { headers });
  expect(await ratio.json()).toMatchObject({ symbol: "FPT", marginRatio: 0.5 });
  const cover = (amount: number) =>
    fetch(`${url}/api/v1/users/covered-margin-call`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ accountId: "888C000017", symbol: "FPT", amount }),
    });
  expect(await (await cover(2_000_000)).json()).toMatchObject({
    status: "success",
    tradingPower: 18_000_000,
  });
  expect(await (await cover(1)).json()).toMatchObject({
    status: "failed",
    newCoveredMarginCall: 2_000_000,
  });
  const told = await fetch(`${url}/api/v1/notifications?limit=1`, { headers });
  expect(await told.json()).toMatchObject({ notifications: [{ type: "Deposit" }] });
  const card = await fetch(`${url}/api/v2/chat/api/id-card`, { method: "POST", headers, body: "{}" });
  expect(card.status).toBe(400);
});
