import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { followDocuments } from "./dev.ts";

/** Two small documents with examples in a temporary folder. */
type Fixture = {
  readonly folder: string;
  readonly write: (name: string, text: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Writes the document and its example, and a file that must never be served. */
async function writeFixture(): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), "reference-test-"));
  const fixture: Fixture = {
    folder,
    write: async (name, text) => {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await fixture.write("openapi.yaml", documentText);
  await fixture.write("companion.yaml", companionText);
  await fixture.write("operator.yaml", operatorText);
  await fixture.write("examples/list-trees/200.json", exampleText);
  await fixture.write("secret.json", '{"secret":true}\n');
  return fixture;
}

const exampleText = '{"data":["oak","ash"]}\n';

const callText = 'import { plant } from "@trading-oms/client";\n\nconsole.log(plant("oak"));\n';

const documentText = `openapi: 3.1.1
info:
  title: Orchard & Sons
  version: 0.3.0
  description: Trees.
paths:
  /trees:
    get:
      operationId: listTrees
      summary: List the trees
      x-codeSamples:
        - lang: Shell
          label: curl
          source: curl http://127.0.0.1:8787/trees
      responses:
        "200":
          description: All trees that stand.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/TreePage"
              examples:
                two:
                  summary: Two trees
                  externalValue: examples/list-trees/200.json
components:
  schemas:
    TreePage:
      type: object
      description: A page of trees.
      properties:
        data:
          type: array
          description: Their kinds.
          items:
            type: string
`;

const companionText = documentText.replace("Orchard & Sons", "Orchard Companion");
const operatorText = documentText.replace("Orchard & Sons", "Orchard Operator");

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
  await fixture.write("examples/.hidden.json", "{}");
  await symlink(fixture.folder, join(fixture.folder, "examples", "outside"));
  await symlink(join(fixture.folder, "secret.json"), join(fixture.folder, "examples", "linked.json"));
  await fixture.write("examples/notes.txt", "not an example");
  await fixture.write("examples/list-trees/unnamed.json", "[]\n");
  await fixture.write("examples/operator/list-trees/200.json", exampleText);
  await fixture.write("examples/specified/list-trees/call.ts", callText);
  const written = write(
    "--into",
    into(),
    "--desk-into",
    deskInto(),
    "--demonstration-into",
    demonstrationInto(),
  );
  expect(written).toMatchObject({ status: 0, stdout: "", stderr: "" });
  listed = JSON.parse(await readFile(join(into(), "documents.json"), "utf8"));
}, 60_000);
afterAll(() => fixture.remove());

const entryPath = fileURLToPath(new URL("write-documents.ts", import.meta.url));
const into = (): string => join(fixture.folder, "built", "documents");
const deskInto = (): string => join(fixture.folder, "built", "desk");
const demonstrationInto = (): string => join(fixture.folder, "built", "demonstration");
const write = (...words: string[]) =>
  spawnSync(process.execPath, [entryPath, "--from", fixture.folder, ...words], {
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
  test("lists the page, its scripts, each document in both formats and every example, and nothing else", () => {
    expect(listed.map(({ pathname, headers }) => [pathname, headers["Content-Type"]])).toEqual([
      ["/docs", "text/html; charset=utf-8"],
      ["/docs/scalar.js", "text/javascript; charset=utf-8"],
      ["/docs/start.js", "text/javascript; charset=utf-8"],
      ["/docs/icon.svg", "image/svg+xml"],
      ["/docs/openapi.json", "application/json; charset=utf-8"],
      ["/openapi.json", "application/json; charset=utf-8"],
      ["/openapi.yaml", "application/yaml; charset=utf-8"],
      ["/docs/companion.json", "application/json; charset=utf-8"],
      ["/companion.json", "application/json; charset=utf-8"],
      ["/companion.yaml", "application/yaml; charset=utf-8"],
      ["/examples/list-trees/200.json", "application/json; charset=utf-8"],
      ["/examples/list-trees/unnamed.json", "application/json; charset=utf-8"],
    ]);
  });

  test("has beside it what a server shows besides where its desk is on", async () => {
    const list = await readFile(join(deskInto(), "documents.json"), "utf8");
    const ofDesk = JSON.parse(list) as readonly Listed[];
    expect(ofDesk.map(({ pathname }) => pathname)).toEqual([
      "/docs/start.js",
      "/docs/operator.json",
      "/operator.json",
      "/operator.yaml",
      "/examples/operator/list-trees/200.json",
    ]);
    const tag = ofDesk[0]?.forms.at(-1)?.tag ?? "";
    const start = await readFile(join(deskInto(), tag), "utf8");
    expect(["/docs/openapi.json", "/docs/operator.json"].every((url) => start.includes(url))).toBe(true);
    expect(await textOf("/docs/start.js")).not.toContain("/operator.json");
  });

  test("has beside it what the demonstration shows in place of that: a page that sends requests", async () => {
    const list = await readFile(join(demonstrationInto(), "documents.json"), "utf8");
    const [page, ...others] = JSON.parse(list) as readonly Listed[];
    expect([page?.pathname, others]).toEqual(["/docs", []]);
    expect(page?.headers).toEqual(entryOf("/docs").headers);
    const sending = await readFile(join(demonstrationInto(), page?.forms.at(-1)?.tag ?? ""), "utf8");
    const reading = await textOf("/docs");
    expect(sending).toContain('<div id="reference" data-can-send></div>');
    expect(reading).toBe(sending.replace(" data-can-send", ""));
  });

  test("holds the page's copy of a document: calls of our client first, and examples that load from there", async () => {
    const copy = JSON.parse(await textOf("/docs/openapi.json"));
    const { get } = copy.paths["/trees"];
    expect(get["x-codeSamples"]).toEqual([
      { lang: "TypeScript", label: "@trading-oms/client", source: callText.trimEnd() },
      { lang: "Shell", label: "curl", source: "curl http://127.0.0.1:8787/trees" },
    ]);
    const { two } = get.responses["200"].content["application/json"].examples;
    expect(two.externalValue).toBe("/examples/list-trees/200.json");
    expect(copy.info.description).toBe(
      "As a file: [openapi.yaml](/openapi.yaml), [openapi.json](/openapi.json).\n\nTrees.",
    );
    expect(
      JSON.parse(await textOf("/docs/companion.json")).paths["/trees"].get["x-codeSamples"],
    ).toHaveLength(1);
    expect(await textOf("/openapi.json")).not.toContain("@trading-oms/client");
  });

  test("holds the original bytes, the same as JSON, and the unchanged example", async () => {
    expect(await textOf("/openapi.yaml")).toBe(documentText);
    expect(JSON.parse(await textOf("/openapi.json"))).toMatchObject({
      openapi: "3.1.1",
      info: { title: "Orchard & Sons", version: "0.3.0" },
      paths: { "/trees": { get: { operationId: "listTrees" } } },
    });
    expect(await textOf("/examples/list-trees/200.json")).toBe(exampleText);
  });

  test("holds a page with an escaped title that only refers to listed files and does not wait for changes", async () => {
    const page = await textOf("/docs");
    expect(page).toContain("<title>Orchard &#38; Sons 0.3.0</title>");
    expect(page).not.toContain("follow-changes");
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(["/docs/icon.svg", "/docs/start.js", "/docs/scalar.js", "/openapi.yaml"]);
    for (const address of addresses) entryOf(address ?? "");
  });

  test("gives only the page a content security policy, which allows its own origin only", () => {
    const policy = entryOf("/docs").headers["Content-Security-Policy"] ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
    for (const { pathname, headers } of listed.filter((each) => each.pathname !== "/docs")) {
      expect([pathname, Object.keys(headers)]).toEqual([pathname, ["Content-Type"]]);
    }
  });

  test("names each file by the digest of its bytes, and has no unlisted file", async () => {
    const forms = listed.flatMap((each) => each.forms);
    for (const { tag, byteCount } of forms) {
      const bytes = await readForm(tag);
      expect(bytes).toHaveLength(byteCount);
      expect(createHash("sha256").update(bytes).digest("hex").slice(0, 40)).toBe(tag);
    }
    const tags = new Set(forms.map(({ tag }) => tag));
    expect(new Set(await readdir(into()))).toEqual(new Set([...tags, "documents.json"]));
  });

  test("compresses the page's script to a third or less with Brotli and gzip, with the same content", async () => {
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

  test("does not compress what fits into a packet", () => {
    expect(entryOf("/examples/list-trees/200.json").forms.map(({ encoding }) => encoding)).toEqual([
      "identity",
    ]);
  });
});

describe("writing the folder", () => {
  test("gives the same files twice, and removes earlier ones", async () => {
    const before = await readdir(into());
    const list = await readFile(join(into(), "documents.json"), "utf8");
    await fixture.write("built/documents/stale.txt", "stale");
    expect(write("--into", into()).status).toBe(0);
    expect(await readdir(into())).toEqual(before);
    expect(await readFile(join(into(), "documents.json"), "utf8")).toBe(list);
    expect(await readdir(join(fixture.folder, "built"))).toEqual(["demonstration", "desk", "documents"]);
  });

  test("rejects an invalid document with file and place, and keeps the folder", async () => {
    await fixture.write("openapi.yaml", documentText.replace("title: Orchard", "title: [Orchard"));
    const { status, stderr } = write("--into", into());
    await fixture.write("openapi.yaml", documentText);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:\d+:\d+: \S/);
    expect(await readdir(into())).toContain("documents.json");
  });

  test("rejects a document with a missing example", async () => {
    await fixture.write("openapi.yaml", documentText.replace("200.json", "404.json"));
    const { status, stderr } = write("--into", into());
    await fixture.write("openapi.yaml", documentText);
    expect(status).toBe(1);
    expect(stderr).toBe(
      "openapi.yaml names examples/list-trees/404.json, and there is no such file beside it.\n",
    );
  });

  test("requires a target folder, and rejects unknown options", () => {
    expect(write()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^--into has to name/) });
    expect(write("--onto", "there")).toMatchObject({ status: 2, stderr: expect.stringContaining("--onto") });
    expect(write("--help")).toMatchObject({ status: 0, stderr: "" });
  });
});

/** The document followed in this process, with two small scripts instead of generator and check. */
async function follow() {
  const own = await writeFixture();
  await own.write("generate.ts", "export {};\n");
  await own.write("check.ts", "export {};\n");
  const [printed, complained, events]: [string[], string[], string[]] = [[], [], []];
  const following = await followDocuments({
    folder: own.folder,
    port: 0,
    host: "127.0.0.1",
    steps: ["generate.ts", "check.ts"].map((name) => join(own.folder, name)),
    output: { log: (line) => printed.push(line), error: (line) => complained.push(line) },
  });
  onTestFinished(async () => {
    following.stop();
    await own.remove();
  });
  const ask = (path: string): Promise<Response> => fetch(following.origin + path);
  const { body } = await ask("/changes");
  const listen = async (): Promise<void> => {
    for await (const part of body ?? [])
      events.push(
        ...(Buffer.from(part)
          .toString()
          .match(/^event:.*$/gm) ?? []),
      );
  };
  listen().catch(() => undefined);
  return { ...own, ask, printed, complained, events };
}

describe("following the document", () => {
  test("serves the page with a script that waits for changes, and its files", async () => {
    const { ask } = await follow();
    const [page, start] = await Promise.all([ask("/"), ask("/docs/start.js")]);
    expect([page.url.endsWith("/docs"), await page.text()]).toEqual([
      true,
      expect.stringContaining("<title>"),
    ]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await start.text()).toContain("EventSource");
    expect(await (await ask("/openapi.yaml")).text()).toBe(documentText);
    expect((await ask("/examples/../secret.json")).status).toBe(404);
    expect((await ask("/examples/linked.json")).status).toBe(404);
  });

  test("generates, checks and reloads a changed document, each with one line and its time", async () => {
    const { write, ask, printed, events } = await follow();
    await write("openapi.yaml", documentText.replace("0.3.0", "0.4.0"));
    await expect.poll(() => events, { timeout: 20_000 }).toEqual(["event: change"]);
    expect(printed.slice(-2)).toEqual([
      expect.stringMatching(/^generate: done in \d+ ms$/),
      expect.stringMatching(/^check: done in \d+ ms$/),
    ]);
    expect(await (await ask("/openapi.yaml")).text()).toContain("0.4.0");
  });

  test("reloads the page for a changed example, and ignores other files", async () => {
    const { write, printed, events } = await follow();
    const before = printed.length;
    await write("published.yaml", "openapi: 3.1.1\n");
    await write("openapi.yaml.swp", "swap");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([printed.length, events]).toEqual([before, []]);
    await write("examples/list-trees/200.json", "{}");
    await expect.poll(() => events, { timeout: 20_000 }).toEqual(["event: change"]);
  });

  test("reports a failing step and still runs the others", async () => {
    const { write, printed, complained } = await follow();
    await write("generate.ts", 'console.error("openapi.yaml:3:1: no");\nprocess.exitCode = 1;\n');
    await write("openapi.yaml", documentText.replace("0.3.0", "0.4.0"));
    await expect.poll(() => printed.at(-1), { timeout: 20_000 }).toMatch(/^check: done/);
    expect(complained).toEqual([
      expect.stringMatching(/^generate: failed after \d+ ms\n {2}openapi\.yaml:3:1: no$/),
    ]);
  });

  test("serves the last valid state of a broken document until it is fixed", async () => {
    const { write, ask, complained, events } = await follow();
    await write("openapi.yaml", documentText.replace("title: Orchard", "title: [Orchard"));
    await expect
      .poll(() => complained.join("\n"), { timeout: 20_000 })
      .toMatch(/yaml:\d+:\d+: .*\n.* is broken/);
    expect(events).toEqual([]);
    expect(await (await ask("/openapi.json")).json()).toMatchObject({ info: { version: "0.3.0" } });
    await write("openapi.yaml", documentText.replace("0.3.0", "0.5.0"));
    await expect.poll(() => events, { timeout: 20_000 }).toEqual(["event: change"]);
    expect(await (await ask("/openapi.json")).json()).toMatchObject({ info: { version: "0.5.0" } });
  });
});

describe("the command", () => {
  const dev = fileURLToPath(new URL("dev.ts", import.meta.url));

  test("exits with 0 on SIGTERM", async () => {
    const child = spawn(process.execPath, [dev, "--port", "0", "--from", fixture.folder]);
    const ended = once(child, "exit");
    let printed = "";
    for await (const part of child.stdout) {
      printed += part;
      if (printed.includes("Ctrl+C")) break;
    }
    child.kill("SIGTERM");
    expect([printed, await ended]).toEqual([
      expect.stringMatching(/Orchard & Sons 0\.3\.0: .*\/docs\n/),
      [0, null],
    ]);
  });

  test.each([
    [["--prot", "1"], 2, "Unknown option '--prot'"],
    [["--from", "none"], 1, "none/openapi.yaml:1:1: cannot be read (ENOENT)"],
    [["--host", "192.0.2.1", "--port", "0"], 1, "EADDRNOTAVAIL"],
    [["--port", "many"], 1, "port"],
    [["--help"], 0, ""],
  ])("%j ends with %i and says %j", async (words, code, said) => {
    const ending = await promisify(execFile)(process.execPath, [dev, ...words]).then(
      ({ stderr }) => ({ code: 0, stderr }),
      (failure) => failure,
    );
    expect(ending.code).toBe(code);
    expect(ending.stderr).toContain(said);
  });
});
