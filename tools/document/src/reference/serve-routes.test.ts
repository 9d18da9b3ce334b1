import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "./send-raw.ts";
import { type ServedFixture, serveFixture } from "./serve-fixture.ts";
import { documentText, exampleText } from "./write-fixture.ts";

let served: ServedFixture;
beforeAll(async () => {
  served = await serveFixture();
});
afterAll(() => served.close());

const ask = (path: string, settings?: RequestInit): Promise<Response> =>
  fetch(served.origin + path, { redirect: "manual", ...settings });

describe("what is served", () => {
  test("the root leads to the reference", async () => {
    const response = await ask("/");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/docs");
  });

  test("the page carries title and version, with markup in them made harmless", async () => {
    const response = await ask("/docs");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain("<title>Orchard &#38; Sons 0.3.0</title>");
  });

  test("every address that the page names is served from the same place", async () => {
    const page = await (await ask("/docs")).text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(addresses).toContain("/docs/scalar.js");
    for (const address of addresses) {
      expect(address).toMatch(/^\/[a-z]/);
      expect((await ask(address)).status).toBe(200);
    }
  });

  test("the YAML is served byte for byte as it was authored", async () => {
    const response = await ask("/openapi.yaml");
    expect(response.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
    expect(await response.text()).toBe(documentText);
  });

  test("the JSON says the same as the YAML", async () => {
    const response = await ask("/openapi.json");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toMatchObject({
      info: { title: "Orchard & Sons", version: "0.3.0" },
      paths: { "/trees": { get: { operationId: "listTrees" } } },
    });
  });

  test("an example is served under the name that the document gives it", async () => {
    const response = await ask("/examples/list-trees/200.json");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(exampleText);
  });

  test("a query changes nothing", async () => {
    expect((await ask("/openapi.json?version=2")).status).toBe(200);
  });

  test("health says which document is shown, and that it is the current one", async () => {
    expect(await (await ask("/healthz")).json()).toEqual({
      status: "ok",
      version: "0.3.0",
      document: "current",
    });
  });
});

describe("methods and unknown paths", () => {
  test.each(["/docs", "/openapi.yaml", "/examples/list-trees/200.json", "/healthz"])(
    "HEAD of %s has the headers of GET and no body",
    async (path) => {
      const [head, get] = [await ask(path, { method: "HEAD" }), await ask(path)];
      expect(head.status).toBe(200);
      for (const name of ["content-type", "etag", "content-length"]) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
      expect(await head.text()).toBe("");
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s of a known path is refused with 405",
    async (method) => {
      const response = await ask("/openapi.json", { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(await response.json()).toMatchObject({ error: "method_not_allowed", status: 405 });
    },
  );

  test.each([
    "/nothing",
    "/docs/",
    "/docs/nothing.js",
    "/DOCS",
    "/openapi.yml",
    "/examples",
    "/api/v1/notifications",
  ])("%s is unknown, and says so in JSON", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "not_found", message: expect.any(String), status: 404 });
  });

  test("an unknown path is 404 under every method", async () => {
    expect((await ask("/nothing", { method: "POST" })).status).toBe(404);
  });

  test("a target that is no path is unknown too", async () => {
    for (const target of ["*", "http://elsewhere.example/docs", "//docs", "docs"]) {
      expect(await sendRaw(served.origin, `GET ${target} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });
});

describe("conditions", () => {
  test("a client that has the bytes already is answered 304 without them", async () => {
    const tag = (await ask("/openapi.json")).headers.get("etag") ?? "";
    for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const response = await ask("/openapi.json", { headers: { "if-none-match": condition } });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(tag);
      expect(await response.text()).toBe("");
    }
  });

  test("another tag gets the whole", async () => {
    expect((await ask("/openapi.json", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("what is served may be kept, but is asked for again each time", async () => {
    expect((await ask("/openapi.yaml")).headers.get("cache-control")).toBe("no-cache");
  });
});

describe("what a browser may do with it", () => {
  test.each(["/docs", "/openapi.json", "/nothing", "/"])(
    "%s lets a page reach its own origin alone",
    async (path) => {
      const { headers } = await ask(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self';");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    },
  );
});
