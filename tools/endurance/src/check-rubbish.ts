import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { judgeReply } from "./judge-reply.ts";
import { judgeWeight } from "./judge-weight.ts";
import { makeDice } from "./make-dice.ts";
import { makeRubbish } from "./make-rubbish.ts";
import { openWire } from "./open-wire.ts";
import { readJudges } from "./read-judges.ts";
import { sendRubbish } from "./send-rubbish.ts";
import { type ServerProcess, startServerProcess, type Weight } from "./start-server-process.ts";
import type { Verdict } from "./verdict.ts";
import { writeRequest } from "./write-requests.ts";

const laneCount = 32;

/** A collector of garbage may wait as long for a quiet moment; Deno's took less than 15 s. */
const restMsMax = 30_000;

/** Sends rubbish of all kinds, and looks how it is answered and whether the server is as well as before. */
export async function checkRubbish(
  {
    folder,
    seed,
    launch,
  }: { readonly folder: string; readonly seed: number; readonly launch?: Launch | undefined },
  count: number,
): Promise<Verdict> {
  const judges = await readJudges();
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const statuses = new Map<number, number>();
  const found = new Map<string, number>();
  let sentCount = 0;
  const send = async (untilCount: number): Promise<void> => {
    while (sentCount < untilCount) {
      const index = sentCount;
      sentCount += 1;
      const rubbish = makeRubbish(makeDice(seed + index * 7_919), server.token);
      const reply = await sendRubbish(server.port, rubbish);
      for (const { status } of reply.answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const fault of judgeReply(rubbish, reply, judges)) {
        const name = `${rubbish.name}: ${fault} (seed ${seed}, number ${index})`;
        const kind = name.replace(/ \(seed.*/, "");
        const before = [...found.keys()].find((each) => each.startsWith(kind));
        found.set(before ?? name, (found.get(before ?? name) ?? 0) + 1);
      }
    }
  };
  const sendAll = (untilCount: number) =>
    Promise.all(Array.from({ length: laneCount }, () => send(untilCount)));
  // The first third fills what is filled once: the heap's young space, caches, code.
  await sendAll(Math.floor(count / 3));
  const before = await server.weigh();
  await sendAll(count);
  const weight = judgeWeight(before, await weighAtRest(server, before));
  const faults = [...found].map(([fault, times]) => `${times} × ${fault}`);
  faults.push(...weight.faults);
  if (!(await isAlive(server.port))) faults.push("the server no longer answers");
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "")
    faults.push(`the server complained: ${server.complaints().slice(0, 1_000)}`);
  const told = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
  const line = `${count} pieces of rubbish answered by ${told.join(", ")}; ${weight.told}`;
  return { line, faults };
}

/** What only lies about is gone after a while in which nobody asks; what is held on to is not. */
async function weighAtRest(server: ServerProcess, before: Weight): Promise<Weight> {
  const deadlineMs = performance.now() + restMsMax;
  for (;;) {
    const weight = await server.weigh();
    if (judgeWeight(before, weight).faults.length === 0 || performance.now() > deadlineMs) return weight;
    await wait(1_000);
  }
}

async function isAlive(port: number): Promise<boolean> {
  const opening = await openWire(port);
  if (opening.kind !== "open") return false;
  const exchange = await opening.wire.ask(writeRequest("/healthz", "none"));
  opening.wire.close();
  return exchange.kind === "answered" && exchange.answer.status === 200;
}
