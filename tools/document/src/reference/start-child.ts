import { spawn } from "node:child_process";

/** A server in a process of its own. */
export type ChildServer = {
  readonly origin: string;
  /** What it wrote to stderr so far, and the lines that it logged, which are JSON. */
  readonly complaints: () => string;
  /** Asks it to stop, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
};

/** Starts an entry file, and waits until it prints where the reference is. */
export function startChild(
  entryPath: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ChildServer> {
  const child = spawn(process.execPath, [entryPath, ...words], {
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
      if (origin !== undefined) resolve({ origin, complaints, stop });
    });
  });

  function complaints(): string {
    const logged = printed.split("\n").filter((line) => line.startsWith("{"));
    return [complained, ...logged].filter(Boolean).join("\n");
  }

  function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    return ended;
  }
}
