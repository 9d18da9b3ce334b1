import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@trading-oms/scratch";
import { interruption } from "../run/run-program.ts";

/** A registry on loopback with an account that may publish. */
export type Registry = {
  readonly origin: string;
  /** The path of an .npmrc: our packages are read and published here, and all others are read from the registry of this machine. */
  readonly npmrc: string;
  readonly stop: () => Promise<void>;
};

const verdaccio = resolve(import.meta.dirname, "../../node_modules/.bin/verdaccio");
const startMsMax = 30_000;

/** Starts verdaccio for our packages alone: through it, one failure of the machine's registry would make a package of others a 404. */
export async function startRegistry(folder: string, upstream: string): Promise<Registry> {
  await mkdir(folder);
  const address = `127.0.0.1:${await findFreePort()}`;
  const origin = `http://${address}/`;
  const config = join(folder, "config.yaml");
  await writeFile(config, settings);
  const child = spawn(verdaccio, ["--config", config, "--listen", address], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    await Promise.race([untilAnswers(origin), ended]);
    const token = await makeAccount(origin);
    const npmrc = join(folder, "npmrc");
    const login = `//${address}/:_authToken=${token}`;
    await writeFile(npmrc, `registry=${upstream}\n@trading-oms:registry=${origin}\n${login}\n`);
    return { origin, npmrc, stop };
  } catch (failure) {
    await stop();
    throw new Error("The registry did not start.", { cause: failure });
  }
}

const settings = `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
    max_users: 1
packages:
  "@trading-oms/*":
    access: $all
    publish: $authenticated
log: { type: stdout, format: pretty, level: error }
`;

async function untilAnswers(origin: string): Promise<void> {
  const { signal } = interruption;
  for (const began = performance.now(); performance.now() - began < startMsMax; ) {
    if (
      await fetch(`${origin}-/ping`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await wait(100, undefined, { signal });
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
