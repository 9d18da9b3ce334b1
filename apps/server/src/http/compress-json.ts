/** Compression of JSON bodies from a size on, for callers that accept it. */
import type { MiddlewareHandler } from "hono";
import { compress } from "hono/compress";

const json = /^application\/json\b/;
const compressed = compress({ contentTypeFilter: json, threshold: 1_000 });

/**
 * Compresses JSON of 1 kB or more, but a search: one is asked at each keystroke, and compressing its list costs more than making it.
 * Hono compares the threshold with Content-Length, which a body from `c.json` does not have yet.
 */
export const compressJson: MiddlewareHandler = async (c, next) => {
  const isSearch = c.req.path.startsWith("/api/v1/MarketData/");
  if (c.req.header("Accept-Encoding") === undefined || c.req.method === "HEAD" || isSearch) return next();
  await compressed(c, async () => {
    await next();
    const { headers, body: stream } = c.res;
    // A 304 has the type of the body that it leaves out.
    if (stream === null || !json.test(headers.get("Content-Type") ?? "") || headers.has("Content-Length"))
      return;
    const body = await c.res.arrayBuffer();
    c.res = new Response(body, c.res);
    c.res.headers.set("Content-Length", String(body.byteLength));
  });
};
