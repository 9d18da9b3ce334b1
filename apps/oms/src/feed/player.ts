import type { FeedMessage } from "@trading-oms/brokerage/ports";

/** Whatever gives messages by the clock. */
export type Player = {
  /** Gives what happens until a time; `isThere` is false as long as there is more to come, `isOver` once nothing ever will. */
  readonly playUntil: (nowMs: number) => Promise<{
    readonly messages: readonly FeedMessage[];
    readonly isThere: boolean;
    readonly isOver: boolean;
  }>;
};

/** A file that is played has a line that is none. */
export class RecordingFault extends Error {
  readonly line: number;

  constructor(line: number, fault: string) {
    super(fault);
    this.name = "RecordingFault";
    this.line = line;
  }
}
