import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Launch, launchOn, runOms, runtimeNames } from "@trading-oms/scratch";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServerProcess } from "../harness/server.ts";
import { checkMalformed } from "../server/check-malformed.ts";
import { checkStopping } from "../server/check-stopping.ts";
import { coverUntilKilled } from "./cover-until-killed.ts";
import { readOutcomeKeys } from "./read-outcome-keys.ts";

const card = new URL("../../../../docs/examples/id-card.json", import.meta.url);
const cover = { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 };
const killCount = 5;
const malformedCount = 2_000;

async function makeDemonstration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "runtime-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "demo", "load");
  return folder;
}

describe.each(runtimeNames)("On %s", (name) => {
  let launch: Launch;
  beforeAll(async () => {
    launch = await launchOn(name);
  });

  test("answers all five operations as in the README, and logs the runtime", async () => {
    const folder = await makeDemonstration();
    const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: "info" }, launch);
    onTestFinished(() => server.kill());
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${server.token}` };
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers, ...init });
      return [answer.status, await answer.json()];
    };
    const found = {
      isSuccess: true,
      data: expect.arrayContaining([expect.objectContaining({ symbol: "FPT" })]),
    };
    expect(await ask("/api/v1/MarketData/GetSymbolSearch/fpt")).toEqual([
      200,
      expect.objectContaining(found),
    ]);
    const ratio = expect.objectContaining({ symbol: "FPT", marginRatio: 0.5 });
    expect(await ask("/api/v1/diagnostics/margin-ratios/FPT")).toEqual([200, ratio]);
    const page = { notifications: [expect.objectContaining({ id: expect.any(Number) })], limit: 1 };
    expect(await ask("/api/v1/notifications?limit=1")).toEqual([200, expect.objectContaining(page)]);
    const change = { method: "PATCH", body: JSON.stringify(cover) };
    const covered = expect.objectContaining({ status: "success", newCoveredMarginCall: 2_000_000 });
    expect(await ask("/api/v1/users/covered-margin-call", change)).toEqual([200, covered]);
    const sent = { method: "POST", body: await readFile(card, "utf8") };
    const read = { success: true, data: expect.objectContaining({ idNumber: "056077648552" }) };
    expect(await ask("/api/v2/chat/api/id-card", sent)).toEqual([200, read]);
    expect(server.complaints()).toContain(`"runtime":"${name} `);
    expect((await server.stop()).code).toBe(0);
  });

  test("drops no request on SIGTERM under load", async () => {
    const folder = await makeDemonstration();
    const { line, faults } = await checkStopping({ folder, seed: 1, launch }, true);
    expect(faults, line).toEqual([]);
  });

  test("loses no acknowledged cover when the process is killed", async () => {
    const folder = await makeDemonstration();
    const keys: string[] = [];
    const begin = () => startServerProcess({ DATA_DIR: folder }, launch);
    for (let count = 0; count < killCount; count += 1) {
      keys.push(...(await coverUntilKilled(begin, 300 + 70 * count)));
    }
    const kept = readOutcomeKeys(folder);
    expect(keys.length).toBeGreaterThan(20 * killCount);
    expect(keys.filter((key) => !kept.has(key))).toEqual([]);
    const server = await begin();
    expect((await server.stop()).code).toBe(0);
  });

  test("answers malformed requests as on Node, without leaks", async () => {
    const folder = await makeDemonstration();
    const { line, faults } = await checkMalformed({ folder, seed: 5, launch }, malformedCount);
    expect(faults, line).toEqual([]);
  });
});
