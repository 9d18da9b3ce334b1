import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { runSql } from "./run-sql.ts";

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

const program = fileURLToPath(new URL("drop-databases.ts", import.meta.url));
const made = new Set<string>();

/** Makes a database that holds nothing, and gives its address; whatever nobody drops is dropped when this process ends. */
export async function makeDatabase(): Promise<string> {
  const name = `oms_scratch_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (made.size === 0) process.on("exit", dropAll);
  made.add(url.href);
  return url.href;
}

/** Drops a database, with whatever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  made.delete(url);
  if (made.size === 0) process.off("exit", dropAll);
}

/** Whoever is about to end can wait for another process, and for nothing else. */
function dropAll(): void {
  const env = { ...process.env, DATABASES: [...made].join(" ") };
  spawnSync(process.execPath, [program], { env, stdio: "ignore" });
}
