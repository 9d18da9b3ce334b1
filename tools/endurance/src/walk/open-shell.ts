import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";

/** A shell that keeps what it was told, as that of a reader who pastes one thing after the other. */
export type Shell = {
  readonly run: (command: string) => Promise<Ran>;
  /** Ends the shell, and resolves when it is gone. */
  readonly close: () => Promise<void>;
};

/** What a command wrote, on stdout and on stderr, and how it ended. */
export type Ran = { readonly printed: string; readonly said: string; readonly exitCode: number };

/** Opens a shell in a folder; a command that takes longer than so long ends it. */
export function openShell(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  runMsMax: number,
): Shell {
  const child = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env: environment, detached: true });
  const kill = (): void => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL"));
  process.once("exit", kill);
  const ended = once(child, "close").finally(() => process.off("exit", kill));
  // Whoever runs a command hears that the shell is gone.
  ended.catch(() => {});
  child.stdin.on("error", () => {});
  const outlets = [child.stdout.setEncoding("utf8"), child.stderr.setEncoding("utf8")] as const;

  const run = async (command: string): Promise<Ran> => {
    const mark = randomUUID();
    const heard = Promise.all(outlets.map((outlet) => hearUntil(outlet, mark)));
    const timer = setTimeout(kill, runMsMax);
    const told = `printf '%s %s.' ${mark} "$?"`;
    child.stdin.write(`eval ${quote(command)} </dev/null; { ${told}; ${told} >&2; }\n`);
    try {
      const [out, aside] = await heard;
      return { printed: out?.text ?? "", said: aside?.text ?? "", exitCode: out?.exitCode ?? 1 };
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    run,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Reads what comes until the mark, behind which stands the exit code. */
function hearUntil(
  outlet: NodeJS.ReadableStream,
  mark: string,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  return new Promise((settle, reject) => {
    let heard = "";
    const stop = (): void => {
      outlet.off("data", hear);
      outlet.off("end", fail);
    };
    const fail = (): void => {
      stop();
      reject(new Error(`The shell ended before the command did; it said: ${heard}`));
    };
    const hear = (text: string): void => {
      heard += text;
      const [before = "", code] = heard.split(mark);
      if (code?.endsWith(".") !== true) return;
      stop();
      settle({ text: before, exitCode: Number.parseInt(code, 10) });
    };
    outlet.on("data", hear);
    outlet.on("end", fail);
  });
}

/** Writes a text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
