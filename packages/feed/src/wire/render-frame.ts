import type { AnswerPart, Frame } from "./read-frame.ts";
import { wireVersion } from "./read-frame.ts";

/** Where a frame comes from and stands. */
export type FrameHead = Omit<Frame, "messages">;

/** Writes a frame around messages that are JSON already. */
export function renderFrame(head: FrameHead, messages: readonly string[]): string {
  return `${renderHead(head)},"messages":[${messages.join(",")}]}`;
}

/** Writes a part of an answer around snapshots that are JSON already. */
export function renderAnswerFrame(head: Omit<AnswerPart, "messages">, messages: readonly string[]): string {
  const { request, part, isLast } = head;
  const place = `"request":${JSON.stringify(request)},"part":${part},"isLast":${isLast}`;
  return `${renderHead(head)},${place},"messages":[${messages.join(",")}]}`;
}

function renderHead({ source, beganAtMs, isSimulated, frame, atMs }: FrameHead): string {
  const run = `"source":${JSON.stringify(source)},"beganAtMs":${beganAtMs},"isSimulated":${isSimulated}`;
  return `{"version":${wireVersion},${run},"frame":${frame},"atMs":${atMs}`;
}
