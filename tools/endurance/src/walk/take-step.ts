import { matchAnswer } from "./match-answer.ts";
import type { Shell } from "./open-shell.ts";
import type { WalkStep } from "./walk-step.ts";

/** How a step went: how long until its answer was as shown, and what was not as shown. */
export type TakenStep = { readonly elapsedMs: number; readonly faults: readonly string[] };

/** A step that may take long is not asked for twenty times a second all the while. */
const againMs = { min: 50, max: 250 };

/** Runs the command of a step; one whose answer comes soon is run again until it has come, for so long at most. */
export async function takeStep(
  shell: Pick<Shell, "run">,
  { command, isSoon, answer }: WalkStep,
  soonMsMax: number,
): Promise<TakenStep> {
  const began = performance.now();
  for (;;) {
    const { printed, said, exitCode } = await shell.run(command);
    const faults = matchAnswer(answer, printed);
    if (exitCode !== 0) faults.push(`the command ended with ${exitCode}`);
    if (faults.length > 0 && said !== "") faults.push(`beside its answer it said: ${said.trimEnd()}`);
    const elapsedMs = performance.now() - began;
    if (faults.length === 0 || !isSoon || elapsedMs > soonMsMax) return { elapsedMs, faults };
    const pauseMs = Math.min(Math.max(elapsedMs / 10, againMs.min), againMs.max);
    await new Promise((settle) => setTimeout(settle, pauseMs));
  }
}
