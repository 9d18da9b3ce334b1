import { readdir, readFile } from "node:fs/promises";

/** What the threads of a process have used of the processor so far, in microseconds; Linux alone tells. */
export async function readCpuUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const texts = await Promise.all(
    // A thread may have ended since.
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0")),
  );
  return texts.reduce((total, text) => total + Number(text.split(" ")[0]) / 1_000, 0);
}
