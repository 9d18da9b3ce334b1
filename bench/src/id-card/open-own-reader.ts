import type { CardReading } from "@trading-oms/id-card";
import { openCardReader } from "@trading-oms/id-card/node";
import type { CardAnswer, CardContender } from "./card-contender.ts";

/** Our reader as a server runs it: one a core, each with one worker for print. */
export async function openOwnReader(patienceMs: number): Promise<CardContender> {
  const reader = await openCardReader({ recogniserCount: 1 });
  return {
    read: async (front, back) => answerOf(await reader.read({ front, back }, { timeoutMs: patienceMs })),
    close: () => reader.close(),
  };
}

/** What operation 2 would give away of a reading. */
export function answerOf({ fields, isComplete }: CardReading): CardAnswer {
  const values = Object.entries(fields).map(([name, field]) => [name, field.value] as const);
  return { fields: Object.fromEntries(values), isComplete };
}
