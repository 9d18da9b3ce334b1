import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import { findSwiftPrograms, swiftParts } from "./find-swift-programs.ts";
import { type Ports, writeSettings } from "./write-settings.ts";

/** A bucket that holds nothing, on a storage of its own. */
export type ScratchBucket = {
  readonly url: string;
  readonly access: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** Where the storage keeps what it is given. */
  readonly folder: string;
  /** Ends the storage, as a machine that fails would, and removes what it kept. */
  readonly stop: () => Promise<void>;
};

const access = { region: "here-1", accessKeyId: "test:tester", secretAccessKey: "testing" };
const readyMsMax = 120_000;
const run = promisify(execFile);

/** Starts a storage on free ports of this machine, and makes a bucket on it. */
export async function startBucket(): Promise<ScratchBucket> {
  const programs = findSwiftPrograms(process.env);
  const folder = await mkdtemp(join(tmpdir(), "bucket-"));
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    const ended = children.filter(isAlive).map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  // Whoever breaks off leaves no storage behind.
  process.once("exit", () => children.map((child) => child.kill("SIGKILL")));
  try {
    const ports = await findPorts();
    await writeSettings(folder, ports);
    await Promise.all(
      swiftParts.map((part) => placePart(join(programs, "swift-ring-builder"), folder, part, ports[part])),
    );
    for (const part of [...swiftParts, "proxy"]) {
      const words = [join(folder, `${part}.conf`)];
      children.push(spawn(join(programs, `swift-${part}-server`), words, { stdio: "ignore" }));
    }
    const url = `http://127.0.0.1:${ports.proxy}/cards`;
    await makeBucket(url, () => children.every(isAlive));
    return { url, access, folder, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Tells Swift that a part is in one place alone. */
async function placePart(builder: string, folder: string, part: string, port: number): Promise<void> {
  const file = `${part}.builder`;
  const orders = [["create", "2", "1", "0"], ["add", `r1z1-127.0.0.1:${port}/d1`, "1"], ["rebalance"]];
  for (const order of orders) await run(builder, [file, ...order], { cwd: folder });
}

async function makeBucket(url: string, isRunning: () => boolean): Promise<void> {
  const client = new AwsClient({ ...access, service: "s3", retries: 0 });
  let said = "nothing";
  for (const began = performance.now(); performance.now() - began < readyMsMax; await wait(100)) {
    if (!isRunning()) throw new Error("A part of the storage ended before it could be reached.");
    try {
      const response = await fetch(await client.sign(url, { method: "PUT" }));
      if (response.ok) return;
      said = `${response.status} ${await response.text()}`;
    } catch (failure) {
      said = String(failure);
    }
  }
  throw new Error(`No bucket could be made at ${url}; the storage said: ${said}`);
}

async function findPorts(): Promise<Ports> {
  const servers = await Promise.all(["proxy", ...swiftParts].map(listenAnywhere));
  const ports = Object.fromEntries(servers.map(({ name, port }) => [name, port]));
  for (const { close } of servers) close();
  return ports as Ports;
}

async function listenAnywhere(name: string) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return { name, port: address.port, close: () => server.close() };
}
