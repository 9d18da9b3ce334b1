import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError, type ClientSettings, createClient } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import { type LiveOptions, live } from "@trading-oms/client/live";
import { runOms } from "@trading-oms/scratch";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";

let folder: string;
let server: ServerProcess;
let settings: ClientSettings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "client-"));
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "demo", "load");
  server = await startServerProcess({ DATA_DIR: folder, STREAMS_PER_USER: "0", STREAMS_PER_ADDRESS: "0" });
  settings = { baseUrl: server.url, token: server.token, random: () => 0 };
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Breaks the connection after so many bytes of the body. */
function cutAfter(response: Response, bytesMax: number): Response {
  let left = bytesMax;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.error(new TypeError("terminated"));
    },
  });
  return new Response(response.body?.pipeThrough(cut), response);
}

async function readIds(
  changes: Partial<ClientSettings>,
  options: LiveOptions,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const { event, data } of live({ ...settings, ...changes }, options)) {
    if (event === "notification" && ids.push(data.id) === count) break;
  }
  return ids;
}

test("each notification comes once and in order, wherever connections break", async () => {
  const whole = await readIds({}, { after: 0 }, 60);
  expect(whole).toEqual([...new Set(whole)].sort((one, other) => one - other));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(40_000), { maxLength: 4 }), async (cuts) => {
      const waiting = [...cuts];
      const cutting = async (request: Request): Promise<Response> =>
        cutAfter(await fetch(request), waiting.shift() ?? Number.POSITIVE_INFINITY);
      expect(await readIds({ fetch: cutting }, { after: 0 }, 60)).toEqual(whole);
    }),
    { numRuns: 20 },
  );
});

test("an account of another user is an ApiError", async () => {
  await expect(readIds({}, { accounts: ["888C000027"] }, 1)).rejects.toMatchObject({
    kind: "not-found",
    code: "not_found",
  });
});

test("a preview and the change are refused with one code", async () => {
  const client = createClient(settings);
  const companion = createCompanion(client);
  const cover = { accountId: "888C000017", symbol: "FPT", amount: 90_000_000_000 };
  const failures = await Promise.all([
    companion.previewCover(cover.accountId, cover.symbol, { amount: cover.amount }).catch((thrown) => thrown),
    client.setCoveredMarginCall(cover).catch((thrown) => thrown),
  ]);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ kind: "refused", code: "above_trading_power" });
  }
});
