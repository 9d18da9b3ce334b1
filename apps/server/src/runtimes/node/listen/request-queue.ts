import type { ServerResponse } from "node:http";

type QueuedRequest = {
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
  /** Answers that the server is too busy. */
  readonly shed: () => void;
};

/** Whose request it is, in the order in which they begin. A probe waits for other probes only, and is never shed. */
export type RequestKind = "probe" | "user" | "desk";

export type RequestQueue = { readonly enter: (request: QueuedRequest, kind: RequestKind) => void };

/** Requests begun per turn of the event loop. More would delay probes and connections, fewer would cost throughput. */
const turnCountMax = 8;

/** The same of the desk, whose requests take longer. They begin while no user's request waits. */
const deskCountMax = 1;

/** The same while connections arrive: one request in four turns. */
const arrivingCount = 1 / 4;

/**
 * A single longer turn counts for this long, because requests must not be shed when the process has paused. It is
 * single if none has ended within `waitMsMax` before.
 */
const pauseMs = 50;

type Waiting = QueuedRequest & { readonly enteredMs: number };

/**
 * Begins a few requests per turn of the event loop, in the order of their arrival, and sheds those that have waited too
 * long. While few arrive, each begins at once. Node accepts one connection per turn, so turns are shorter while
 * connections arrive.
 */
export function createRequestQueue({
  nowMs,
  arrivedCount,
  waitMsMax,
}: {
  readonly nowMs: () => number;
  readonly arrivedCount: () => number;
  readonly waitMsMax: number;
}): RequestQueue {
  const queues: Readonly<Record<RequestKind, Waiting[]>> = { probe: [], user: [], desk: [] };
  const { probe: probes, user: users, desk } = queues;
  /** How many requests may still begin in this turn. */
  let room = turnCountMax;
  let deskRoom = deskCountMax;
  let isScheduled = false;
  let seenCount = 0;
  let turnedMs = nowMs();
  let longEndedMs = Number.NEGATIVE_INFINITY;
  /** The time in which requests have waited, without pauses of the process. */
  let elapsedMs = 0;

  function turn(): void {
    isScheduled = false;
    const beganMs = nowMs();
    const isLong = beganMs - turnedMs > pauseMs;
    elapsedMs += isLong && turnedMs - longEndedMs >= waitMsMax ? pauseMs : beganMs - turnedMs;
    if (isLong) longEndedMs = beganMs;
    turnedMs = beganMs;
    const isArriving = arrivedCount() !== seenCount;
    seenCount = arrivedCount();
    room = isArriving ? Math.min(Math.max(room, 0) + arrivingCount, turnCountMax) : turnCountMax;
    const countMax = Math.floor(room);
    take(probes, countMax, Number.POSITIVE_INFINITY);
    take(users, countMax, waitMsMax);
    deskRoom = users.length > 0 || room < 1 ? 0 : deskCountMax;
    const isLate = desk[0] !== undefined && elapsedMs - desk[0].enteredMs > waitMsMax;
    // A late one is shed although users have the turn, so that none waits for long.
    const deskCount = isLate ? deskCountMax : deskRoom;
    deskRoom -= deskCount;
    take(desk, deskCount, waitMsMax);
    if (room < turnCountMax || probes.length + users.length + desk.length > 0) schedule();
  }

  function take(waiting: Waiting[], countMax: number, limitMs: number): void {
    for (const { outgoing, enteredMs, begin, shed } of waiting.splice(0, countMax)) {
      if (outgoing.destroyed) continue;
      room -= 1;
      if (elapsedMs - enteredMs <= limitMs) begin();
      else shed();
    }
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  return {
    enter: (request, kind) => {
      const waiting = queues[kind];
      // The time without any request is no turn.
      if (!isScheduled) turnedMs = nowMs();
      schedule();
      const isDesk = kind === "desk";
      const mustWait = isDesk && (users.length > 0 || deskRoom < 1);
      if (waiting.length > 0 || room < 1 || mustWait) {
        waiting.push({ ...request, enteredMs: elapsedMs });
        return;
      }
      room -= 1;
      if (isDesk) deskRoom -= 1;
      if (!request.outgoing.destroyed) request.begin();
    },
  };
}
