import { codeOf } from "./code-of.ts";
import type { Files } from "./files.ts";

/** The file that is held, and how the wait for it goes. */
export type LockSettings = {
  readonly path: string;
  readonly files: Pick<Files, "open" | "rm">;
  readonly wait: (milliseconds: number) => Promise<void>;
};

const pauseMs = 20;
const pauseCountMax = 500;

/**
 * Lets one at a time change a file, in this process or another, by a file beside it. A lock that stays was left by
 * somebody who was cut off within the few milliseconds that a change takes. It is not taken over, for two who did so at
 * once would both hold it: whoever runs the service is told of it, and knows whether anybody is at work.
 */
export async function holdLock<Result>(
  { path, files, wait }: LockSettings,
  change: () => Promise<Result>,
): Promise<Result | "locked"> {
  const lock = lockOf(path);
  for (let pauseCount = 0; !(await take(lock, files)); pauseCount += 1) {
    if (pauseCount === pauseCountMax) return "locked";
    await wait(pauseMs);
  }
  try {
    return await change();
  } finally {
    await files.rm(lock, { force: true });
  }
}

/** Says what to do about a lock that stays. */
export function explainLock(path: string): string {
  const waitedS = (pauseMs * pauseCountMax) / 1_000;
  return `${lockOf(path)} has been there for ${waitedS} s, as it is while somebody changes the keys: where nobody does, take it away and try again.`;
}

async function take(lock: string, files: LockSettings["files"]): Promise<boolean> {
  try {
    const handle = await files.open(lock, "wx", 0o600);
    await handle.close();
    return true;
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return false;
    throw failure;
  }
}

function lockOf(path: string): string {
  return `${path}.lock`;
}
