import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { documents } from "@trading-oms/spec";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Documents } from "../../services.ts";
import { endsInTime } from "./background.ts";
import { loadDocuments } from "./start-server.ts";

test("waits until the store is closed", async () => {
  let isDone = false;
  const work = wait(20).then(() => {
    isDone = true;
  });
  expect(await endsInTime(work, 20_000)).toBe(true);
  expect(isDone).toBe(true);
});

test("stops waiting for a store that never closes", async () => {
  expect(await endsInTime(new Promise(() => {}), 50)).toBe(false);
});

test("rejects if the store fails to close in time", async () => {
  await expect(endsInTime(Promise.reject(new Error("broken")), 20_000)).rejects.toThrow("broken");
});

const repository = join(import.meta.dirname, "../../../../..");
const builtFolders = ["documents", "desk"].map((name) => join(repository, "apps/server/dist", name));

let built: Documents;
let builtWithoutDesk: Documents;
beforeAll(async () => {
  built = await loadDocuments(...builtFolders);
  builtWithoutDesk = await loadDocuments(builtFolders[0] ?? "");
});

/** The uncompressed bytes of a document. */
async function plainBytesOf(documents: Documents, pathname: string): Promise<Buffer> {
  const document = documents.get(pathname);
  const form = document?.forms.find(({ encoding }) => encoding === "identity");
  if (form === undefined) throw new Error(`${pathname} is not among the documents`);
  return Buffer.from((await document?.read(form.tag)) ?? []);
}

describe("the built documents", () => {
  test.each(documents)("contain $file byte for byte", async ({ file }) => {
    const authored = await readFile(join(repository, "openapi", file));
    expect((await plainBytesOf(built, `/${file}`)).equals(authored)).toBe(true);
  });

  test("contain each example byte for byte, and no others", async () => {
    const folder = join(repository, "openapi/examples");
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".json"));
    const paths = files.map((file) => `/examples/${file}`).sort();
    expect(paths).toContain("/examples/specified/list-notifications/request.json");
    expect([...built.keys()].filter((path) => path.startsWith("/examples/")).sort()).toEqual(paths);
    for (const path of paths) {
      const authored = await readFile(join(repository, "openapi", path));
      expect((await plainBytesOf(built, path)).equals(authored)).toBe(true);
    }
  });

  test("have nothing of the desk where it is off", () => {
    const ofDesk = (documents: Documents) =>
      [...documents.keys()].filter((path) => path.includes("operator"));
    expect(ofDesk(builtWithoutDesk)).toEqual([]);
    expect(ofDesk(built)).toContain("/operator.json");
  });

  test("contain a page and every script that it names", async () => {
    const page = (await plainBytesOf(built, "/docs")).toString("utf8");
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(named).toContain("/docs/scalar.js");
    expect(named.filter((path) => !built.has(path))).toEqual([]);
  });

  test("have the listed length in every form", async () => {
    for (const { forms, read } of built.values()) {
      for (const { tag, byteCount } of forms) expect(await read(tag)).toHaveLength(byteCount);
    }
  });
});

describe("a folder of documents", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "documents-test-"));
    const forms = [{ encoding: "identity", tag: "f00d", byteCount: 3 }];
    await writeFile(
      join(folder, "documents.json"),
      JSON.stringify([{ pathname: "/tree", headers: {}, forms }]),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("is read once on demand, and again after a failure", async () => {
    const document = (await loadDocuments(folder)).get("/tree");
    await expect(document?.read("f00d")).rejects.toThrow("ENOENT");
    await writeFile(join(folder, "f00d"), "oak");
    expect(Buffer.from((await document?.read("f00d")) ?? []).toString("utf8")).toBe("oak");
    await rm(join(folder, "f00d"));
    expect(Buffer.from((await document?.read("f00d")) ?? []).toString("utf8")).toBe("oak");
  });

  test("is rejected without its list", async () => {
    await expect(loadDocuments(join(folder, "none"))).rejects.toThrow("documents.json");
  });
});
