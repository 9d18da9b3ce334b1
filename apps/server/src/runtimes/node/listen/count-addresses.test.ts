import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSqliteStore } from "@trading-oms/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { listInstruments } from "../../../testing/list-instruments.ts";
import { dataOf, searchPath } from "../../../testing/plan-listed.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";
import { hashText } from "../../workers/base-services.ts";

/** Waiting for the next minute takes long. */
const aMinuteMayEndMs = 20_000;

/** Requests are counted per clock minute, so a test must not cross a minute boundary. */
async function waitForRoom(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await wait(leftMs);
}

async function planBuilt(environment: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "server-"));
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite"), durability: "none" });
  const services = { store, now: () => Date.now(), makeId: randomUUID, hash: hashText };
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  await listInstruments(services, "FPT");
  const server = await startBuiltServer({ DATA_DIR: folder, ...environment });
  const search = async (term: string, forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return checkAnswer("searchSymbols", await fetch(`${server.origin}${searchPath}/${term}`, { headers }));
  };
  return { services, server, search };
}

test("finds instruments listed at the start, and later ones within a second", async () => {
  const { services, search } = await planBuilt({});
  const first = await search("fpt");
  expect(dataOf(first)).toMatchObject([{ symbol: "FPT", companyName: "Công ty Cổ phần FPT" }]);
  expect(first.headers.get("ratelimit-policy")).toBe('"address";q=600;w=60');
  expect(first.body["executionTime"]).toBeGreaterThan(0);
  const instances = first.body["serviceInstance"] as Record<string, unknown>[];
  expect(instances).toMatchObject([
    { serviceType: "oms", instanceID: expect.stringMatching(/^oms-[0-9a-f]{16}$/) },
  ]);
  await listInstruments(services, "FPT", "VNM");
  await vi.waitFor(async () => expect(dataOf(await search("vnm"))).toMatchObject([{ symbol: "VNM" }]), {
    timeout: 5_000,
    interval: 100,
  });
});

test(
  "counts clients behind a trusted proxy separately, ignores forged headers, and logs no address",
  async () => {
    const { server, search } = await planBuilt({ RATE_LIMIT_ADDRESS: "1", TRUSTED_PROXIES: "1" });
    await waitForRoom();
    const statuses = [];
    for (const forwarded of [
      "192.0.2.17",
      "8.8.8.8, 192.0.2.17",
      "192.0.2.18",
      "2001:db8:1:2::3",
      "2001:db8:1:2::4",
    ]) {
      statuses.push((await search("fpt", forwarded)).status);
    }
    expect(statuses).toEqual([200, 429, 200, 200, 429]);
    await vi.waitFor(() => expect(server.written().match(/"status":429/g)).toHaveLength(2), {
      timeout: 5_000,
    });
    expect(server.written()).not.toMatch(/192\.0\.2|8\.8\.8|2001:db8/);
  },
  aMinuteMayEndMs,
);

test(
  "counts all requests of one peer together without a trusted proxy, and rejects none without a limit",
  async () => {
    const counted = await planBuilt({ RATE_LIMIT_ADDRESS: "1" });
    await waitForRoom();
    expect([
      (await counted.search("fpt", "192.0.2.17")).status,
      (await counted.search("fpt", "192.0.2.18")).status,
    ]).toEqual([200, 429]);
    const open = await planBuilt({ RATE_LIMIT_ADDRESS: "0" });
    for (let count = 0; count < 3; count += 1) {
      const { status, headers } = await open.search("fpt");
      expect([status, headers.has("ratelimit")]).toEqual([200, false]);
    }
  },
  aMinuteMayEndMs,
);
