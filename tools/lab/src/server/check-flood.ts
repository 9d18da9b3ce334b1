import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Verdict } from "../ground/lab-test.ts";
import { startServerProcess } from "../ground/server.ts";

const connectionCount = 16;
const batchCount = 16;
const networkCount = 100_200;
const unauthorizedCount = 10_000;
const limit = 600;
/** What the two networks of 48 bits that the flood comes from may ask for. */
const allowedMax = 2 * 16 * limit;
const linesASecondMax = 10;
const search = "/api/v1/MarketData/GetSymbolSearch/fpt";

/** Floods a server from 100,200 networks and without tokens, and looks whether strangers are served and the log stays small. */
export async function checkFlood(folder: string): Promise<Verdict> {
  const server = await startServerProcess({
    DATA_DIR: folder,
    RATE_LIMIT_ADDRESS: String(limit),
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "info",
  });
  const faults: string[] = [];
  // Requests are counted by the minute of the clock.
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 40_000) await wait(leftMs);
  const began = performance.now();
  const minute = Math.floor(Date.now() / 60_000);
  const [flood, unauthorized] = await Promise.all([
    ask(server.port, networkCount, (index) => ({
      path: search,
      address: `2001:db8:${index >> 16}:${(index & 0xffff).toString(16)}::1`,
    })),
    ask(server.port, unauthorizedCount, () => ({ path: "/api/v1/notifications", address: "192.0.2.17" })),
  ]);
  const allowedCount = flood.get(200) ?? 0;
  const strangers = await ask(server.port, 2 * limit, (index) => ({
    path: search,
    address: index % 2 === 0 ? "198.51.100.7" : "2001:db8:ffff:1::1",
  }));
  const isOneMinute = Math.floor(Date.now() / 60_000) === minute;
  const elapsedS = (performance.now() - began) / 1_000;
  if (isOneMinute && allowedCount > allowedMax) faults.push(`${allowedCount} of the flood were allowed`);
  if (strangers.get(200) !== 2 * limit) faults.push(`strangers were answered ${tell(strangers)}`);
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  const lines = server.complaints().split("\n");
  const toldCount = lines.filter((line) => /"status":(401|429)/.test(line)).length;
  const leftOutCount = lines
    .filter((line) => line.includes("requests left out of the log"))
    .reduce((sum, line) => sum + Number(/"count":(\d+)/.exec(line)?.[1]), 0);
  const refusedCount = (unauthorized.get(401) ?? 0) + (flood.get(429) ?? 0);
  if (toldCount > linesASecondMax * (elapsedS + 1))
    faults.push(`${toldCount} refusals had a line in the log`);
  if (toldCount + leftOutCount !== refusedCount)
    faults.push(`${refusedCount} were refused, and the log has ${toldCount} and counts ${leftOutCount}`);
  const line =
    `${networkCount} networks in ${elapsedS.toFixed(1)} s (${tell(flood)}, ${tell(unauthorized)}), strangers beside them ${tell(strangers)}; ` +
    `${toldCount} lines of the log and a count of ${leftOutCount}`;
  return { line, faults };
}

type Statuses = ReadonlyMap<number, number>;

/** Asks on several connections, in batches that go out at once, and counts the answers by their status. */
async function ask(
  port: number,
  count: number,
  requestOf: (index: number) => { readonly path: string; readonly address: string },
): Promise<Statuses> {
  const statuses = new Map<number, number>();
  let index = 0;
  const send = async (): Promise<void> => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }).setEncoding("latin1");
    const parts = socket[Symbol.asyncIterator]();
    while (index < count) {
      const requests: string[] = [];
      for (; index < count && requests.length < batchCount; index += 1) {
        const { path, address } = requestOf(index);
        requests.push(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      }
      socket.write(requests.join(""));
      let received = "";
      while (answersIn(received).length < requests.length) {
        const { done, value } = await parts.next();
        if (done) throw new Error("The server closed a connection of the flood.");
        received += value;
      }
      for (const status of answersIn(received)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connectionCount }, send));
  return statuses;
}

function answersIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

function tell(statuses: Statuses): string {
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
}
