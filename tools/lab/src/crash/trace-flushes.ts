/** Traces a writer and its database, and looks whether each acknowledgement follows a flush of its own. */
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runSql, startProgram } from "@trading-oms/scratch";

/** The number of acknowledgements in a trace of one writer, and of those without a flush before them. */
type FlushTrace = { readonly acknowledgements: number; readonly unflushed: number };

/**
 * Counts acknowledgements without a successful flush since the previous one. The flush of the first may precede the
 * trace.
 */
export function checkTrace(trace: string): FlushTrace {
  let acknowledgements = 0;
  let unflushed = 0;
  let hasFlushed = false;
  for (const line of trace.split("\n")) {
    if (/\b(?:fsync|fdatasync)(?:\(| resumed)/.test(line) && /= 0$/.test(line)) hasFlushed = true;
    if (!/write\(\d+, "A-/.test(line)) continue;
    acknowledgements += 1;
    if (!hasFlushed && acknowledgements > 1) unflushed += 1;
    hasFlushed = false;
  }
  return { acknowledgements, unflushed };
}

const tracedMs = 2_000;

const tracedSeed = "7";
/** With one account, no flush belongs to the change of another. */
const tracedAccountCount = "1";

/** Traces the system calls of one writer and its server for a while. */
export async function traceFlushes(program: string, place: string): Promise<FlushTrace> {
  const logPath = join(tmpdir(), `oms-trace-${process.pid}.txt`);
  const writer = startProgram(process.execPath, [program, place, tracedSeed, tracedAccountCount]);
  try {
    // After the first write, the server process of the connection exists and can be traced.
    await writer.untilPrinted(/^A-/m);
    const servers = place.startsWith("postgres") ? await listServerProcesses(place) : [];
    await watch([writer.pid, ...servers], logPath);
    return checkTrace(await readFile(logPath, "utf8"));
  } finally {
    await writer.end("SIGKILL");
    await rm(logPath, { force: true });
  }
}

async function watch(processes: readonly number[], logPath: string): Promise<void> {
  const targets = processes.flatMap((each) => ["-p", String(each)]);
  const words = ["-f", "-qq", "-s", "80", "-e", "trace=fsync,fdatasync,write", "-o", logPath, ...targets];
  const strace = startProgram("strace", words);
  const ending = Promise.race([wait(tracedMs).then(() => strace.end("SIGINT")), strace.ended]);
  const { code, signal } = await ending.catch((failure: unknown) => {
    throw new Error("There is no strace; install it (Debian: apt-get install strace).", { cause: failure });
  });
  const complained = strace.complained().trim();
  // strace continues if it may trace only some processes. A process that it missed would look like a missing flush.
  if (/not permitted/.test(complained))
    throw new Error(
      `strace may not trace here; give it CAP_SYS_PTRACE (docker run --cap-add=SYS_PTRACE), or run as root: ${complained}`,
    );
  if (code !== 0 && code !== 130 && signal !== "SIGINT")
    throw new Error(`strace ended with ${code}: ${complained}`);
}

/** The processes of the PostgreSQL at a URL, including the postmaster. It must run on this machine. */
async function listServerProcesses(url: string): Promise<number[]> {
  // All processes that may flush: backends, the WAL writer, the checkpointer, and the postmaster that starts more.
  const rows = await runSql(
    url,
    `select pid from pg_stat_activity where pid <> pg_backend_pid()
     union select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`,
  );
  return rows.map(({ pid }) => Number(pid));
}
