import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Makes the demonstration, its backup, and a token of its first user. */
export async function makeSeed() {
  const dataFolder = await mkdtemp(join(tmpdir(), "trading-oms-pairs-"));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const program = fileURLToPath(import.meta.resolve("@trading-oms/oms/oms"));
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: dataFolder };
  const oms = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], { env, encoding: "utf8" });
  const backupFile = join(dataFolder, "backup.jsonl.gz");
  oms("demo", "load");
  oms("db", "backup", backupFile);
  const token = oms("token", "--user", "demo").trim();
  const { keys } = JSON.parse(await readFile(join(dataFolder, "keys.json"), "utf8"));
  const jwks = JSON.stringify({ keys: keys.map(({ d: _secret, ...key }: { d: string }) => key) });
  return { seed: { dataFolder, backupFile, jwks }, token };
}
