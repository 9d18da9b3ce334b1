import { spawnSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "./send-raw.ts";
import { type ServedFixture, serveFixture } from "./serve-fixture.ts";

let served: ServedFixture;
beforeAll(async () => {
  served = await serveFixture();
  const { folder, write } = served.fixture;
  await write("examples/.hidden.json", "{}");
  await write("examples/notes.txt", "not an example");
  await symlink(join(folder, "secret.json"), join(folder, "examples", "linked.json"));
  await symlink(folder, join(folder, "examples", "outside"));
  spawnSync("mkfifo", [join(folder, "examples", "pipe.json")]);
  await write("examples/folder.json/inner.json", "{}");
});
afterAll(() => served.close());

describe("nothing outside the folder of examples can be had", () => {
  test.each([
    "/examples/../secret.json",
    "/examples/./../secret.json",
    "/examples/list-trees/../../secret.json",
    "/examples/%2e%2e/secret.json",
    "/examples/%2E%2E%2Fsecret.json",
    "/examples/..%2fsecret.json",
    "/examples/%252e%252e/secret.json",
    "/examples/..%5csecret.json",
    "/examples/..\\secret.json",
    "/examples/..;/secret.json",
    "/examples/%c0%ae%c0%ae/secret.json",
    "/examples//etc/passwd",
    "/examples//../secret.json",
    "/examples/list-trees/200.json%00.json",
    "/examples/list-trees%2f200.json",
    "/examples/%6cist-trees/200.json",
    "/examples/%",
    "/examples/",
    "/examples/..",
    `/examples/${"a/".repeat(3000)}b.json`,
    `/examples/${"a".repeat(5000)}.json`,
  ])("%.60s is not there", async (target) => {
    const answer = await sendRaw(served.origin, `GET ${target} HTTP/1.1`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"error":"not_found"');
    expect(answer).not.toContain("secret");
  });

  test.each([
    ["a link to a file outside", "linked.json"],
    ["a link to a folder outside", "outside/secret.json"],
    ["a hidden file", ".hidden.json"],
    ["a file that is no JSON", "notes.txt"],
    ["a folder with the name of a file", "folder.json"],
    ["a pipe, which would never end", "pipe.json"],
  ])("%s is not there", async (_what, name) => {
    const response = await fetch(`${served.origin}/examples/${name}`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("secret");
  });

  test("none of it is an unexpected failure", () => {
    expect(served.said).toEqual([]);
  });
});
