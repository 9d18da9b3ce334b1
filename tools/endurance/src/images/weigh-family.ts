import { readdir, readFile } from "node:fs/promises";

/** The memory that a process and all that it has started hold together. */
export async function weighFamily(pid: number): Promise<number> {
  const children = await listChildren(pid);
  const weights = await Promise.all(children.map(weighFamily));
  return weights.reduce((sum, bytes) => sum + bytes, await weigh(pid));
}

async function listChildren(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  return texts.join(" ").split(/\s+/).filter(Boolean).map(Number);
}

async function weigh(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}
