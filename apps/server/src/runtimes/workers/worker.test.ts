import { expect, test } from "vitest";
import type { LogEntry } from "../../log-and-trace.ts";
import type { ServerServices } from "../../services.ts";
import type { Serve } from "./base-services.ts";
import { handOverCards, openAssets, serveWithAssets } from "./worker.ts";

const own: Serve = () => new Response("own");
const cards = { fetch: () => new Response("of the cards") };
const path = "https://oms.test/api/v2/chat/api/id-card";

async function ask(serve: Serve, url: string, method = "POST"): Promise<string> {
  return (await serve(new Request(url, { method }))).text();
}

test("forwards a card on either path to the card Worker", async () => {
  const serve = handOverCards(own, { CARDS: cards });
  expect(await ask(serve, path)).toBe("of the cards");
  expect(await ask(serve, "https://oms.test/api/v2/chat/api/v2/chat/api/id-card?from=app")).toBe(
    "of the cards",
  );
});

test("answers everything else itself, and cards too if no card Worker is bound", async () => {
  const serve = handOverCards(own, { CARDS: cards });
  expect(await ask(serve, path, "GET")).toBe("own");
  expect(await ask(serve, `${path}/`)).toBe("own");
  expect(await ask(serve, "https://oms.test/api/v1/notifications")).toBe("own");
  expect(await ask(handOverCards(own, {}), path)).toBe("own");
});

const headers = { "Content-Type": "application/json" };
const forms = [
  { encoding: "br", tag: "packed", byteCount: 3 },
  { encoding: "identity", tag: "plain", byteCount: 5 },
];

function planAssets(files: Readonly<Record<string, string>>) {
  const logged: LogEntry[] = [];
  const fetch = async (address: string) => {
    const body = files[new URL(address).pathname];
    return body === undefined ? new Response("absent", { status: 404 }) : new Response(body);
  };
  return { open: () => openAssets({ ASSETS: { fetch } }, (entry) => void logged.push(entry)), logged };
}

test("serves a document uncompressed under its path, whatever forms were built", async () => {
  const list = JSON.stringify([{ pathname: "/openapi.json", headers, forms }]);
  const { open } = planAssets({ "/documents.json": list, "/plain": "{...}" });
  const document = (await open())?.get("/openapi.json");
  expect(document).toMatchObject({
    headers,
    forms: [{ encoding: "identity", tag: "plain", byteCount: 5 }],
  });
  expect(document?.forms).toHaveLength(1);
  expect(new TextDecoder().decode(await document?.read("plain"))).toBe("{...}");
});

test("serves no documents without assets, and logs a missing list", async () => {
  expect((await openAssets({}, () => {}))?.size).toBe(0);
  const { open, logged } = planAssets({});
  expect(await open()).toBeUndefined();
  expect(logged).toMatchObject([{ level: "error", event: "loading documents failed" }]);
});

const list = [
  {
    pathname: "/openapi.json",
    headers: { "Content-Type": "application/json" },
    forms: [{ encoding: "identity", tag: "plain", byteCount: 2 }],
  },
];

test("retries missing documents, but not at a request for an operation", async () => {
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
    makeId: () => "a".repeat(32),
    makeSpanId: () => "b".repeat(16),
    monotonicMs: () => 0,
    corsOrigins: new Set(),
    limiters: {},
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
