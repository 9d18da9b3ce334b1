/** Each command of `oms` that asks a server prints what curl gets: from the mock on a port, and from servers on two engines. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startBroker } from "@trading-oms/mock/node";
import { omsProgram, runOms, withDatabase } from "@trading-oms/scratch";
import { sampleOf } from "@trading-oms/scratch/short-form";
import { describe, expect, test } from "vitest";
import { startServerProcess, stopInPeace } from "../harness/server.ts";

type Asked = { readonly url: string; readonly token: string };
type Ran = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

const account = "/accounts/888C000017";

/** Every reading command, and the path that it asks. */
const reads: readonly (readonly [line: string, path: string])[] = [
  ["calls list --due overdue --limit 5", "/operator/v0/calls?due=overdue&limit=5"],
  ["nearest list --limit 3", "/operator/v0/nearest?limit=3"],
  ["accounts find --query 888C0000", "/operator/v0/accounts?query=888C0000"],
  ["audit list 888C000017 --kind cash", "/operator/v0/audits/888C000017?kind=cash"],
  ["held-back list", "/operator/v0/held-back"],
  ["rates list --level group", "/operator/v0/rates?level=group"],
  ["instruments list --query FPT --limit 1", "/operator/v0/instruments?query=FPT&limit=1"],
  ["account get 888C000017", `/companion/v0${account}`],
  ["position explain 888C000017 FPT", `/companion/v0${account}/positions/FPT/explanation`],
  ["prices list FPT", "/companion/v0/symbols/FPT/prices"],
  ["movements list 888C000017", `/companion/v0${account}/movements`],
];

/** Commands that change something, with members of their answers. */
const writes: readonly (readonly [line: string, shown: object])[] = [
  ["cash move 888C000017 --kind deposit --amount 2.000.000", { totalEquity: 82_000_000 }],
  ["cover set 888C000017 FPT --amount 2,000,000", { covered: 2_000_000 }],
  ["price set FPT --price 81,000 --confirm yes", { price: 81_000 }],
  [
    "rates set --level symbol --name FPT --margin-ratio 0.5 --margin-call-rate 0.4 --force-close-rate 0.3",
    { level: "symbol", name: "FPT" },
  ],
  ["rates remove --level symbol --name FPT", { level: "symbol", name: "FPT" }],
];

/** Answers that have the time, so only their members are compared. */
const moving: readonly (readonly [line: string, path: string])[] = [
  ["status get", "/operator/v0/status"],
  ["day-minutes list", "/operator/v0/minutes"],
  ["market get", "/companion/v0/market"],
];

async function oms({ url, token }: Asked, line: string | readonly string[]): Promise<Ran> {
  const words = typeof line === "string" ? line.split(" ") : line;
  const env = { PATH: process.env["PATH"] ?? "", OMS_URL: url, OMS_TOKEN: token, USER: "lab" };
  return promisify(execFile)(process.execPath, [omsProgram, ...words], { env }).then(
    (done) => ({ exitCode: 0, ...done }),
    ({ code, stdout, stderr }) => ({ exitCode: Number(code), stdout, stderr }),
  );
}

async function json(asked: Asked, line: string): Promise<object> {
  const ran = await oms(asked, `${line} --json`);
  expect(ran, line).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^(?:There are more: .+\n)?$/),
  });
  return JSON.parse(ran.stdout) as object;
}

async function curl({ url, token }: Asked, path: string): Promise<object> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as object;
}

async function expectSameAnswers(asked: Asked): Promise<void> {
  for (const [line, path] of reads) expect(await json(asked, line), line).toEqual(await curl(asked, path));
  for (const [line, path] of moving)
    expect(Object.keys(await json(asked, line)), line).toEqual(Object.keys(await curl(asked, path)));
  const shock = await oms(asked, [
    "prices",
    "shock",
    "--percents",
    '[{"scope":"all","percent":-7}]',
    "--json",
  ]);
  expect(JSON.parse(shock.stdout)).toMatchObject({ movedCount: expect.any(Number) });
  expect(await json(asked, "cover preview 888C000017 FPT --amount 2,000,000")).toMatchObject({
    status: "success",
  });
  const contact =
    "contact add 888C000017 FPT --method telephone --answer promised --promised-amount 2,000,000 --key K-1";
  const noted = await json(asked, contact);
  expect(noted).toMatchObject({ status: "success", contact: { by: "desk", promisedAmount: 2_000_000 } });
  expect(await json(asked, contact)).toEqual(noted);
  expect(await oms(asked, "calls release FPT --reason calm")).toMatchObject({ exitCode: 1 });
  for (const [line, shown] of writes) {
    const order = `${line} --reason asked --key ${line.replaceAll(" ", "_")}`;
    const answer = await json(asked, order);
    expect(answer, order).toMatchObject({ status: "success", ...shown });
    // A repeat under the same key is answered alike and changes nothing.
    expect(await json(asked, order), order).toEqual(answer);
  }
  expect(await oms(asked, "price set FPT --price 1 --reason asked")).toMatchObject({
    ...{ exitCode: 1, stderr: expect.stringContaining("not on a step") },
  });
}

describe("gives the answers of curl", () => {
  async function onMock(): Promise<void> {
    const broker = await startBroker({ desk: true, speed: 0 });
    await expectSameAnswers({ url: broker.url, token: await broker.user("desk", "operator") });
    await broker.close();
  }

  async function onServer(environment: Readonly<Record<string, string>>): Promise<void> {
    await runOms(environment, "db", "migrate");
    await runOms(environment, "demo", "load", "--desk");
    const server = await startServerProcess({ ...environment, FEED: "none", OPERATOR: "on" });
    const sign = (role: string) => runOms(environment, "token", "--user", "desk", "--role", role);
    const asked = { url: server.url, token: (await sign("operator")).trim() };
    await expectSameAnswers(asked);
    const viewer = { ...asked, token: (await sign("viewer")).trim() };
    expect(await oms(viewer, "calls release FPT --reason calm")).toMatchObject({ exitCode: 3, stdout: "" });
    expect(await oms({ ...asked, token: "a.b.c" }, "status get")).toMatchObject({
      ...{ exitCode: 3, stdout: "", stderr: expect.stringContaining("set OMS_TOKEN") },
    });
    expect(await stopInPeace(server)).toEqual([]);
    expect(await oms(asked, "status get")).toMatchObject({
      ...{ exitCode: 4, stdout: "", stderr: expect.stringContaining("start one with npm start") },
    });
  }

  async function inFolder(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "asked-"));
    await onServer({ DATA_DIR: folder, ...environment }).finally(() =>
      rm(folder, { recursive: true, force: true }),
    );
  }

  test.each(
    sampleOf(
      [
        ["the mock on a port", onMock],
        ["a server on SQLite", () => inFolder()],
        ["a server on PostgreSQL", () => withDatabase((url) => inFolder({ DATABASE_URL: url }))],
      ] as const,
      3,
    ),
  )("from %s", async (_place, ask) => {
    await ask();
  });
});

test("ends with 4 and the key of the change if a server accepts the connection and sends no answer", {
  timeout: 60_000,
}, async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((settle) => server.once("listening", settle));
  const { port } = server.address() as { readonly port: number };
  const asked = { url: `http://127.0.0.1:${port}`, token: "a.b.c" };
  const { exitCode, stderr } = await oms(asked, "calls release FPT --reason calm --key K-9");
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining("repeat it with --key K-9")]);
  server.close();
});
