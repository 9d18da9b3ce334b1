import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runSql } from "@trading-oms/scratch-database";
import { commitStatement } from "@trading-oms/store";
import { changeOf } from "./change-of.ts";

/** Changes accounts by PostgreSQL's own bench, with the statement of the store; the changes a second. */
export async function runPgbench(
  url: string,
  clients: number,
  durationMs: number,
  folder: string,
): Promise<number> {
  for (let writer = 0; writer < clients; writer += 1) {
    await runSql(
      url,
      fill(changeOf(writer, 0), () => undefined),
    );
  }
  const script = join(folder, "change.pgbench");
  await writeFile(
    script,
    `${fill(changeOf(0, 1), inPgbench).replaceAll("\n", " ")};\n\\set version :version + 1\n`,
  );
  const seconds = String(Math.max(1, Math.round(durationMs / 1_000)));
  const words = [
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    "2",
    "-T",
    seconds,
    "-D",
    "version=1",
    "-f",
    script,
  ];
  const { stdout } = await promisify(execFile)(await findPgbench(), [...words, url]);
  const told = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (told === undefined) throw new Error(`pgbench told no rate:\n${stdout}`);
  return Number(told);
}

/** What stands in the place of a value that differs from change to change. */
function inPgbench(place: number): string | undefined {
  const places: Readonly<Record<number, string>> = {
    1: "('user-' || :client_id::text)",
    2: "('account-' || :client_id::text)",
    3: ":version::bigint",
    5: ":version::bigint",
    6: "('0b8e0c3e-6a0e-4c39-9a52-' || :client_id::text || '-' || :version::text)",
    16: "array[:version::bigint]",
    19: "array[:version::bigint]",
  };
  return places[place];
}

function fill(
  change: Parameters<typeof commitStatement>[0],
  replace: (place: number) => string | undefined,
): string {
  const writer = Number(change.key.userId.replace("user-", ""));
  const { text, values } = commitStatement(change, writer + 1);
  return text.replaceAll(
    /\$(\d+)/g,
    (_, place: string) => replace(Number(place)) ?? literal(values[Number(place) - 1]),
  );
}

function literal(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(", ")}]`;
  return typeof value === "string" ? `'${value}'` : String(value);
}

async function findPgbench(): Promise<string> {
  const home = "/usr/lib/postgresql";
  const versions = await readdir(home).catch(() => []);
  const newest = versions.sort((left, right) => Number(right) - Number(left))[0];
  return newest === undefined ? "pgbench" : join(home, newest, "bin/pgbench");
}
