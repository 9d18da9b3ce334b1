import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentText, exampleText, type Fixture, writeFixture } from "./write-fixture.ts";

type Listed = {
  readonly pathname: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly forms: readonly {
    readonly encoding: string;
    readonly tag: string;
    readonly byteCount: number;
  }[];
};

let fixture: Fixture;
let listed: readonly Listed[];
beforeAll(async () => {
  fixture = await writeFixture();
  await symlink(join(fixture.folder, "secret.json"), join(fixture.folder, "examples", "linked.json"));
  await fixture.write("examples/notes.txt", "not an example");
  await fixture.write("examples/list-trees/unnamed.json", "[]\n");
  expect(write("--into", into())).toMatchObject({ status: 0, stdout: "", stderr: "" });
  listed = JSON.parse(await readFile(join(into(), "documents.json"), "utf8"));
});
afterAll(() => fixture.remove());

const entryPath = fileURLToPath(new URL("write-documents.ts", import.meta.url));
const into = (): string => join(fixture.folder, "built", "documents");
const write = (...words: string[]) =>
  spawnSync(process.execPath, [entryPath, "--document", fixture.documentPath, ...words], {
    cwd: fixture.folder,
    encoding: "utf8",
  });
const readForm = (tag: string): Promise<Buffer> => readFile(join(into(), tag));
const entryOf = (pathname: string): Listed => {
  const found = listed.find((each) => each.pathname === pathname);
  if (found === undefined) throw new Error(`${pathname} is not listed`);
  return found;
};
const textOf = async (pathname: string): Promise<string> =>
  (await readForm(entryOf(pathname).forms.at(-1)?.tag ?? "")).toString("utf8");

describe("the folder of documents", () => {
  test("lists the page, its scripts, the document in both forms and every example, and nothing else", () => {
    expect(listed.map(({ pathname, headers }) => [pathname, headers["Content-Type"]])).toEqual([
      ["/docs", "text/html; charset=utf-8"],
      ["/docs/scalar.js", "text/javascript; charset=utf-8"],
      ["/docs/start.js", "text/javascript; charset=utf-8"],
      ["/docs/icon.svg", "image/svg+xml"],
      ["/openapi.json", "application/json; charset=utf-8"],
      ["/openapi.yaml", "application/yaml; charset=utf-8"],
      ["/examples/list-trees/200.json", "application/json; charset=utf-8"],
      ["/examples/list-trees/unnamed.json", "application/json; charset=utf-8"],
    ]);
  });

  test("holds the authored bytes, the same as JSON, and the example as it is", async () => {
    expect(await textOf("/openapi.yaml")).toBe(documentText);
    expect(JSON.parse(await textOf("/openapi.json"))).toMatchObject({
      openapi: "3.1.1",
      info: { title: "Orchard & Sons", version: "0.3.0" },
      paths: { "/trees": { get: { operationId: "listTrees" } } },
    });
    expect(await textOf("/examples/list-trees/200.json")).toBe(exampleText);
  });

  test("holds a page with the title in harmless markup, that names only what is listed and waits for no changes", async () => {
    const page = await textOf("/docs");
    expect(page).toContain("<title>Orchard &#38; Sons 0.3.0</title>");
    expect(page).not.toContain("follow-changes");
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(["/docs/icon.svg", "/docs/start.js", "/docs/scalar.js", "/openapi.yaml"]);
    for (const address of addresses) entryOf(address ?? "");
  });

  test("gives the page, and it alone, a policy that names its own origin and nothing else", () => {
    const policy = entryOf("/docs").headers["Content-Security-Policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
    for (const { pathname, headers } of listed.filter((each) => each.pathname !== "/docs")) {
      expect([pathname, Object.keys(headers)]).toEqual([pathname, ["Content-Type"]]);
    }
  });

  test("names each file by the digest of its bytes, and has no file that is not listed", async () => {
    const forms = listed.flatMap((each) => each.forms);
    for (const { tag, byteCount } of forms) {
      const bytes = await readForm(tag);
      expect(bytes).toHaveLength(byteCount);
      expect(createHash("sha256").update(bytes).digest("hex").slice(0, 40)).toBe(tag);
    }
    const tags = new Set(forms.map(({ tag }) => tag));
    expect(new Set(await readdir(into()))).toEqual(new Set([...tags, "documents.json"]));
  });

  test("holds the page's script packed to a third and less, by Brotli and by gzip, with the same bytes inside", async () => {
    const { forms } = entryOf("/docs/scalar.js");
    expect(forms.map(({ encoding }) => encoding)).toEqual(["br", "gzip", "identity"]);
    const [packed = Buffer.alloc(0), zipped = Buffer.alloc(0), plain = Buffer.alloc(0)] = await Promise.all(
      forms.map(({ tag }) => readForm(tag)),
    );
    expect(packed.length).toBeLessThan(zipped.length);
    expect(zipped.length).toBeLessThan(plain.length / 3);
    expect(brotliDecompressSync(packed).equals(plain)).toBe(true);
    expect(gunzipSync(zipped).equals(plain)).toBe(true);
  });

  test("holds what fits in a packet as it is alone", () => {
    expect(entryOf("/examples/list-trees/200.json").forms.map(({ encoding }) => encoding)).toEqual([
      "identity",
    ]);
  });
});

describe("writing the folder", () => {
  test("twice gives the same files, and what lay there before is gone", async () => {
    const before = await readdir(into());
    const list = await readFile(join(into(), "documents.json"), "utf8");
    await fixture.write("built/documents/stale.txt", "stale");
    expect(write("--into", into()).status).toBe(0);
    expect(await readdir(into())).toEqual(before);
    expect(await readFile(join(into(), "documents.json"), "utf8")).toBe(list);
    expect(await readdir(join(fixture.folder, "built"))).toEqual(["documents"]);
  });

  test("is refused where the document cannot be read, with file and place, and the folder stays", async () => {
    await fixture.write("openapi.yaml", documentText.replace("title: Orchard", "title: [Orchard"));
    const { status, stderr } = write("--into", into());
    await fixture.write("openapi.yaml", documentText);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:\d+:\d+: \S/);
    expect(await readdir(into())).toContain("documents.json");
  });

  test("is refused where the document names an example that is not there", async () => {
    await fixture.write("openapi.yaml", documentText.replace("200.json", "404.json"));
    const { status, stderr } = write("--into", into());
    await fixture.write("openapi.yaml", documentText);
    expect(status).toBe(1);
    expect(stderr).toBe(
      "openapi.yaml names examples/list-trees/404.json, and there is no such file beside it.\n",
    );
  });

  test("is told where to, and nothing that it does not know", () => {
    expect(write("--onto", "there")).toMatchObject({
      status: 2,
      stderr: "--onto is not known here; --help lists what is.\n--into has to name a folder.\n",
    });
    expect(write("--help")).toMatchObject({ status: 0, stderr: "" });
  });
});
