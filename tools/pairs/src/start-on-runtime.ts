import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { launchOn, type RuntimeName } from "@trading-oms/scratch";
import { findFreePort } from "./find-free-port.ts";
import { followEnd } from "./follow-end.ts";
import { makeFolder } from "./make-folder.ts";
import { pairSettings } from "./pair-settings.ts";

/** Where a runtime serves, until it is stopped. */
export type OnRuntime = { readonly url: string; readonly stop: () => Promise<void> };

const readyMsMax = 30_000;
const stopMsMax = 15_000;

const settings = { ...pairSettings, HOST: "127.0.0.1", DRAIN_DELAY_MS: "0" };

/** Starts the built server on a runtime, with SQLite in a copy of a folder, and waits until it is ready. */
export async function startOnRuntime(name: RuntimeName, dataFolder: string): Promise<OnRuntime> {
  const { command, words, entry } = await launchOn(name);
  const { folder, remove } = await makeFolder(`pair-${name}-`);
  try {
    await cp(dataFolder, folder, { recursive: true });
  } catch (failure) {
    remove();
    throw failure;
  }
  const port = await findFreePort();
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: `${port}`, DATA_DIR: folder, ...settings };
  const child = spawn(command, [...words, entry], { env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = followEnd(child);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
    await ended;
    clearTimeout(timer);
    remove();
  };
  const url = `http://127.0.0.1:${port}`;
  if (await isReadyInTime(url, () => child.pid !== undefined && child.exitCode === null))
    return { url, stop };
  await stop();
  throw new Error(`The server on ${name} was not ready in time, or ended.`);
}

async function isReadyInTime(url: string, isAlive: () => boolean): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began < readyMsMax && isAlive(); await wait(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return true;
  }
  return false;
}
