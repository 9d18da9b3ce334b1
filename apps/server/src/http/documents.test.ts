import { randomBytes } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import type { DocumentEncoding, ListedDocument, ServerServices } from "../services.ts";
import { chooseEncoding, openDocuments, sliced } from "./documents.ts";

const yaml = "openapi: 3.1.1\ninfo: { title: Orchard }\n";
const script = "let tree = 'oak';\n".repeat(500);
const policy = "default-src 'none'; script-src 'self'";

const bodies = new Map<string, Uint8Array<ArrayBuffer>>();
const listed = [
  list("/docs", { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy }, [
    ["identity", "<title>Orchard</title>"],
  ]),
  list("/docs/scalar.js", { "Content-Type": "text/javascript; charset=utf-8" }, [
    ["br", brotliCompressSync(script)],
    ["gzip", gzipSync(script)],
    ["identity", script],
  ]),
  list("/console", { "Content-Type": "text/html; charset=utf-8" }, [["identity", "<title>Desk</title>"]]),
  list("/openapi.yaml", { "Content-Type": "application/yaml; charset=utf-8" }, [["identity", yaml]]),
  list("/examples/list-trees/200.json", { "Content-Type": "application/json; charset=utf-8" }, [
    ["identity", '["oak"]\n'],
  ]),
];

function list(
  pathname: string,
  headers: Record<string, string>,
  forms: readonly (readonly [DocumentEncoding, string | Uint8Array])[],
): ListedDocument {
  return {
    pathname,
    headers,
    forms: forms.map(([encoding, body]) => {
      const tag = `${pathname.replaceAll("/", ".")}-${encoding}`;
      const bytes = Uint8Array.from(Buffer.from(body));
      bodies.set(tag, bytes);
      return { encoding, tag, byteCount: bytes.length };
    }),
  };
}

/** The bodies that were read for the last request. */
let read: string[] = [];
const failures: unknown[] = [];

/** Services that a request for a document must not use. */
const unusedService = Object.create(null);
const services: ServerServices = {
  store: unusedService,
  book: unusedService,
  holidays: unusedService,
  board: unusedService,
  writeList: unusedService,
  instanceId: "oms-1",
  verifier: unusedService,
  now: () => 0,
  monotonicMs: () => 0,
  makeId: () => "0af7651916cd43dd8448eb211c80319c",
  makeSpanId: () => "b7ad6b7169203331",
  hash: async () => "",
  log: ({ thrown }) => void (thrown !== undefined && failures.push(thrown)),
  metrics: { count: () => undefined, countOpenStreams: () => undefined, render: () => "" },
  recordSpan: undefined,
  limiters: {},
  corsOrigins: new Set<string>(),
  checkReadiness: () => ({ isReady: true, checks: {} }),
  documents: openDocuments(listed, (tag) => {
    read.push(tag);
    const bytes = bodies.get(tag);
    return bytes === undefined ? Promise.reject(new Error(`${tag} is gone`)) : Promise.resolve(bytes);
  }),
};
const app = createApp(services);

function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  read = [];
  return Promise.resolve(app.request(`http://localhost${path}`, { method, headers }));
}

describe("a document", () => {
  test.each([
    ["/docs", "text/html; charset=utf-8", "<title>Orchard</title>"],
    ["/docs/scalar.js", "text/javascript; charset=utf-8", script],
    ["/openapi.yaml", "application/yaml; charset=utf-8", yaml],
    ["/examples/list-trees/200.json", "application/json; charset=utf-8", '["oak"]\n'],
  ])(
    "%s is served byte for byte, as what it is, to be asked for again each time",
    async (path, type, body) => {
      const response = await ask(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(body);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": type,
        "content-length": String(body.length),
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      });
    },
  );

  test("redirects / to the page", async () => {
    const response = await ask("/");
    expect([response.status, response.headers.get("location")]).toEqual([302, "/docs"]);
  });

  test.each(["/docs", "/console"])("redirects %s with a slash at the end", async (path) => {
    const response = await ask(`${path}/`);
    expect([response.status, response.headers.get("location")]).toEqual([302, path]);
  });

  test("answers a view of the desk that does not exist with the page, and a file with 404", async () => {
    expect(await (await ask("/console/nowhere")).text()).toBe("<title>Desk</title>");
    for (const path of ["/console/none.js", "/console/a/b"]) expect((await ask(path)).status).toBe(404);
  });

  test("ignores a query", async () => {
    expect(await (await ask("/openapi.yaml?version=2")).text()).toBe(yaml);
  });

  test("uses a page's own content security policy, and denies everything for other documents", async () => {
    expect((await ask("/docs")).headers.get("content-security-policy")).toBe(policy);
    for (const path of ["/openapi.yaml", "/docs/scalar.js", "/docs/none"]) {
      expect((await ask(path)).headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    }
  });

  test("logs the failure and answers 500 without the reason if the bytes are missing", async () => {
    const gone = createApp({
      ...services,
      documents: openDocuments(listed, () => Promise.reject(new Error("ENOENT /secret"))),
    });
    const response = await gone.request("/openapi.yaml");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(failures).toEqual([new Error("ENOENT /secret")]);
  });
});

describe("a client with cached bytes", () => {
  const etag = '".openapi.yaml-identity"';

  test.each([etag, `W/${etag}`, `"other", ${etag}`, "*"])(
    "gets 304 for %s, without a body and without reading one",
    async (condition) => {
      const response = await ask("/openapi.yaml", { "If-None-Match": condition });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("content-length")).toBeNull();
      expect(await response.text()).toBe("");
      expect(read).toEqual([]);
    },
  );

  test("gets the whole document for another tag or a tag without quotes", async () => {
    for (const condition of ['"other"', ".openapi.yaml-identity", ""]) {
      expect((await ask("/openapi.yaml", { "If-None-Match": condition })).status).toBe(200);
    }
  });

  test("gets the content security policy with the 304, because browsers take it from there", async () => {
    const response = await ask("/docs", { "If-None-Match": '".docs-identity"' });
    expect(response.status).toBe(304);
    expect(response.headers.get("content-security-policy")).toBe(policy);
  });

  test("gets the whole document if the tag belongs to another encoding", async () => {
    const packed = { "If-None-Match": '".docs.scalar.js-br"', "Accept-Encoding": "br" };
    expect((await ask("/docs/scalar.js", packed)).status).toBe(304);
    expect((await ask("/docs/scalar.js", { ...packed, "Accept-Encoding": "gzip" })).status).toBe(200);
  });
});

describe("content encodings", () => {
  test.each([
    ["br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["gzip;q=0.5, br;q=0.4", "gzip", gunzipSync],
  ])("for %s, sends the script in %s with a tag of its own", async (taken, encoding, unpack) => {
    const response = await ask("/docs/scalar.js", { "Accept-Encoding": taken });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-encoding": encoding,
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(bodies.get(`.docs.scalar.js-${encoding}`)?.length),
      etag: `".docs.scalar.js-${encoding}"`,
      vary: "Accept-Encoding",
    });
    expect(unpack(await response.arrayBuffer()).toString("utf8")).toBe(script);
  });

  test.each(["identity", "br;q=0, gzip;q=0", "zstd", "*;q=0"])(
    "for %s, sends the script uncompressed with Vary: Accept-Encoding",
    async (taken) => {
      const response = await ask("/docs/scalar.js", { "Accept-Encoding": taken });
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(response.headers.get("etag")).toBe('".docs.scalar.js-identity"');
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(await response.text()).toBe(script);
    },
  );

  test("sends a document with a single form without Vary", async () => {
    const response = await ask("/openapi.yaml", { "Accept-Encoding": "br, gzip" });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("vary")).toBeNull();
  });

  test("varies by Origin if other origins are allowed", async () => {
    const open = createApp({ ...services, corsOrigins: new Set(["https://orchard.example"]) });
    const response = await open.request("/docs/scalar.js");
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Origin");
  });
});

describe("methods", () => {
  test.each(["/docs", "/docs/scalar.js", "/openapi.yaml", "/examples/list-trees/200.json", "/"])(
    "HEAD of %s has the status and headers of GET and reads no body",
    async (path) => {
      const taken = { "Accept-Encoding": "gzip" };
      const get = await ask(path, taken);
      const head = await ask(path, taken, "HEAD");
      expect(head.status).toBe(get.status);
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
      expect(await head.text()).toBe("");
      expect(read).toEqual([]);
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE"])("rejects %s of a document with 405", async (method) => {
    for (const path of ["/docs", "/openapi.yaml", "/examples/list-trees/200.json", "/"]) {
      const response = await ask(path, {}, method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ error: "method_not_allowed", status: 405 });
    }
  });

  test("OPTIONS lists the allowed methods", async () => {
    const response = await ask("/openapi.yaml", {}, "OPTIONS");
    expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });
});

describe("an unlisted path", () => {
  test.each([
    "/docs/none.js",
    "/DOCS",
    "/openapi.yml",
    "/openapi.yaml/",
    "/openapi.yaml%00",
    "/examples",
    "/examples/",
    "/examples/none.json",
    "/examples/../package.json",
    "/examples/../../package.json",
    "/examples/%2e%2e/%2e%2e/package.json",
    "/examples/..%2fopenapi.yaml",
    "/examples/%2e%2e%2fopenapi.yaml",
    "/examples/%252e%252e/openapi.yaml",
    "/examples/..%5copenapi.yaml",
    "/examples/list-trees%2f200.json",
    "/examples//list-trees/200.json",
    "//openapi.yaml",
    "/documents.json",
    "/.openapi.yaml-identity",
    "/docs/.docs.scalar.js-br",
    "/examples/%",
  ])("%s answers 404 for any method", async (path) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const response = await ask(path, {}, method);
      expect(response.status).toBe(404);
      expect(read).toEqual([]);
    }
    expect(await (await ask(path)).json()).toMatchObject({ error: "not_found", status: 404 });
  });

  test("cannot be reached by dot segments or percent-encoding", async () => {
    for (const path of ["/examples/../openapi.yaml", "/examples/%2e%2e/openapi.yaml"]) {
      expect(await (await ask(path)).text()).toBe(yaml);
    }
    expect((await ask("/openapi.%79aml")).status).toBe(404);
  });
});

const all = ["br", "gzip", "identity"] as const;

describe("of br, gzip and identity", () => {
  test.each([
    ["no header at all", null, "identity"],
    ["an empty header", "", "identity"],
    ["what a browser says over http", "gzip, deflate", "gzip"],
    ["what a browser says on its own machine", "gzip, deflate, br, zstd", "br"],
    ["anything", "*", "br"],
    ["capitals and spaces", " GZIP ;Q=0.5 ", "gzip"],
    ["a preference for gzip", "br;q=0.5, gzip;q=0.8", "gzip"],
    ["no br", "br;q=0, gzip;q=0.5", "gzip"],
    ["no br, and anything else", "br;q=0, *", "gzip"],
    ["nothing that is known", "zstd, deflate", "identity"],
    ["a preference for the body as it is", "gzip;q=0.5, identity", "identity"],
    ["the smallest weight of all", "gzip;q=0.001", "gzip"],
    ["all packed forms refused", "br;q=0, gzip;q=0", "identity"],
    ["the body as it is refused", "identity;q=0, gzip;q=0.1", "gzip"],
    ["everything refused", "*;q=0", "identity"],
    ["a weight that is no number", "gzip;q=much", "identity"],
  ])("%s chooses the right one", (_what, header, chosen) => {
    expect(chooseEncoding(all, header)).toBe(chosen);
  });

  test("never chooses an encoding that is not offered", () => {
    expect(chooseEncoding(["identity"], "br, gzip")).toBe("identity");
    expect(chooseEncoding(["gzip", "identity"], "br, gzip;q=0.1")).toBe("gzip");
  });
});

test.each([0, 1, 262_144, 262_145, 327_680, 5_000_001])("streams %i bytes unchanged", async (length) => {
  const body = new Uint8Array(randomBytes(length));
  expect(Buffer.from(await new Response(sliced(body)).arrayBuffer()).equals(body)).toBe(true);
});

test.each([
  [262_144, [262_144]],
  [262_145, [65_536, 65_536, 65_536, 65_536, 1]],
])("sends %i bytes in slices of %j", async (length, sizes) => {
  const sent: number[] = [];
  const { body } = new Response(sliced(new Uint8Array(length)));
  if (body !== null) for await (const slice of body) sent.push(slice.length);
  expect(sent).toEqual(sizes);
});
