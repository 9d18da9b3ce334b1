import { expect, test } from "vitest";
import type { ServerServices } from "../../services.ts";
import { serveWithAssets } from "./worker.ts";

const list = [
  {
    pathname: "/openapi.json",
    headers: { "Content-Type": "application/json" },
    forms: [{ encoding: "identity", tag: "plain", byteCount: 2 }],
  },
];

test("documents that were not to be had are looked for again, but not for an operation", async () => {
  let isAway = true;
  const asked: string[] = [];
  const fetch = async (address: string) => {
    asked.push(new URL(address).pathname);
    if (isAway) throw new Error("away");
    return new Response(address.endsWith("documents.json") ? JSON.stringify(list) : "{}");
  };
  const services = {
    log: () => {},
    metrics: { count: () => {} },
    makeTraceId: () => "a".repeat(32),
    makeSpanId: () => "b".repeat(16),
    monotonicMs: () => 0,
    corsOrigins: new Set(),
  };
  const serve = await serveWithAssets(services as unknown as ServerServices, { ASSETS: { fetch } });
  const statusOf = async (path: string) => (await serve(new Request(`https://oms.test${path}`))).status;
  expect(await statusOf("/openapi.json")).toBe(404);
  expect(await statusOf("/api/nothing")).toBe(404);
  expect(asked).toEqual(["/documents.json", "/documents.json"]);
  isAway = false;
  expect(await statusOf("/openapi.json")).toBe(200);
  expect(await statusOf("/openapi.json")).toBe(200);
  expect(asked.filter((path) => path === "/documents.json")).toHaveLength(3);
});
