import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ServedFixture, serveFixture } from "./serve-fixture.ts";
import { documentText } from "./write-fixture.ts";

let served: ServedFixture;
beforeEach(async () => {
  served = await serveFixture();
});
afterEach(() => served.close());

const ask = (path: string): Promise<Response> => fetch(served.origin + path);
const titleShown = async (): Promise<string> => {
  const document = (await (await ask("/openapi.json")).json()) as {
    readonly info: { readonly title: string };
  };
  return document.info.title;
};
const brokenText = documentText.replace("title: Orchard & Sons", "title: [Orchard");

describe("a document that changes while it is served", () => {
  test("is shown in its new state, under a new tag", async () => {
    const tag = (await ask("/openapi.json")).headers.get("etag");
    await served.fixture.write("openapi.yaml", documentText.replace("Orchard & Sons", "Vineyard"));
    expect(await titleShown()).toBe("Vineyard");
    expect((await ask("/openapi.json")).headers.get("etag")).not.toBe(tag);
  });

  test("stays at its last good state while broken, and the server says where and what", async () => {
    await served.fixture.write("openapi.yaml", brokenText);
    expect(await titleShown()).toBe("Orchard & Sons");
    expect(served.said.join("\n")).toMatch(/^openapi\.yaml:\d+:\d+: \S/);
    expect(await (await ask("/healthz")).json()).toMatchObject({ document: "last-good" });
  });

  test("is served as authored even while broken, so that its author sees what is there", async () => {
    await served.fixture.write("openapi.yaml", brokenText);
    expect(await (await ask("/openapi.yaml")).text()).toBe(brokenText);
  });

  test("is complained of once for each broken state, not for each request", async () => {
    await served.fixture.write("openapi.yaml", brokenText);
    await Promise.all(Array.from({ length: 20 }, titleShown));
    const saidOnce = served.said.length;
    await titleShown();
    expect(served.said).toHaveLength(saidOnce);
  });

  test("is shown again once it is mended, and the server says so", async () => {
    await served.fixture.write("openapi.yaml", brokenText);
    await titleShown();
    await served.fixture.write("openapi.yaml", documentText.replace("Orchard & Sons", "Vineyard"));
    expect(await titleShown()).toBe("Vineyard");
    expect(served.said.at(-1)).toBe("mended");
  });

  test("stays at its last state while its file is gone", async () => {
    await rm(served.fixture.documentPath);
    expect(await titleShown()).toBe("Orchard & Sons");
    expect((await ask("/openapi.yaml")).status).toBe(200);
    expect(served.said).toEqual(["openapi.yaml:1:1: cannot be read (ENOENT)"]);
  });
});
