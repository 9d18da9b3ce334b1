import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Claim, type Outcome, openWire, runClaims, type Wire } from "@trading-oms/conformance";
import { type HeardAnswer, hearAnswer, hearNothing } from "./heard-answer.ts";
import type { SeedAndPlan } from "./make-seed.ts";
import type { Pair } from "./pair.ts";

/** What a pair answered to every claim, or why it did not even start. */
export type JudgedPair = { readonly name: string } & (
  | {
      readonly outcomes: readonly Outcome[];
      /** What was answered to the requests of each claim, in the order in which they were asked. */
      readonly heard: ReadonlyMap<string, readonly HeardAnswer[]>;
    }
  | { readonly failure: string }
);

const timeoutMs = 30_000;

/** Starts a pair on the seed, asks it for every claim, and stops it. */
export async function judgePair(
  pair: Pair,
  { seed, plan }: SeedAndPlan,
  claims: readonly Claim[],
): Promise<JudgedPair> {
  const { name } = pair;
  try {
    const { url, stop } = await pair.start(seed);
    try {
      const heard = new Map<string, readonly HeardAnswer[]>();
      const { wire, takeHeard } = listenTo(openWire(new URL(url), { timeoutMs }));
      const outcomes = await runClaims({
        claims,
        plan,
        wire,
        monotonicMs: () => performance.now(),
        wait: (durationMs) => wait(durationMs),
        makeId: randomUUID,
        onOutcome: ({ claim }) => heard.set(claim.id, takeHeard()),
      });
      return { name, outcomes, heard };
    } finally {
      await stop();
    }
  } catch (failure) {
    return { name, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

/** Listens to a wire; requests at once stand in the order in which they were asked, whichever is answered first. */
function listenTo(wire: Wire): { readonly wire: Wire; readonly takeHeard: () => HeardAnswer[] } {
  let heard: HeardAnswer[] = [];
  return {
    wire: async (asked) => {
      const list = heard;
      const place = list.push(hearNothing(asked)) - 1;
      const answer = await wire(asked);
      list[place] = hearAnswer(answer);
      return answer;
    },
    takeHeard: () => {
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}
