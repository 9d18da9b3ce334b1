import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/runtimes/node/main.js", import.meta.url));

/** The page of the desk is made after these tests may run. */
export const withoutDesk = { OPERATOR: "off" };

/** Exit code and standard error of a server that could not start. */
type BuiltRun = { readonly code: number | null; readonly complained: string };

/** Runs the built server with only this environment, and without the desk unless it asks for it, until it ends by itself. */
export async function runBuiltServer(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<BuiltRun> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PORT: "0", ...withoutDesk, ...environment },
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
