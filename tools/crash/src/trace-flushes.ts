import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type FlushTrace, judgeTrace } from "./judge-trace.ts";
import { listServerProcesses } from "./list-server-processes.ts";

const program = fileURLToPath(new URL("move-until-killed.ts", import.meta.url));

/** Watches the system calls of one writer, and of the server that it writes to, for a while. */
export async function traceFlushes(place: string, logPath: string, workMs: number): Promise<FlushTrace> {
  const child = spawn(process.execPath, [program, place, "7", "1"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((settle) => child.once("close", () => settle()));
  try {
    await new Promise<void>((settle, reject) => {
      child.once("error", reject);
      child.once("close", () => reject(new Error("The writer ended before it wrote anything.")));
      // Once it has written, the server has a process for it that is there to be watched.
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        if (/^A-/m.test(text)) settle();
      });
    });
    const servers = place.startsWith("postgres") ? await listServerProcesses(place) : [];
    await watch([Number(child.pid), ...servers], logPath, workMs);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
  return judgeTrace(await readFile(logPath, "utf8"));
}

function watch(processes: readonly number[], logPath: string, workMs: number): Promise<void> {
  const targets = processes.flatMap((each) => ["-p", String(each)]);
  const words = ["-f", "-qq", "-s", "80", "-e", "trace=fsync,fdatasync,write", "-o", logPath, ...targets];
  const strace = spawn("strace", words, { stdio: ["ignore", "ignore", "pipe"] });
  let complained = "";
  strace.stderr.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  return new Promise((settle, reject) => {
    strace.on("error", () =>
      reject(new Error("There is no strace; install it (Debian: apt-get install strace).")),
    );
    const timer = setTimeout(() => strace.kill("SIGINT"), workMs);
    strace.on("close", (code, signal) => {
      clearTimeout(timer);
      // It goes on where it may trace some of the processes; what it did not see would look like a flush that is missing.
      const mayTrace = !/not permitted/.test(complained);
      if (mayTrace && (code === 0 || signal === "SIGINT" || code === 130)) settle();
      else reject(new Error(explain(code, complained.trim(), mayTrace)));
    });
  });
}

function explain(code: number | null, complained: string, mayTrace: boolean): string {
  if (mayTrace) return `strace ended with ${code}: ${complained}`;
  return `strace may not trace here; give it CAP_SYS_PTRACE (docker run --cap-add=SYS_PTRACE), or run as root. It said: ${complained}`;
}
