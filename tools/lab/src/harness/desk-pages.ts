/** Requests as the pages of the desk send them. */
import { type Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** What a caller sends. `leavesMs` is when it goes away. */
export type Sent = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly leavesMs?: number;
};

export type Received = {
  readonly status: number | "left";
  readonly tag: string | undefined;
  readonly ms: number;
};

/** The orders in which the desk lists calls. */
export const orders = ["due", "outstanding", "ratio", "since", "account"];

type Pages = { readonly token: string; readonly pageCount: number; readonly signal: AbortSignal };

/** Polls as the desk's page does, until the signal. Returns the statuses. */
export async function openPages(
  send: (sent: Sent) => Promise<Received>,
  { token, pageCount, signal }: Pages,
): Promise<(number | string)[]> {
  const statuses: (number | string)[] = [];
  const poll = async (pathOf: () => string, everyMs: number): Promise<void> => {
    for (let tag: string | undefined; !signal.aborted; await wait(everyMs)) {
      const headers = {
        Authorization: `Bearer ${token}`,
        "Accept-Encoding": "gzip, deflate, br",
        ...(tag !== undefined && { "If-None-Match": tag }),
      };
      const answer = await send({ path: pathOf(), headers });
      statuses.push(answer.status);
      tag = answer.tag ?? tag;
    }
  };
  const pages = Array.from({ length: pageCount }, async (_, page) => {
    await wait((page * 1_000) / pageCount);
    const calls = `/operator/v0/calls?order=${orders[page % orders.length]}&limit=50&offset=${50 * (page % 3)}`;
    const minuteMs = 60_000;
    await Promise.all([
      poll(() => "/operator/v0/status", 1_000),
      poll(() => calls, 1_000),
      poll(() => `/operator/v0/minutes?cursor=${Date.now() - (Date.now() % minuteMs)}`, 5_000),
    ]);
  });
  await Promise.all(pages);
  return statuses;
}

/** Sends a request, and resolves with its status when the answer was read. */
export function sendTo(
  port: number,
  agent: Agent,
  { method = "GET", path, headers = {}, leavesMs }: Sent,
): Promise<Received> {
  const beganMs = performance.now();
  return new Promise((settle) => {
    const end = (status: number | "left", tag?: string): void =>
      settle({ status, tag, ms: performance.now() - beganMs });
    const sending = request({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
      answer.resume();
      answer.once("close", () => end(answer.statusCode ?? 0, answer.headers.etag));
    });
    sending.once("error", () => end("left"));
    if (leavesMs !== undefined) setTimeout(() => sending.destroy(), leavesMs).unref();
    sending.end();
  });
}
