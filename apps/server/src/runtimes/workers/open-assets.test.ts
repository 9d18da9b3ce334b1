import { expect, test } from "vitest";
import type { LogEntry } from "../../http/reports.ts";
import { openAssets } from "./worker.ts";

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

test("a document is read as it is, under its own path, whatever forms the build has packed", async () => {
  const list = JSON.stringify([{ pathname: "/openapi.json", headers, forms }]);
  const { open } = planAssets({ "/documents.json": list, "/plain": "{...}" });
  const document = (await open())?.get("/openapi.json");
  expect(document).toMatchObject({
    headers,
    forms: [{ encoding: "identity", etag: '"plain"', byteCount: 5 }],
  });
  expect(document?.forms).toHaveLength(1);
  expect(new TextDecoder().decode(await document?.forms[0]?.read())).toBe("{...}");
});

test("without assets there are no documents, and without their list the log says so", async () => {
  expect((await openAssets({}, () => {}))?.size).toBe(0);
  const { open, logged } = planAssets({});
  expect(await open()).toBeUndefined();
  expect(logged).toMatchObject([{ level: "error", event: "documents not to be had" }]);
});
