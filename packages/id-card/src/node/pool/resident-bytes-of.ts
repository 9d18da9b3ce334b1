import { readFile } from "node:fs/promises";

/** The memory that a process holds, or 0 where the system does not tell: only Linux tells it without being asked by a command. */
export async function residentBytesOf(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
