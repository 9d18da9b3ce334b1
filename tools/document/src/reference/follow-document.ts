import { relative } from "node:path";
import { announceChanges } from "./announce-changes.ts";
import { printStep } from "./print-step.ts";
import { runLatest } from "./run-latest.ts";
import type { Companion } from "./run-reference.ts";
import { runStep, type Step } from "./run-step.ts";
import { watchDocument } from "./watch-document.ts";

/** What following the document needs to know. */
export type FollowSettings = {
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
