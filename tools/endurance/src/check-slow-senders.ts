import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { judgeWeight } from "./judge-weight.ts";
import { makeDice } from "./make-dice.ts";
import { measureWaits, type Waits } from "./measure-waits.ts";
import { sendSlowly } from "./send-slowly.ts";
import { startServerProcess } from "./start-server-process.ts";
import type { Verdict } from "./verdict.ts";
import { writeRequest } from "./write-requests.ts";

const senderCount = 200;
const measuredMs = 3_000;
const lifeMsMax = 15_000;
const factorMax = 2;
const tryCountMax = 3;

/** Keeps a server waiting on many connections, and looks whether others wait longer for it. */
export async function checkSlowSenders({
  folder,
  seed,
  launch,
}: {
  readonly folder: string;
  readonly seed: number;
  readonly launch?: Launch | undefined;
}): Promise<Verdict> {
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const request = writeRequest("/api/v1/diagnostics/margin-ratios/FPT", server.token);
  await measureWaits(server.port, request, 1_000);
  const before = await server.weigh();
  const tries: { readonly idle: Waits; readonly beside: Waits }[] = [];
  const faults: string[] = [];
  let senders = sendSlowly(server.port, 0, makeDice(seed));
  // Others on the machine make either half slow, so that one good try of three shows what the server does.
  do {
    await senders.stop();
    const idle = await measureWaits(server.port, request, measuredMs);
    senders = sendSlowly(server.port, senderCount, makeDice(seed + tries.length));
    await wait(1_500);
    tries.push({ idle, beside: await measureWaits(server.port, request, measuredMs) });
  } while (tries.length < tryCountMax && factorOf(tries.at(-1)) > factorMax);
  const factor = Math.min(...tries.map(factorOf));
  const openedCount = senders.openedCount();
  const lifeMs = await Promise.race([senders.stop(), wait(lifeMsMax + 1_000, Number.POSITIVE_INFINITY)]);
  await wait(300);
  const weight = judgeWeight(before, await server.weigh());
  faults.push(...weight.faults);
  if (factor > factorMax)
    faults.push(`beside slow senders p99 was ${factor.toFixed(1)} times its idle value`);
  if (lifeMs > lifeMsMax) faults.push(`a slow connection was open for more than ${lifeMsMax / 1_000} s`);
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "") faults.push(`the server complained: ${server.complaints().slice(0, 500)}`);
  const line =
    `${senderCount} slow senders (${openedCount} connections): ${tries.map(tell).join("; ")}; ` +
    `the longest was open for ${(lifeMs / 1_000).toFixed(1)} s (at most ${lifeMsMax / 1_000}); ${weight.told}`;
  return { line, faults };
}

function factorOf(tried: { readonly idle: Waits; readonly beside: Waits } | undefined): number {
  return tried === undefined ? Number.POSITIVE_INFINITY : tried.beside.p99Ms / tried.idle.p99Ms;
}

function tell({ idle, beside }: { readonly idle: Waits; readonly beside: Waits }): string {
  return (
    `p99 idle ${idle.p99Ms.toFixed(2)} ms (${idle.count} requests), ` +
    `beside them ${beside.p99Ms.toFixed(2)} ms (${beside.count})`
  );
}
