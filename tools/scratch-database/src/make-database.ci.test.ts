import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSql } from "./run-sql.ts";

const module = fileURLToPath(new URL("make-database.ts", import.meta.url));

test("a database that nobody has dropped goes when its process ends", async () => {
  const code = `process.once("SIGTERM", () => process.exit(1));
    console.log(await (await import(${JSON.stringify(module)})).makeDatabase());
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
  const ended = once(child, "exit");
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  const url = String(printed).trim();
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  child.kill("SIGTERM");
  await ended;
  await expect(runSql(url, "select 1")).rejects.toThrow("3D000");
});
