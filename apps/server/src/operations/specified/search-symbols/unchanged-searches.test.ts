import { describe, expect, test } from "vitest";
import {
  list,
  planListed,
  search,
  searchPath,
  someInstruments,
  stock,
  tell,
} from "../../../testing/plan-listed.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";

describe("304:", () => {
  const ask = (server: PlannedServer, term: string, tag: string, method = "GET") =>
    search(server, term, { method, headers: { "if-none-match": tag } });

  test("the tag covers only the data, not labels, ids and times", async () => {
    const server = await planListed();
    const first = await search(server, "fpt?algoID=one");
    server.clock.nowMs += 60_000;
    const second = await search(server, "FPT?algoID=two");
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[0-9a-f]{16}"$/);
    expect(second.headers.get("etag")).toBe(tag);
    expect(second.body["serviceInstance"]).not.toEqual(first.body["serviceInstance"]);
  });

  test("sends no body for a matching tag: alone, in a list, weak, strong or *", async () => {
    const server = await planListed();
    const tag = (await search(server, "fpt")).headers.get("etag") ?? "";
    for (const sent of [tag, tag.slice(2), `"x", ${tag}, W/"y"`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await ask(server, "fpt", sent, method);
        expect([answer.status, answer.body]).toEqual([304, ""]);
        expect(answer.headers.get("etag")).toBe(tag);
        expect(answer.headers.get("cache-control")).toBe("public, no-cache");
        expect(answer.headers.has("content-type")).toBe(false);
      }
    }
    expect((await ask(server, "fpt", '"x", W/"y"')).status).toBe(200);
    expect((await ask(server, "hpg", tag)).status).toBe(200);
  });

  test("the tag changes with a price, a name or an entry, and returns with the old data", async () => {
    const server = await planListed();
    const tags = [(await search(server, "fpt")).headers.get("etag")];
    tell(server, "FPT", 1, 80_500_000n);
    tags.push((await search(server, "fpt")).headers.get("etag"));
    tell(server, "HPG", 1, 80_500_000n);
    expect((await search(server, "fpt")).headers.get("etag")).toBe(tags[1]);
    await list(
      server,
      someInstruments.filter(({ symbol }) => symbol !== "FTS"),
    );
    tags.push((await search(server, "fpt")).headers.get("etag"));
    await list(server, [stock("FPT", "FPT khác")]);
    tags.push((await search(server, "fpt")).headers.get("etag"));
    expect(new Set(tags).size).toBe(4);
  });

  test("another server with the same data has the same tag", async () => {
    const tags = [await planListed(), await planListed({ instanceId: "oms-2" })].map(async (server) =>
      (await search(server, "fpt")).headers.get("etag"),
    );
    expect(await tags[0]).toBe(await tags[1]);
  });

  test("validates the term (400) before comparing tags", async () => {
    expect((await ask(await planListed(), "%00", "*")).status).toBe(400);
  });
});

test("HEAD: returns the headers of GET without the body", async () => {
  const server = await planListed();
  const got = await search(server, "fpt");
  const response = await server.fetch(`${searchPath}/fpt`, { method: "HEAD" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  for (const name of ["etag", "content-type", "cache-control"]) {
    expect(response.headers.get(name)).toBe(got.headers.get(name));
  }
});
