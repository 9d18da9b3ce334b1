import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server under measurement. */
export type Started = {
  readonly port: number;
  /** What its process has used of the processor so far, in microseconds. */
  readonly readCpuUs: () => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Starts a server as a process of its own, and waits until it says where it listens. */
export async function startContender(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  cpuPath: "/cpu" | "/metrics",
): Promise<Started> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((settle, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, found] = /(?:127\.0\.0\.1:|listening on )(\d{4,5})\b/.exec(line) ?? [];
      if (found !== undefined) settle(Number(found));
    });
    child.once("exit", (code) => reject(new Error(`${words.join(" ")} ended with ${code}.`)));
  });
  return {
    port,
    readCpuUs: async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}${cpuPath}`)).text();
      if (cpuPath === "/metrics") return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1]) * 1e6;
      const { user, system } = JSON.parse(text) as { readonly user: number; readonly system: number };
      return user + system;
    },
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
