import type { World } from "../world.ts";
import { renderNumber } from "./render-number.ts";

/** Tells how far something has come. */
export type Progress = {
  /** How many are done, and which part of all that is, from 0 to 1, where it is known. */
  readonly tell: (count: number, share?: number | undefined) => void;
  readonly end: () => void;
};

const redrawMsMin = 100;
const barWidth = 24;

/** Shows a person a bar that is redrawn in its place; a file or a program gets one line at the end. */
export function showProgress(
  { stderr, now }: Pick<World, "stderr" | "now">,
  doing: string,
  things = "rows",
): Progress {
  let lastCount = 0;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    tell: (count, share) => {
      lastCount = count;
      const atMs = now();
      if (!stderr.isTerminal || atMs - drawnAtMs < redrawMsMin) return;
      drawnAtMs = atMs;
      stderr.write(`\r\u001B[2K${doing} ${renderBar(share)}${renderNumber(count)} ${things}`);
    },
    end: () => {
      const isDrawn = stderr.isTerminal && drawnAtMs >= 0;
      stderr.write(`${isDrawn ? "\r\u001B[2K" : ""}${doing}: ${renderNumber(lastCount)} ${things}\n`);
    },
  };
}

function renderBar(share: number | undefined): string {
  if (share === undefined) return "";
  const part = Math.min(Math.max(share, 0), 1);
  const filled = Math.floor(part * barWidth);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${percent} %  `;
}
