import { spawn } from "node:child_process";

/** The reference in a process of its own. */
export type ChildServer = {
  readonly origin: string;
  /** What the server wrote to stderr so far. */
  readonly complaints: () => string;
  /** Asks it to stop, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
};

/** Starts an entry file on a free port, and waits until it prints where it listens. */
export function startChild(
  entryPath: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ChildServer> {
  const child = spawn(process.execPath, [entryPath, "--port", "0", ...words], {
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let printed = "";
  let complained = "";
  child.stderr.on("data", (part: Buffer) => {
    complained += part.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${complained.trim()}`)));
    child.stdout.on("data", (part: Buffer) => {
      printed += part.toString("utf8");
      const origin = /(http:\/\/\S+?)\/docs\n/.exec(printed)?.[1];
      if (origin !== undefined) resolve({ origin, complaints: () => complained, stop });
    });
  });

  function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    return ended;
  }
}
