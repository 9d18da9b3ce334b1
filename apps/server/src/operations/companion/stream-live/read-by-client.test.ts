import { moveCash } from "@trading-oms/brokerage";
import { ApiError, type ClientSettings, createClient } from "@trading-oms/client";
import { createCompanion } from "@trading-oms/client/companion";
import { type LiveOptions, live } from "@trading-oms/client/live";
import fc from "fast-check";
import { expect, test } from "vitest";
import { heldKey, planHeld } from "../../../testing/plan-held.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";
import { planTold } from "../../../testing/plan-told.ts";

function settingsFor(server: PlannedServer, token: ClientSettings["token"]): ClientSettings {
  return {
    baseUrl: "http://oms.test",
    token,
    random: () => 0,
    now: () => server.clock.nowMs,
    fetch: async (request) => server.answer(request),
  };
}

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

async function readIds(settings: ClientSettings, options: LiveOptions, count: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const { event, data } of live(settings, options)) {
    if (event === "notification" && ids.push(data.id) === count) break;
  }
  return ids;
}

test("each notification comes once and in order, wherever connections break", async () => {
  const server = await planTold();
  const settings = settingsFor(server, await server.tokenOf("demo"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4_000), { maxLength: 4 }), async (cuts) => {
      const waiting = [...cuts];
      const fetch = async (request: Request): Promise<Response> => {
        const response = await server.answer(request);
        return cutAfter(response, waiting.shift() ?? Number.POSITIVE_INFINITY);
      };
      expect(await readIds({ ...settings, fetch }, { after: 0 }, 3)).toEqual([
        4_194_305, 4_194_306, 4_194_307,
      ]);
    }),
    { numRuns: 50 },
  );
});

test("a connection that breaks before the first notification misses none that comes meanwhile", async () => {
  const server = await planHeld();
  const settings = settingsFor(server, await server.tokenOf("demo"));
  let count = 0;
  const fetch = async (request: Request): Promise<Response> => {
    count += 1;
    if (count > 1) return server.answer(request);
    const response = await server.answer(request);
    const [hello] = (await readText(response)).split("\n\n");
    await moveCash(server.services, { key: heldKey, kind: "deposit", amountVnd: 5n, movementId: "TX-2" });
    return new Response(`${hello}\n\n`, response);
  };
  expect(await readIds({ ...settings, fetch }, {}, 1)).toHaveLength(1);
  expect(count).toBe(2);
});

/** The first piece of a body, which is then left. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunk = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(chunk?.value);
}

test("a token that ends is refreshed, and the stream goes on", async () => {
  const server = await planTold();
  const tokens = [await server.tokenOf("demo", 20_000), await server.tokenOf("demo", 600_000)];
  const asked: boolean[] = [];
  const settings = settingsFor(server, ({ refused }) => {
    asked.push(refused);
    return tokens[refused ? 1 : 0];
  });
  expect(await readIds(settings, { after: 0 }, 3)).toHaveLength(3);
  expect(asked).toEqual([false, true]);
});

test("an account of another user is an ApiError", async () => {
  const server = await planTold();
  const settings = settingsFor(server, await server.tokenOf("demo"));
  await expect(readIds(settings, { accounts: ["888C000452"] }, 1)).rejects.toMatchObject({
    kind: "not-found",
    code: "not_found",
  });
});

test("a preview and the change are refused with one code", async () => {
  const server = await planHeld();
  const client = createClient(settingsFor(server, await server.tokenOf("demo")));
  const companion = createCompanion(client);
  const amount = 90_000_000_000;
  const cover = { accountId: heldKey.accountId, symbol: "FPT", amount };
  const failures = await Promise.all([
    companion.previewCover(cover.accountId, cover.symbol, amount).catch((thrown) => thrown),
    client.setCoveredMarginCall(cover).catch((thrown) => thrown),
  ]);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ kind: "refused", code: "above_trading_power" });
  }
});
