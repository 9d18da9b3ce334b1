import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/runtimes/node/main.js", import.meta.url));

/** How a server ended that could not serve. */
type BuiltRun = { readonly code: number | null; readonly complained: string };

/** Runs the built server, which is to end by itself, with an environment that holds nothing else. */
export async function runBuiltServer(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<BuiltRun> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PORT: "0", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  let complained = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, complained };
}
