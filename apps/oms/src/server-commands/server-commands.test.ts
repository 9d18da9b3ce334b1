import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { everyCommand, operationsWithoutCommand } from "../every-command.ts";
import type { PlannedWorld } from "../testing/plan-world.ts";
import { worldTestAfter } from "../testing/world-test.ts";
import { kebab } from "./operation-spec.ts";
import { operations } from "./operations.gen.ts";

const examples = resolve(import.meta.dirname, "../../../../openapi/examples");

function readExample(id: string, name: string): unknown {
  const folder = kebab(id);
  return JSON.parse(readFileSync(join(examples, operations[id]?.document ?? "", folder, name), "utf8"));
}

const sentIds = Object.entries(operations)
  .filter(([, { words }]) =>
    everyCommand.some(
      (command) => "server" in (command.options ?? {}) && command.words.join() === words.join(),
    ),
  )
  .map(([id]) => id);

/** A server that answers once, and the request that it got. */
function serve(answer: Response | Error) {
  const requests: { readonly url: URL; readonly request: Request; readonly body: unknown }[] = [];
  const fetch = async (...given: Parameters<typeof globalThis.fetch>): Promise<Response> => {
    const request = new Request(...given);
    const text = await request.clone().text();
    requests.push({ url: new URL(request.url), request, body: text === "" ? undefined : JSON.parse(text) });
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  return { requests, fetch };
}

const environment = (world: PlannedWorld) => ({ DATA_DIR: world.pathOf("."), USER: "lan" });
const withKeys = worldTestAfter("keys make");

test("no two commands have the same words, and only operations that exist have none", () => {
  const words = everyCommand.map((command) => command.words.filter(Boolean).join(" "));
  expect(new Set(words).size).toBe(words.length);
  expect(operationsWithoutCommand.filter((id) => !(id in operations))).toEqual([]);
  expect(sentIds.length).toBe(Object.keys(operations).length - operationsWithoutCommand.length);
});

describe("with the request that is the example of its operation", () => {
  for (const id of sentIds) {
    withKeys(`${id} sends it and shows the answer`, async ({ world }) => {
      const { words, hasBody } = operations[id] as NonNullable<(typeof operations)[string]>;
      const request = readExample(id, "request.json") as Record<"path" | "query", Record<string, unknown>>;
      const body = (hasBody ? readExample(id, "request-body.json") : {}) as Record<string, unknown>;
      const answer = readExample(id, "200.json");
      const { requests, fetch } = serve(Response.json(answer));
      const options = Object.entries({ ...request.query, ...body }).map(
        ([name, value]) => `--${kebab(name)}=${spell(value)}`,
      );
      const line = [...words, ...Object.values(request.path ?? {}).map(String), ...options];
      const run = (more: readonly string[]) =>
        world.oms([...line, ...more], { fetch, environment: environment(world) });
      const shown = await run([]);
      expect(shown).toMatchObject({
        exitCode: 0,
        stderr: expect.stringMatching(/^(?:There are more: .+\n)?$/),
      });
      const [sent] = requests;
      if (hasBody) expect(sent?.body).toEqual(body);
      const query = Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]);
      expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual(Object.fromEntries(query));
      const places = Object.values(request.path ?? {}).map((value) => `/${value}(?:/|$)`);
      expect(sent?.url.pathname).toMatch(new RegExp(places.join(".*")));
      expect(shown.stdout).not.toMatch(/undefined|\[object/);
      expect(JSON.parse((await run(["--json"])).stdout)).toEqual(answer);
    });
  }
});

withKeys.for([
  ["FPT", "81.000", 81_000],
  ["FPT", "81,000", 81_000],
  ["41I1F6000", "1,461.5", 1_461.5],
  ["41I1F6000", "1.461,5", 1_461.5],
] as const)("takes a price of %s written %s as in a file", async ([symbol, text, price], { world }) => {
  const { requests, fetch } = serve(Response.json(readExample("setPrice", "200.json")));
  const line = `price set ${symbol} --price ${text} --reason fallen`;
  await world.oms(line, { fetch, environment: environment(world) });
  expect(requests[0]?.body).toMatchObject({ price, reason: "fallen" });
});

function spell(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value instanceof Object ? JSON.stringify(value) : String(value);
}

withKeys("shows a list as a table, times in UTC, and what is not in the list above it", async ({ world }) => {
  const { fetch } = serve(Response.json(readExample("listCalls", "200.json")));
  const { stdout } = await world.oms("calls list --due today", { fetch, environment: environment(world) });
  expect(stdout.split("\n").map((line) => line.replaceAll(/ {2,}/g, "  "))).toEqual([
    "TOTAL  1",
    "OUTSTANDING  2,000,000",
    "NEEDED  2,000,000",
    "COUNTS  all 1; overdue 0; due today 1; force close 0; recovered 0; without contact 0",
    "",
    "CALLS:",
    expect.stringMatching(/^ACCOUNT {2}USER {2}SYMBOL {2}STATE {2}OPENED AT .* LAST CONTACT ANSWER$/),
    expect.stringMatching(
      /^888C000017 {2}demo {2}FPT {2}called {2}2025-06-02T03:00:00Z .* 2,000,000 {2}80,000 .* promised$/,
    ),
    "",
  ]);
});

withKeys(
  "names the user of the shell to a server of this machine, and asks no other without a token",
  async ({ world }) => {
    const { requests, fetch } = serve(Response.json(readExample("getStatus", "200.json")));
    const ask = (line: string, more: object = {}) =>
      world.oms(line, { fetch, environment: { ...environment(world), ...more } });
    await ask("status get", { PORT: "8799" });
    const [sent] = requests;
    expect(sent?.url.origin).toBe("http://127.0.0.1:8799");
    const [, claims = ""] = sent?.request.headers.get("authorization")?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      sub: "lan",
      roles: "viewer",
    });
    const elsewhere = [
      "oms.example.com",
      "127.0.0.1.example.com",
      "localhost.example.com",
      "[::ffff:127.0.0.1]",
    ];
    for (const host of elsewhere) {
      expect(await ask(`status get --server https://${host}`), host).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining("OMS_TOKEN is not set"),
      });
    }
    expect(requests).toHaveLength(1);
    await ask("status get", { OMS_URL: "https://oms.example.com", OMS_TOKEN: "a.b.c" });
    expect(requests[1]?.url.href).toBe("https://oms.example.com/operator/v0/status");
    expect(requests[1]?.request.headers.get("authorization")).toBe("Bearer a.b.c");
  },
);

const bodies = {
  refused: { status: "failed", code: "no_open_call", message: "No call of FPT is open.", accountId: "A" },
  invalid: {
    ...{ error: "bad_request", message: "The request is not valid.", status: 400 },
    details: [{ field: "promisedAmount", message: "has to be at least 1" }],
  },
  forbidden: { error: "forbidden", message: "This needs the role operator.", status: 403 },
  absent: { error: "not_found", message: "There is no such account.", status: 404 },
};

worldTestAfter()("sends no token where the operation takes none", async ({ world }) => {
  const { requests, fetch } = serve(Response.json(readExample("getMarket", "200.json")));
  const run = await world.oms("market get", { fetch, environment: environment(world) });
  expect([run.exitCode, requests[0]?.request.headers.get("authorization")]).toEqual([0, null]);
});

withKeys.for([
  ["a refusal", Response.json(bodies.refused), 1, "No call of FPT is open.\n"],
  [
    "a field that is not valid",
    Response.json(bodies.invalid, { status: 400 }),
    2,
    "--promised-amount: has to be at least 1",
  ],
  [
    "another token's keys",
    Response.json({ error: {} }, { status: 401 }),
    3,
    "refuses the token: set OMS_TOKEN",
  ],
  [
    "a role that is missing",
    Response.json(bodies.forbidden, { status: 403 }),
    3,
    "This needs the role operator.\n",
  ],
  [
    "an account that is none",
    Response.json(bodies.absent, { status: 404 }),
    1,
    "There is no such account.\n",
  ],
  ["no server", new TypeError("fetch failed"), 4, "start one with npm start"],
  ["a page of something else", new Response("<html>"), 4, "http://127.0.0.1:8787 failed"],
] as const)("ends by its kind on %s", async ([, answer, exitCode, said], { world }) => {
  const { fetch } = serve(answer);
  const line = "contact add A FPT --method telephone --answer promised --key K-1";
  expect(await world.oms(line, { fetch, environment: environment(world) })).toEqual({
    ...{ exitCode, stdout: exitCode === 1 ? expect.any(String) : "", stderr: expect.stringContaining(said) },
  });
});

withKeys(
  "takes numbers and times as other commands do, and shows more of a list by its option",
  async ({ world }) => {
    const { requests, fetch } = serve(Response.json(readExample("addContact", "200.json")));
    const line =
      "contact add A FPT --method telephone --answer promised --promised-amount 500.000 --promised-until 2025-06-02T03:00:00.000Z";
    await world.oms(line, { fetch, environment: environment(world) });
    expect(requests[0]?.body).toMatchObject({
      promisedAmount: 500_000,
      promisedUntil: Date.UTC(2025, 5, 2, 3),
    });
    const page = serve(Response.json(readExample("listAudit", "200.json")));
    const listed = await world.oms("audit list prices", { ...page, environment: environment(world) });
    expect(listed.stderr).toBe("There are more: --cursor 6\n");
  },
);

withKeys("shows a refusal's figures, and no text of an answer that moves the cursor", async ({ world }) => {
  const refused = readExample("previewCover", "200-refused.json");
  const answer = serve(Response.json(refused));
  const preview = "cover preview A FPT --amount 2,000,000";
  const shown = await world.oms(preview, { ...answer, environment: environment(world) });
  expect(shown).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^MOST +[0-9,]+$/m) });
  const json = await world.oms(`${preview} --json`, { ...answer, environment: environment(world) });
  expect(JSON.parse(json.stdout)).toMatchObject({ refused: { found: refused } });
  const evil = { ...bodies.absent, message: "a\u001B[2J\nb" };
  for (const response of [
    Response.json(evil, { status: 404 }),
    Response.json({ a: evil.message, b: [evil] }),
  ]) {
    const { fetch } = serve(response);
    const { stdout, stderr } = await world.oms("account get A", { fetch, environment: environment(world) });
    expect(`${stdout}${stderr}`).not.toContain("\u001B");
  }
});

withKeys("says under which key a change may be repeated that no server has answered", async ({ world }) => {
  const { requests, fetch } = serve(new TypeError("fetch failed"));
  const line = "contact add A FPT --method telephone --answer reached";
  const { stderr } = await world.oms(line, { fetch, environment: environment(world) });
  expect(stderr).toContain(`repeat it with --key ${requests[0]?.request.headers.get("idempotency-key")}.`);
});

worldTestAfter().for([
  ["status get", 3, "There are no keys in"],
  ["status get --server ftp://a", 2, "--server is no address of a server"],
  ["status get --server http://u:p@127.0.0.1", 2, "--server is no address of a server"],
  ["status get --server http://127.0.0.1/?a", 2, "--server is no address of a server"],
  ["status get --database a.sqlite", 2, "--database is for commands that work on a store"],
  [
    "contact add A FPT --method telephone --answer promised --promised-amount 1,0000",
    2,
    "is not a whole number",
  ],
  ["calls list --due soon", 2, '--due is "soon": write one of overdue, today, later.'],
  ["calls list --limit 1.5", 2, "--limit 1.5 is fractional"],
  ["audit list prices --from yesterday", 2, '--from is "yesterday": write a time'],
  ["prices shock --percents [", 2, "--percents is no JSON"],
] as const)("%s asks nothing", async ([line, exitCode, said], { world }) => {
  const { requests, fetch } = serve(Response.json({}));
  const run = await world.oms(line, { fetch, environment: environment(world) });
  expect(run).toMatchObject({ exitCode, stderr: expect.stringContaining(said) });
  expect(requests).toEqual([]);
});
