import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerProcess, startServerProcess } from "../harness/server.ts";

/** The demonstration's position that can be covered. */
const position = { accountId: "888C000017", symbol: "FPT" };

const laneCount = 8;

/** Sets covers with several concurrent clients, kills the server, and returns the acknowledged keys. */
export async function coverUntilKilled(
  begin: () => ReturnType<typeof startServerProcess>,
  afterMs: number,
): Promise<readonly string[]> {
  const server = await begin();
  const keys: string[] = [];
  const lanes = Array.from({ length: laneCount }, (_, lane) => coverOn(server, lane, keys));
  await wait(afterMs);
  await server.kill();
  await Promise.all(lanes);
  return keys;
}

/** Sends one cover after the other until the server is gone. */
async function coverOn({ port, token }: ServerProcess, lane: number, keys: string[]): Promise<void> {
  for (let amount = lane; ; amount += laneCount) {
    const key = randomUUID();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/users/covered-margin-call`, {
      method: "PATCH",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": key,
      },
      body: JSON.stringify({ ...position, amount }),
    }).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status !== 200) throw new Error(`A cover was answered by ${answer.status}.`);
    keys.push(key);
  }
}
