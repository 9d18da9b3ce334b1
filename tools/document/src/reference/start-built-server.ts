import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildServer, startChild } from "./start-child.ts";

/** Starts the server as it was built, on a free port, with a data folder of its own that goes when it stops. */
export async function startBuiltServer(entryPath: string): Promise<ChildServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "reference-data-"));
  const forget = (): Promise<void> => rm(dataFolder, { recursive: true, force: true });
  try {
    // Nothing else of the environment: a database that happens to be named there is not for a check to open.
    const child = await startChild(entryPath, [], {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataFolder,
      LOG_LEVEL: "warn",
      DRAIN_DELAY_MS: "0",
    });
    return { ...child, stop: () => child.stop().finally(forget) };
  } catch (failure) {
    await forget();
    throw failure;
  }
}
