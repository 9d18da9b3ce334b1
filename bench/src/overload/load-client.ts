import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

// Sends requests at fixed times over persistent connections, and prints what came back as JSON.

/** What is sent: `rate` requests a second for `seconds`, in turn over the connections. */
export type LoadOrder = {
  readonly port: number;
  readonly path: string;
  readonly token: string;
  readonly connectionCount: number;
  /** 0 sends each request as soon as the one before is answered. */
  readonly rate: number;
  readonly seconds: number;
};

/** What came back. */
export type LoadResult = {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of 503 without `Retry-After`, or whose body is not an ErrorResponse. */
  readonly misshapenCount: number;
  /** Connections that failed or that the server closed. */
  readonly resetCount: number;
  /** From the time that a request was due to its answer, of those answered 200. */
  readonly goodMs: { readonly p50: number; readonly p99: number };
  readonly shedMs: { readonly p50: number; readonly p99: number };
  /** The share of the time in which this process computed; near 1 it is the bottleneck itself. */
  readonly busyShare: number;
  /** When connections began to open and when the load ended, by the clock of the machine. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
};

type Lane = {
  socket: Socket | undefined;
  /** Due times of requests, the first of which is sent. */
  readonly due: number[];
  received: Buffer | undefined;
  isSent: boolean;
};

const drainMsMax = 20_000;

const order = JSON.parse(process.argv[2] ?? "{}") as LoadOrder;
console.log(JSON.stringify(await sendLoad(order)));
process.exit();

async function sendLoad({
  port,
  path,
  token,
  connectionCount,
  rate,
  seconds,
}: LoadOrder): Promise<LoadResult> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const lanes: Lane[] = Array.from({ length: connectionCount }, () => ({
    socket: undefined,
    due: [],
    received: undefined,
    isSent: false,
  }));
  const statuses: Record<string, number> = {};
  const good: number[] = [];
  const shed: number[] = [];
  let misshapenCount = 0;
  let resetCount = 0;
  let isOver = false;
  let answeredCount = 0;
  let sentCount = 0;

  function open(lane: Lane): Promise<void> {
    return new Promise((settle) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      lane.socket = socket;
      socket.once("connect", settle);
      socket.on("error", () => {});
      socket.on("data", (chunk: Buffer) => receive(lane, chunk));
      socket.once("close", () => {
        settle();
        if (isOver) return;
        resetCount += 1;
        lane.received = undefined;
        lane.isSent = false;
        lane.due.shift();
        void open(lane).then(() => send(lane));
      });
    });
  }

  function send(lane: Lane): void {
    if (lane.isSent || isOver || lane.due.length === 0 || lane.socket?.readyState !== "open") return;
    lane.isSent = true;
    sentCount += 1;
    lane.socket.write(request);
  }

  function receive(lane: Lane, chunk: Buffer): void {
    const whole = lane.received === undefined ? chunk : Buffer.concat([lane.received, chunk]);
    const headEnd = whole.indexOf("\r\n\r\n");
    const head = headEnd < 0 ? "" : whole.toString("latin1", 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (headEnd < 0 || whole.length < headEnd + 4 + length) {
      lane.received = whole;
      return;
    }
    lane.received = undefined;
    lane.isSent = false;
    answeredCount += 1;
    const status = head.slice(9, 12);
    const elapsedMs = performance.now() - (lane.due.shift() ?? 0);
    if (!isOver) statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === "200") good.push(elapsedMs);
    if (status === "503") {
      shed.push(elapsedMs);
      if (!isAgreed(head, whole.toString("utf8", headEnd + 4))) misshapenCount += 1;
    }
    if (rate === 0) lane.due.push(performance.now());
    send(lane);
  }

  const beganAtMs = Date.now();
  await Promise.all(lanes.map(open));
  const beganMs = performance.now();
  const cpu = process.cpuUsage();
  let dueCount = 0;
  if (rate === 0) {
    for (const lane of lanes) {
      lane.due.push(performance.now());
      send(lane);
    }
  }
  for (let nowMs = beganMs; nowMs < beganMs + seconds * 1_000; nowMs = performance.now()) {
    for (const until = ((nowMs - beganMs) * rate) / 1_000; dueCount < until; dueCount += 1) {
      const lane = lanes[dueCount % lanes.length] as Lane;
      lane.due.push(beganMs + (dueCount * 1_000) / rate);
      send(lane);
    }
    await wait(1);
  }
  const { user, system } = process.cpuUsage(cpu);
  const busyShare = (user + system) / 1_000 / (performance.now() - beganMs);
  isOver = true;
  const endedAtMs = Date.now();
  const deadlineMs = performance.now() + drainMsMax;
  while (answeredCount < sentCount - resetCount && performance.now() < deadlineMs) await wait(5);
  return {
    statuses,
    misshapenCount,
    resetCount,
    goodMs: summarize(good),
    shedMs: summarize(shed),
    busyShare,
    beganAtMs,
    endedAtMs,
  };
}

function summarize(values: number[]): { readonly p50: number; readonly p99: number } {
  const ordered = Float64Array.from(values).sort();
  const at = (share: number) => ordered[Math.max(0, Math.ceil(ordered.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Whether a 503 has the form that the document promises. */
function isAgreed(head: string, body: string): boolean {
  if (!/^retry-after: [1-9]\d*\r?$/im.test(head) || !/^content-type: application\/json/im.test(head))
    return false;
  const { error, message, status } = JSON.parse(body);
  return error === "unavailable" && typeof message === "string" && status === 503;
}
