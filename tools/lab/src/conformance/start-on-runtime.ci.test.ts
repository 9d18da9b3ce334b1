import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bunSqlite, denoSqlite } from "./pairs.ts";

const oms = fileURLToPath(new URL("../../../../apps/oms/dist/oms.js", import.meta.url));

test.each([bunSqlite, denoSqlite])("serves a copy of its data on $name until it is stopped", async (pair) => {
  const dataFolder = await mkdtemp(join(tmpdir(), "seed-"));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  for (const words of [
    ["db", "migrate"],
    ["demo", "load"],
  ])
    await promisify(execFile)(process.execPath, [oms, ...words], { env: { DATA_DIR: dataFolder } });
  const before = await readdir(dataFolder);
  const { url, stop } = await pair.start({ dataFolder, backupFile: "", jwks: "" });
  const answer = await fetch(`${url}/api/v1/MarketData/GetSymbolSearch/fpt`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { isSuccess: true, returnCode: 0 }]);
  await stop();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(await readdir(dataFolder)).toEqual(before);
});
