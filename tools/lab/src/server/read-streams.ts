/** Readers of streams that mean no good: a process of its own, so that what they read delays no measurement. It ends with its parent. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { writeRequest } from "../harness/wire.ts";

/** How a reader takes what comes. */
export type Pace = "reads" | "never reads" | "trickles";

export type StreamOrder = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: Pace;
  /** Sent behind the request, on the same connection. */
  readonly behind?: string;
  /** Whether it comes back when it ends. */
  readonly isRepeated?: boolean;
};

/** The order of a process: its first message. It sends what has happened so far at each further one. */
export type StreamsOrder = {
  readonly host: string;
  readonly port: number;
  readonly streams: readonly StreamOrder[];
};
export type StreamsReport = {
  /** How often each status came; `cut` for a connection that ended without one. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly byteCount: number;
  /** How many streams are open whose readers take everything. */
  readonly readCount: number;
};

const [{ host, port, streams }] = (await once(process, "message")) as [StreamsOrder];
const lanes = 25;
const trickleBytes = 4_096;
const trickleMs = 20_000;

const statuses: Record<string, number> = {};
let byteCount = 0;
let readCount = 0;

/** Reads one stream until it ends. Resolves with its status as soon as that is known. */
function open({ path, headers, pace, behind = "" }: StreamOrder, onEnd: () => void): Promise<string> {
  return new Promise((settle) => {
    const socket = connect({ port, host, noDelay: true });
    let status = "cut";
    let trickling: NodeJS.Timeout | undefined;
    socket.on("error", () => {});
    socket.write(writeRequest({ path, headers }) + behind);
    socket.once("data", (part: Buffer) => {
      status = part.toString("latin1", 9, 12);
      if (status === "200" && pace === "reads") readCount += 1;
      if (status === "200" && pace !== "reads") {
        socket.pause().removeAllListeners("data");
        if (pace === "trickles") trickling = trickle(socket);
      }
      settle(status);
    });
    socket.on("data", (part: Buffer) => {
      byteCount += part.length;
    });
    socket.once("close", () => {
      clearInterval(trickling);
      if (status === "200" && pace === "reads") readCount -= 1;
      settle(status);
      onEnd();
    });
  });
}

function trickle(socket: Socket): NodeJS.Timeout {
  return setInterval(() => socket.read(trickleBytes), trickleMs);
}

async function follow(order: StreamOrder): Promise<void> {
  const status = await open(order, () => {
    if (order.isRepeated) void wait(1_000).then(() => follow(order));
  });
  statuses[status] = (statuses[status] ?? 0) + 1;
}

process.once("disconnect", () => process.exit());
process.on("message", () => {
  const report: StreamsReport = { statuses: { ...statuses }, byteCount, readCount };
  process.send?.(report);
});

const waiting = [...streams];
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) await follow(order);
  }),
);
