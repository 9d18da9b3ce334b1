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

async function run(...args: readonly string[]) {
  const written = { out: "", errors: "" };
  const code = await runConformance(args, {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.errors += text) },
    env: { CONFORMANCE_TOKEN: "" },
  });
  return { code, ...written };
}

describe("the command", () => {
  test("prints its options with --help and exits with 0", async () => {
    const { code, out } = await run("--help");
    expect([code, out.includes("--junit FILE")]).toEqual([0, true]);
  });

  test.for([
    ["The address of the deployment is missing."],
    ["nonsense is not an http:// or https:// address.", "nonsense"],
    ["Give one address; 2 were given.", "http://a", "http://b"],
    ["--account requires --symbol.", "http://a", "--account", "A"],
    ["--timeout must be a whole number of milliseconds from 1 to 9999999.", "http://a", "--timeout", "soon"],
    ['No claim has "nothing-like-it" in its id.', "http://a", "--only", "nothing-like-it"],
    ["/nowhere/plan.json cannot be read.", "http://a", "--plan", "/nowhere/plan.json"],
    ["/nowhere/a.xml cannot be written.", "http://a", "--junit", "/nowhere/a.xml"],
    ["--token must not be empty.", "http://a", "--token", ""],
    ["The address must not have a user or password; use --token.", "http://:secret@a"],
  ])("exits with 2 for wrong arguments: %s", async ([message, ...args]) => {
    const { code, out, errors } = await run(...args);
    expect([code, out, errors.split("\n")[0]]).toEqual([2, "", message]);
  });

  test("exits with 0 if every asked claim holds, and with 1 if none was asked", async () => {
    const { code, out } = await run(address, "--only", "search.no-match");
    expect([code, out.split("\n").at(-2)]).toEqual([0, "all                        1      0          0"]);
    const none = await run(address, "--only", "search.planned-terms");
    expect([none.code, none.out.split("\n")[0]]).toEqual([
      1,
      "not asked  search.planned-terms-find-their-symbols: needs searches of the plan",
    ]);
  });

  test("ignores an empty token in the environment, and asks claims about our own server with --house", async () => {
    const { out } = await run(address, "--only", "notifications.defaults");
    expect(out).toContain("not asked  notifications.defaults");
    const [without, asked] = [
      await run(address, "--only", "every.trace-continued"),
      await run(address, "--only", "every.trace-continued", "--house"),
    ];
    expect(without.out).toContain("not asked  every.trace-continued: needs --house");
    expect(asked.out).toContain("BREAKS     every.trace-continued");
  });

  test("exits with 1 if a claim breaks, prints the answer and writes the reports", async () => {
    const [junit, json] = [join(folder, "a.xml"), join(folder, "a.json")];
    const { code, out } = await run(
      address,
      "--only",
      "search.success-status",
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

  test("reports the faults of a plan and never prints a token", async () => {
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ user: { token: "very-secret-token" }, symbols: "FPT" }));
    const invalid = await run(address, "--plan", plan);
    expect(invalid.errors).toContain("must NOT have additional properties: symbols");
    await writeFile(plan, JSON.stringify({ user: { token: "very-secret-token" } }));
    const { out } = await run(address, "--plan", plan, "--only", "notifications.");
    expect(out).toContain("BREAKS");
    expect(out).not.toContain("very-secret-token");
  });

  test("reports every claim as broken if the address does not answer", async () => {
    const { code, out } = await run("http://127.0.0.1:9", "--only", "search.success");
    expect([code, out.includes("no answer (ECONNREFUSED)")]).toEqual([1, true]);
  });
});
