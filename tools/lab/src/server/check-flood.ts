import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { tally } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { startServerProcess } from "../harness/server.ts";
import { paths, readAnswer, writeRequest } from "../harness/wire.ts";

const connectionCount = 16;
const batchCount = 16;
const networkCount = 100_200;
const unauthorizedCount = 10_000;
const limit = 600;
/** The limit per minute of the two /48 networks that the flood comes from. */
const allowedMax = 2 * 16 * limit;
const linesASecondMax = 10;
const path = `${paths.search}fpt`;

/**
 * Floods a server from 100,200 networks and with requests without tokens. Checks that other clients are served and that
 * the log stays small.
 */
export async function checkFlood(folder: string): Promise<Verdict> {
  const server = await startServerProcess({
    DATA_DIR: folder,
    RATE_LIMIT_ADDRESS: String(limit),
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "info",
  });
  // Requests are counted per clock minute.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 40_000) await wait(leftMs);
  const began = performance.now();
  const firstMinute = Math.floor(Date.now() / 60_000);
  const [flood, unauthorized] = await Promise.all([
    ask(server.port, networkCount, (index) => ({
      path,
      address: `2001:db8:${index >> 16}:${(index & 0xffff).toString(16)}::1`,
    })),
    ask(server.port, unauthorizedCount, () => ({ path: paths.notifications, address: "192.0.2.17" })),
  ]);
  const strangers = await ask(server.port, 2 * limit, (index) => ({
    path,
    address: index % 2 === 0 ? "198.51.100.7" : "2001:db8:ffff:1::1",
  }));
  const minuteCount = Math.floor(Date.now() / 60_000) - firstMinute + 1;
  const elapsedS = (performance.now() - began) / 1_000;
  const { code } = await server.stop();
  const lines = server.complaints().split("\n");
  const lineCount = lines.filter((line) => /"status":(401|429)/.test(line)).length;
  const leftOutCount = lines
    .filter((line) => line.includes("requests omitted from the log"))
    .reduce((sum, line) => sum + Number(/"count":(\d+)/.exec(line)?.[1]), 0);
  const allowedCount = countOf(flood, 200);
  // Refused tokens count against their address.
  const refusedCount = unauthorizedCount + countOf(flood, 429);
  const faults: string[] = [];
  if (code !== 0) faults.push("the server did not stop in peace");
  if (allowedCount > allowedMax * minuteCount) faults.push(`${allowedCount} of the flood were allowed`);
  if (countOf(unauthorized, 401) > limit * minuteCount || countOf(unauthorized, 200) > 0)
    faults.push(`requests without a token were answered ${tally(unauthorized)}`);
  if (countOf(strangers, 200) !== 2 * limit) faults.push(`strangers were answered ${tally(strangers)}`);
  if (lineCount > linesASecondMax * (elapsedS + 1))
    faults.push(`${lineCount} refusals had a line in the log`);
  if (lineCount + leftOutCount !== refusedCount)
    faults.push(`${refusedCount} were refused, and the log has ${lineCount} and counts ${leftOutCount}`);
  const line =
    `${networkCount} networks in ${elapsedS.toFixed(1)} s (${tally(flood)}; ${tally(unauthorized)}), strangers beside them ` +
    `${tally(strangers)}; ${lineCount} lines of the log and a count of ${leftOutCount}`;
  return { line, faults };
}

function countOf(statuses: readonly number[], status: number): number {
  return statuses.filter((each) => each === status).length;
}

/** Sends requests on several connections, in concurrent batches. Returns the statuses. */
async function ask(
  port: number,
  count: number,
  requestOf: (index: number) => { readonly path: string; readonly address: string },
): Promise<number[]> {
  const statuses: number[] = [];
  let index = 0;
  const send = async (): Promise<void> => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const parts = socket[Symbol.asyncIterator]();
    while (index < count) {
      let waitingCount = Math.min(batchCount, count - index);
      const requests = Array.from({ length: waitingCount }, () => {
        const { path, address } = requestOf(index++);
        return writeRequest({ path, headers: { "X-Forwarded-For": address } });
      });
      socket.write(requests.join(""));
      for (let received = Buffer.alloc(0); waitingCount > 0; ) {
        const reading = readAnswer(received);
        if (reading.kind === "answer") {
          statuses.push(reading.answer.status);
          received = received.subarray(reading.length);
          waitingCount -= 1;
          continue;
        }
        const { done, value } = await parts.next();
        if (done) throw new Error("The server closed a connection of the flood.");
        received = Buffer.concat([received, value]);
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connectionCount }, send));
  return statuses;
}
