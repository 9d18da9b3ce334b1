import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { readCpuUs } from "./read-cpu-us.ts";

/** A server under measurement, on whatever runtime. */
export type Served = {
  readonly port: number;
  /** What it has used of the processor so far, in microseconds. */
  readonly readCpuUs: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** How a server is started; one of workerd is a process beneath the one that was started. */
export type ServedOrder = {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly isBeneath: boolean;
};

/** Starts a server, and waits until it says where it listens. */
export async function startServed({ command, words, environment, isBeneath }: ServedOrder): Promise<Served> {
  const child = spawn(command, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").finally(() => process.off("exit", kill));
  const port = await new Promise<number>((settle, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, found] = /(?:127\.0\.0\.1:|listening on )(\d{4,5})\b/.exec(line) ?? [];
      if (found !== undefined) settle(Number(found));
    });
    child.once("exit", (code) => reject(new Error(`${words.join(" ")} ended with ${code}.`)));
  });
  const pid = isBeneath ? await findBeneath(Number(child.pid)) : Number(child.pid);
  return {
    port,
    readCpuUs: () => readCpuUs(pid),
    stop: async () => {
      // What is beneath another process would outlive it.
      child.kill(isBeneath ? "SIGTERM" : "SIGKILL");
      const timer = setTimeout(kill, 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The process that another one has started. */
async function findBeneath(pid: number): Promise<number> {
  const texts = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const found of texts.split(" ").filter((text) => text !== "")) {
    if ((await readFile(`/proc/${found}/comm`, "utf8")).startsWith("workerd")) return Number(found);
  }
  throw new Error("There is no process of workerd.");
}
