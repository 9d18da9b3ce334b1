import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";
import { announceChanges, type Companion } from "./run-reference.ts";

/** One line for a step that went well; for one that failed also what it wrote, indented below. */
function printStep({ name, done, durationMs, output }: StepResult): string {
  if (done) return `${name}: done in ${durationMs} ms`;
  const details = output === "" ? [] : output.split("\n").map((line) => `  ${line}`);
  return [`${name}: failed after ${durationMs} ms`, ...details].join("\n");
}

/** A script that is run after a change, and the name it goes by in the terminal. */
type Step = { readonly name: string; readonly scriptPath: string };

/** How a step went. */
type StepResult = {
  readonly name: string;
  readonly done: boolean;
  readonly durationMs: number;
  /** All that the script wrote, in the order it came. */
  readonly output: string;
};

/** Runs a script with this same Node in a process of its own, and collects what it says. */
function runStep(step: Step, workingFolder: string, stopSignal: AbortSignal): Promise<StepResult> {
  const begunAt = performance.now();
  const parts: Buffer[] = [];
  const child = spawn(process.execPath, [step.scriptPath], {
    cwd: workingFolder,
    signal: stopSignal,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    const finish = (done: boolean): void =>
      resolve({
        name: step.name,
        done,
        durationMs: Math.round(performance.now() - begunAt),
        output: Buffer.concat(parts).toString("utf8").trimEnd(),
      });
    // An aborted or impossible start gives "error"; "close" may still follow, and then changes nothing.
    child.once("error", (failure) => {
      parts.push(Buffer.from(failure.message));
      finish(false);
    });
    child.once("close", (code) => finish(code === 0));
  });
}

/** A task that is asked for more often than it can run. */
type LatestRun = {
  readonly ask: () => void;
  /** Takes no more, and resolves once nothing runs. */
  readonly stop: () => Promise<void>;
};

/**
 * Runs the task once the asking has been quiet for a while, never twice at the same time. What is asked for while
 * it runs is run once more afterwards, so that the last state is always the one that was looked at.
 */
export function runLatest(task: () => Promise<void>, quietMs: number): LatestRun {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let askedAgain = false;
  let stopped = false;
  return { ask, stop };

  function ask(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(begin, quietMs);
  }

  function begin(): void {
    if (running !== undefined) {
      askedAgain = true;
      return;
    }
    running = task().finally(() => {
      running = undefined;
      if (askedAgain && !stopped) begin();
    });
    askedAgain = false;
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearTimeout(timer);
    await running;
  }
}

/** Calls back when the document or one of its examples is written, replaced, added or removed. */
function watchDocument(
  documentPath: string,
  onChange: () => void,
  complain: (line: string) => void,
): () => void {
  const name = basename(documentPath);
  // The folder is watched rather than the file, because editors replace a file instead of writing into it.
  const watcher = watch(dirname(documentPath), { recursive: true }, (_event, changed) => {
    if (changed === null || changed === name || isExample(changed)) onChange();
  });
  watcher.on("error", (failure) => {
    complain(`Changes can no longer be seen (${failure.message}); start again to follow them.`);
  });
  return () => watcher.close();
}

function isExample(changed: string): boolean {
  return changed.startsWith(`examples${sep}`) && changed.endsWith(".json");
}

/** What following the document needs to know. */
type FollowSettings = {
  readonly steps: readonly Step[];
  /** The document that the steps read; while another is shown, they are left out. */
  readonly stepsDocumentPath: string;
  readonly workingFolder: string;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
};

/** Editors write in several strokes; after this long without one the change is taken as whole. */
const quietMs = 120;

/** Runs the steps after every change of the document or its examples, and then reloads the open pages. */
export function followDocument(settings: FollowSettings): Companion {
  const { steps, stepsDocumentPath, workingFolder, print, complain } = settings;
  const changes = announceChanges();
  return {
    changes,
    begin: (held, documentPath) => {
      const stopping = new AbortController();
      const isOwn = relative(stepsDocumentPath, documentPath) === "";
      const renewal = runLatest(async () => {
        for (const step of isOwn ? steps : []) {
          const result = await runStep(step, workingFolder, stopping.signal);
          if (stopping.signal.aborted) return;
          (result.done ? print : complain)(printStep(result));
        }
        // A page that shows the last good document has nothing new to show while the file is broken.
        const { faults } = await held.current();
        if (faults.length === 0) changes.announce();
      }, quietMs);
      const unwatch = watchDocument(documentPath, renewal.ask, complain);
      print("Changes of the document and its examples are followed.");
      return async () => {
        unwatch();
        stopping.abort();
        await renewal.stop();
      };
    },
  };
}
