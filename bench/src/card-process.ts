import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openCardReader } from "@trading-oms/id-card/node";
import {
  type CardFields,
  type CardTask,
  type CardTruth,
  type CardVerdict,
  drawCard,
  judgeCard,
} from "./cards.ts";

/** The work of one process: its share of the cards of a row. */
export type CardsOrder = {
  readonly action: "draw" | "read";
  readonly folder: string;
  readonly tasks: readonly (CardTask & { readonly index: number })[];
  readonly timeoutMs: number;
};

/** The verdicts (none for `draw`) and the peak memory of the process in megabytes. */
export type CardsOutcome = { readonly verdicts: readonly CardVerdict[]; readonly megabytes: number };

const order = JSON.parse(process.argv[2] ?? "{}") as CardsOrder;
const verdicts = order.action === "draw" ? await drawCards(order) : await readCards(order);
const megabytes = process.resourceUsage().maxRSS / 1_024;
console.log(JSON.stringify({ verdicts, megabytes } satisfies CardsOutcome));

async function drawCards({ folder, tasks }: CardsOrder): Promise<[]> {
  for (const { index, order } of tasks) {
    const { front, back, truth } = await drawCard(order);
    await writeFile(join(folder, `${index}-front`), front);
    await writeFile(join(folder, `${index}-back`), back);
    await writeFile(join(folder, `${index}.json`), JSON.stringify(truth));
  }
  return [];
}

/** Reads cards as a server does: one reader per core, each with one OCR worker. */
async function readCards({ folder, tasks, timeoutMs }: CardsOrder): Promise<CardVerdict[]> {
  const reader = await openCardReader({ recogniserCount: 1 });
  const verdicts: CardVerdict[] = [];
  for (const { index, order, condition } of tasks) {
    const [front, back, text] = await Promise.all([
      readFile(join(folder, `${index}-front`)),
      readFile(join(folder, `${index}-back`)),
      readFile(join(folder, `${index}.json`), "utf8"),
    ]);
    const began = performance.now();
    const { fields, isComplete } = await reader.read({ front, back }, { timeoutMs });
    const ms = performance.now() - began;
    const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
    const judged = judgeCard(values as CardFields, JSON.parse(text) as CardTruth);
    verdicts.push({ kind: order.kind, condition, ...judged, isComplete, ms });
  }
  await reader.close();
  return verdicts;
}
