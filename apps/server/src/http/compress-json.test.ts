/** JSON from 1 kB on is compressed where the caller accepts it, and nothing else is. */
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { compressJson } from "./compress-json.ts";
import { matchesTag } from "./middleware.ts";

const large = { text: "a".repeat(1_000) };
const app = new Hono()
  .use(compressJson)
  .get("/large", (c) => c.json(large, 200, { ETag: '"one"' }))
  .get("/api/v1/MarketData/GetSymbolSearch/fpt", (c) => c.json(large))
  .get("/small", (c) => c.json({ text: "a" }))
  .get("/table", (c) => c.text("a".repeat(2_000)))
  .get("/unchanged", (c) => c.body(null, 304, { ETag: '"one"', "Content-Type": "application/json" }));

const ask = (path: string, encoding: string) =>
  app.request(path, { headers: encoding === "" ? {} : { "Accept-Encoding": encoding } });

it("compresses JSON from 1 kB on, and weakens its tag, which still matches", async () => {
  const answer = await ask("/large", "gzip, deflate, br");
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(matchesTag(answer.headers.get("etag"), '"one"')).toBe(true);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBeLessThan(100);
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(large);
});

it.each([
  ["/large", ""],
  ["/large", "identity"],
  ["/large", "gzip;q=0"],
  ["/small", "gzip"],
  ["/api/v1/MarketData/GetSymbolSearch/fpt", "gzip"],
  ["/table", "gzip"],
  ["/unchanged", "gzip"],
])("leaves %s as it is for %j", async (path, encoding) => {
  const [plain, answer] = [await app.request(path), await ask(path, encoding)];
  expect(answer.headers.has("content-encoding")).toBe(false);
  expect(await answer.text()).toBe(await plain.text());
  expect(answer.status).toBe(plain.status);
});
