import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withDatabase } from "@trading-oms/scratch";
import type { Built } from "./build-stages.ts";
import { type InRoot, runInRoot, startInRoot } from "./in-root.ts";
import type { Stage } from "./stage.ts";

const readyMsMax = 20_000;
const issuer = "trading-oms";

/** Starts the server as its image would, on a PostgreSQL of this machine, and says where it does not do what it has to. */
export function askServer(stage: Stage, built: Built, kept: string): Promise<string[]> {
  return withDatabase(async (url) => {
    const faults: string[] = [];
    const given = await makeGiven(stage, built, kept, url);
    const oms = (...words: string[]): Promise<string> =>
      runInRoot({ ...given, words: ["/opt/oms/node", "/opt/oms/oms/dist/oms.js", ...words] });
    await oms("demo", "load");
    await oms("keys", "make");
    await writeFile(join(kept, "jwks.json"), await oms("keys", "list", "--public"));
    const token = (await oms("token", "--user", "demo-user")).trim();
    const server = startInRoot({ ...given, words: stage.command ?? [] });
    const ended = once(server, "exit") as Promise<[number | null]>;
    let said = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    }
    try {
      const origin = `http://127.0.0.1:${given.environment["PORT"]}`;
      if (!(await isReady(origin))) return [`the server was never ready: ${said.slice(0, 2_000)}`];
      faults.push(...(await askAll(origin, token)));
      await runInRoot({ ...given, words: stage.healthCommand ?? [] });
      await judgeWriting(given, faults);
    } finally {
      server.kill("SIGTERM");
    }
    const [code] = await ended;
    if (code !== 0) faults.push(`told to stop, the server ended with ${code}: ${said.slice(-1_000)}`);
    return faults;
  });
}

async function makeGiven(
  { user, volumes }: Stage,
  { root, folder, environment }: Built,
  kept: string,
  url: string,
): Promise<Omit<InRoot, "words">> {
  await mkdir(kept, { recursive: true });
  const [id = 0] = (user ?? "").split(":").map(Number);
  await chown(kept, id, id);
  return {
    ...{ root, folder, user },
    volumes: new Map(volumes.map((path) => [path, kept])),
    environment: {
      ...environment,
      PORT: String(await findFreePort()),
      DATABASE_URL: url,
      AUTH_JWKS_FILE: `${volumes[0]}/jwks.json`,
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: issuer,
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < readyMsMax; await wait(50)) {
    const status = await fetch(`${origin}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
    if (status === 200) return true;
  }
  return false;
}

/** Each operation once; what a card is answered without a card shows that it is there. */
async function askAll(origin: string, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const json = (method: string, body: unknown): RequestInit => ({
    method,
    headers,
    body: JSON.stringify(body),
  });
  const cover = { accountId: "NOBODYS", symbol: "FPT", amount: 1 };
  const asked: readonly (readonly [string, RequestInit, number])[] = [
    ["/api/v1/MarketData/GetSymbolSearch/fpt", {}, 200],
    ["/api/v2/chat/api/id-card", json("POST", {}), 400],
    ["/api/v1/users/covered-margin-call", json("PATCH", cover), 404],
    ["/api/v1/diagnostics/margin-ratios/FPT", { headers }, 200],
    ["/api/v1/notifications", { headers }, 200],
  ];
  const faults: string[] = [];
  for (const [path, made, due] of asked) {
    const answer = await fetch(`${origin}${path}`, made);
    const body = await answer.text();
    if (answer.status !== due) faults.push(`${path} was answered by ${answer.status}: ${body.slice(0, 200)}`);
  }
  return faults;
}

/** Nothing of the image may be written, not even by whoever tries. */
async function judgeWriting(given: Omit<InRoot, "words">, faults: string[]): Promise<void> {
  const touch = (path: string): Promise<boolean> =>
    runInRoot({ ...given, words: ["touch", path] }).then(
      () => true,
      () => false,
    );
  if (await touch("/opt/oms/written")) faults.push("the root can be written");
  if (!(await touch("/var/lib/oms/written"))) faults.push("the volume can't be written");
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
