import { setTimeout as wait } from "node:timers/promises";
import type { ClusterRun } from "./cluster-run.ts";
import type { Call } from "./open-caller.ts";

const pauseMs = 20;

/** Asks a server for all five operations until it has answered each of them; false where that takes too long. */
export async function probeServer(run: ClusterRun, server: number, elapsedMsMax: number): Promise<boolean> {
  const { prober, cluster } = run;
  const [position] = cluster.positions;
  if (position === undefined) throw new RangeError("There is no position to cover.");
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > elapsedMsMax;
  const asks: readonly (() => Promise<Call>)[] = [
    () => prober.search(server),
    () => prober.sendNoCard(server),
    () => prober.readRatio(server),
    () => prober.readPage(server, position.userId),
  ];
  for (const ask of asks) {
    for (;;) {
      const call = await ask();
      if (call.kind === "answered" && call.answer.status < 500) break;
      if (isOver()) return false;
      await wait(pauseMs);
    }
  }
  const key = `probe-${server}-${run.shared.sent.length}`;
  const amountVnd = 2_000_000 + cluster.dice(8) * 250_000;
  return (await prober.cover(server, { key, position, amountVnd, staysHere: true })) && !isOver();
}
