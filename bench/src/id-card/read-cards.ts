import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CardTruth } from "@trading-oms/cards";
import { cardContenders } from "./card-contenders.ts";
import { cardRows, listCardTasks } from "./card-rows.ts";
import { type CardVerdict, judgeCard } from "./judge-card.ts";

const words = process.argv.slice(2);
const [
  folder = "",
  rowName = "",
  countWord = "",
  firstSeedWord = "",
  partWord = "",
  partsWord = "",
  name = "",
  patienceMsWord = "",
] = words;
await readCards();

/** Reads this process's part of a row's cards, and prints a verdict each; the last line is the most memory that was held. */
async function readCards(): Promise<void> {
  const row = cardRows.find((each) => each.name === rowName);
  const contender = cardContenders[name];
  if (row === undefined || contender === undefined) throw new Error(`Neither "${rowName}" nor "${name}"?`);
  const tasks = listCardTasks(row, Number(countWord), Number(firstSeedWord));
  const reader = await contender.open(Number(patienceMsWord));
  for (const [i, { order, condition }] of tasks
    .slice(0, Math.ceil(tasks.length * contender.share))
    .entries()) {
    if (i % Number(partsWord) !== Number(partWord)) continue;
    const [front, back] = await Promise.all([
      readFile(join(folder, `${i}-front`)),
      readFile(join(folder, `${i}-back`)),
    ]);
    const truth = JSON.parse(await readFile(join(folder, `${i}.json`), "utf8")) as CardTruth;
    const start = performance.now();
    const answer = await reader.read(front, back);
    const ms = performance.now() - start;
    const { isComplete } = answer;
    const verdict: CardVerdict = {
      kind: order.kind,
      seed: order.seed,
      condition,
      ...judgeCard(answer, truth),
      isComplete,
      ms,
    };
    console.log(JSON.stringify(verdict));
  }
  await reader.close();
  console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024 }));
}
