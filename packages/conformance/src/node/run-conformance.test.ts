import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runConformance } from "./run-conformance.ts";

let folder: string;
const server = createServer((request, response) => {
  const found = request.url?.endsWith("/zzqqxxzz") === true;
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ isSuccess: found, returnCode: 0, data: [] }));
});
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "run-conformance-"));
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function run(...words: readonly string[]) {
  const written = { out: "", complained: "" };
  const code = await runConformance(words, {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.complained += text) },
    env: { CONFORMANCE_TOKEN: "" },
  });
  return { code, ...written };
}

describe("The command", () => {
  test("tells its options when it is asked to, and ends with 0", async () => {
    const { code, out } = await run("--help");
    expect([code, out.includes("--junit FILE")]).toEqual([0, true]);
  });

  test.for([
    ["The address of the deployment is missing."],
    ["nonsense is no http:// or https:// address.", "nonsense"],
    ["One address is asked at a time; 2 were given.", "http://a", "http://b"],
    ["--account takes a --symbol beside it.", "http://a", "--account", "A"],
    ["--timeout takes a number of milliseconds.", "http://a", "--timeout", "soon"],
    ['No claim has "nothing-like-it" in its id.', "http://a", "--only", "nothing-like-it"],
    ["/nowhere/plan.json can't be read.", "http://a", "--plan", "/nowhere/plan.json"],
    ["/nowhere/a.xml can't be written.", "http://a", "--junit", "/nowhere/a.xml"],
    ["--token takes a token, and an empty one is none.", "http://a", "--token", ""],
    ["The address takes no user; name a token by --token.", "http://:secret@a"],
  ])("ends with 2 where it is used wrongly: %s", async ([complaint, ...words]) => {
    const { code, out, complained } = await run(...words);
    expect([code, out, complained.split("\n")[0]]).toEqual([2, "", complaint]);
  });

  test("ends with 0 where everything that was asked holds, and tells of what was not", async () => {
    const { code, out } = await run(address, "--only", "search.nothing-found");
    expect([code, out.split("\n").at(-2)]).toEqual([0, "all                        1      0          0"]);
    const none = await run(address, "--only", "search.planned-terms");
    expect([none.code, none.out.split("\n")[0]]).toEqual([
      1,
      "not asked  search.planned-terms-find-their-symbols: needs searches of the plan",
    ]);
  });

  test("asks nothing of a user where the token in the environment is empty, and our own ways when it is told to", async () => {
    const { out } = await run(address, "--only", "notifications.defaults");
    expect(out).toContain("not asked  notifications.defaults");
    const [without, asked] = [
      await run(address, "--only", "every.trace-goes-on"),
      await run(address, "--only", "every.trace-goes-on", "--house"),
    ];
    expect(without.out).toContain("not asked  every.trace-goes-on: needs --house");
    expect(asked.out).toContain("BREAKS     every.trace-goes-on");
  });

  test("ends with 1 where a claim breaks, shows what came, and writes its files", async () => {
    const [junit, json] = [join(folder, "a.xml"), join(folder, "a.json")];
    const { code, out } = await run(
      address,
      "--only",
      "search.says-success",
      "--junit",
      junit,
      "--json",
      json,
    );
    expect(code).toBe(1);
    expect(out).toContain("asked     GET /api/v1/MarketData/GetSymbolSearch/a\n");
    expect(out).toContain("came      200 with isSuccess false\n           expected  isSuccess true\n");
    expect(await readFile(junit, "utf8")).toContain('failures="1"');
    expect(JSON.parse(await readFile(json, "utf8"))).toMatchObject({ held: 0, broken: 1, notAsked: 0 });
  });

  test("names what is wrong with a plan, and never shows a token", async () => {
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ user: { token: "very-secret-token" }, symbols: "FPT" }));
    const odd = await run(address, "--plan", plan);
    expect(odd.complained).toContain("must NOT have additional properties: symbols");
    await writeFile(plan, JSON.stringify({ user: { token: "very-secret-token" } }));
    const { out } = await run(address, "--plan", plan, "--only", "notifications.");
    expect(out).toContain("BREAKS");
    expect(out).not.toContain("very-secret-token");
  });

  test("breaks every claim that it asks of an address where nobody answers", async () => {
    const { code, out } = await run("http://127.0.0.1:9", "--only", "search.says");
    expect([code, out.includes("no answer (ECONNREFUSED)")]).toEqual([1, true]);
  });
});
