import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import { type Program, startProgram } from "./program.ts";
import { findFreePorts } from "./programs.ts";

/** The storage servers of Swift. */
const swiftParts = ["account", "container", "object"] as const;

const wanted = [
  "swift-ring-builder",
  "swift-proxy-server",
  ...swiftParts.map((part) => `swift-${part}-server`),
];

/** Finds the folder with all programs of Swift. Throws with how to install them. */
export function findSwiftPrograms({ PATH = "" }: Readonly<Record<string, string | undefined>>): string {
  const found = PATH.split(":").find((folder) => wanted.every((name) => existsSync(join(folder, name))));
  if (found !== undefined) return found;
  throw new Error(
    "There is no Swift. Install it (Debian: apt-get install swift-proxy swift-account swift-container swift-object).",
  );
}

/** An empty bucket on its own storage server. */
export type ScratchBucket = {
  readonly url: string;
  readonly access: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** Where the storage keeps its files. */
  readonly folder: string;
  /** Kills the storage and removes its files. */
  readonly stop: () => Promise<void>;
};

const access = { region: "here-1", accessKeyId: "test:tester", secretAccessKey: "testing" };
const readyMsMax = 120_000;
const run = promisify(execFile);

/** Starts a storage server on free ports of this machine and creates a bucket. */
export async function startBucket(): Promise<ScratchBucket> {
  const programs = findSwiftPrograms(process.env);
  const folder = await mkdtemp(join(tmpdir(), "bucket-"));
  const servers: Program[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ports = await findPorts();
    await writeSettings(folder, ports);
    await Promise.all(
      swiftParts.map((part) => placePart(join(programs, "swift-ring-builder"), folder, part, ports[part])),
    );
    for (const part of [...swiftParts, "proxy"]) {
      const words = [join(folder, `${part}.conf`)];
      servers.push(startProgram(join(programs, `swift-${part}-server`), words));
    }
    const url = `http://127.0.0.1:${ports.proxy}/cards`;
    await makeBucket(url, Promise.race(servers.map(({ ended }) => ended)));
    return { url, access, folder, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** Builds the ring of a part with a single device. */
async function placePart(builder: string, folder: string, part: string, port: number): Promise<void> {
  const file = `${part}.builder`;
  const orders = [["create", "2", "1", "0"], ["add", `r1z1-127.0.0.1:${port}/d1`, "1"], ["rebalance"]];
  for (const order of orders) await run(builder, [file, ...order], { cwd: folder });
}

/** The bucket is ready when an object has been stored in it and removed. */
async function makeBucket(url: string, ended: Promise<unknown>): Promise<void> {
  const client = new AwsClient({ ...access, service: "s3", retries: 0 });
  let said = "nothing";
  const early = ended.then((): never => {
    throw new Error("A part of the storage ended before it could be reached.");
  });
  early.catch(() => {});
  const call = async (at: string, method: string) => fetch(await client.sign(at, { method }));
  for (const began = performance.now(); performance.now() - began < readyMsMax; ) {
    await Promise.race([wait(100), early]);
    try {
      const answers = [
        await call(url, "PUT"),
        await call(`${url}/ready`, "PUT"),
        await call(`${url}/ready`, "DELETE"),
      ];
      const failed = answers.find(({ ok }) => !ok);
      if (failed === undefined) return;
      said = `${failed.status} ${await failed.text()}`;
    } catch (failure) {
      said = String(failure);
    }
  }
  throw new Error(`No bucket could be made at ${url}; the storage said: ${said}`);
}

async function findPorts(): Promise<Ports> {
  const names = ["proxy", ...swiftParts];
  const ports = await findFreePorts(names.length);
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Ports;
}

/** The port of each part. */
type Ports = Readonly<Record<"proxy" | (typeof swiftParts)[number], number>>;

const namesOfPage = 10;

/** Writes the settings of all parts into a folder. */
async function writeSettings(folder: string, ports: Ports): Promise<void> {
  await mkdir(join(folder, "devices", "d1"), { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = scratch\nswift_hash_path_suffix = bucket\n[storage-policy:0]\nname = default\ndefault = yes\n",
  );
  for (const part of swiftParts) {
    const beginning = begin(folder, ports[part]);
    await write(
      `${part}.conf`,
      `${beginning}devices = ${folder}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    );
  }
  await write("proxy.conf", `${begin(folder, ports.proxy)}${pipeline}`);
}

function begin(folder: string, port: number): string {
  return `[DEFAULT]\nswift_dir = ${folder}\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nlog_address = /dev/null\n`;
}

/** Nothing listens on the port of memcached; Swift works without it. */
const pipeline = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = here-1
max_bucket_listing = ${namesOfPage}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`;
