import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../dist/runtime/node.js", import.meta.url));

/** A built server at work, and all that it has written. */
export type BuiltServer = {
  readonly origin: string;
  readonly written: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The code that it ends with; null where a signal has killed it. */
  readonly ended: Promise<number | null>;
};

/** Starts the built server with an environment that holds nothing else, and waits until it listens. */
export async function startBuiltServer(environment: Readonly<Record<string, string>>): Promise<BuiltServer> {
  const child = spawn(process.execPath, [program], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => code as number | null);
  let written = "";
  const listened = new Promise<string>((settle) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        written += text;
        const [, origin] = /"event":"listening","origin":"([^"]+)"/.exec(written) ?? [];
        if (origin !== undefined) settle(origin);
      });
    }
  });
  const origin = await Promise.race([listened, ended]);
  if (typeof origin !== "string") throw new Error(`The server ended with ${origin}: ${written}`);
  return { origin, written: () => written, signal: (name) => void child.kill(name), ended };
}
