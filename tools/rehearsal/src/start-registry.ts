import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { interruption } from "./interruption.ts";

/** A registry on loopback, with an account that may publish. */
export type Registry = {
  readonly origin: string;
  /** An .npmrc by which a program reads from it and may publish to it. */
  readonly npmrc: string;
  readonly stop: () => Promise<void>;
};

const bin = resolve(import.meta.dirname, "../node_modules/.bin/verdaccio");
const startMsMax = 30_000;

/** Starts verdaccio; what is not ours it fetches from the registry that this machine uses. */
export async function startRegistry(folder: string, upstream: string): Promise<Registry> {
  await mkdir(folder);
  const port = await findPort();
  const origin = `http://127.0.0.1:${port}/`;
  const config = join(folder, "config.yaml");
  await writeFile(config, describe(upstream));
  const child = spawn(bin, ["--config", config, "--listen", `127.0.0.1:${port}`], { cwd: folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<void>((settle) => {
    child.once("close", () => settle());
    child.once("error", (cause) => {
      said += cause.message;
      settle();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await untilAnswers(origin, ended);
    const token = await makeAccount(origin);
    const npmrc = join(folder, "npmrc");
    const login = `//127.0.0.1:${port}/:_authToken=${token}`;
    await writeFile(npmrc, `registry=${origin}\n@trading-oms:registry=${origin}\n${login}\n`);
    return { origin, npmrc, stop };
  } catch (failure) {
    await stop();
    throw new Error(`The registry did not start: ${said.trim()}`, { cause: failure });
  }
}

function describe(upstream: string): string {
  return `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
    max_users: 1
uplinks:
  machine:
    url: ${upstream}
packages:
  "@trading-oms/*":
    access: $all
    publish: $authenticated
  "**":
    access: $all
    proxy: machine
log: { type: stdout, format: pretty, level: error }
`;
}

/** A port that was free a moment ago. */
function findPort(): Promise<number> {
  const server = createServer();
  return new Promise((settle, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address instanceof Object ? settle(address.port) : reject(new Error("No port."))));
    });
  });
}

async function untilAnswers(origin: string, ended: Promise<void>): Promise<void> {
  const deadline = performance.now() + startMsMax;
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    const answer = await fetch(`${origin}-/ping`).catch(() => undefined);
    if (answer?.ok) return;
    if (hasEnded || performance.now() > deadline) throw new Error(`${origin} does not answer.`);
    interruption.signal.throwIfAborted();
    await new Promise((settle) => setTimeout(settle, 100));
  }
}

async function makeAccount(origin: string): Promise<string> {
  const answer = await fetch(`${origin}-/user/org.couchdb.user:rehearsal`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "rehearsal", password: "only on loopback" }),
  });
  const account: { readonly token?: string } = JSON.parse(await answer.text());
  if (account.token === undefined) throw new Error(`The registry gives no account: ${answer.status}.`);
  return account.token;
}
