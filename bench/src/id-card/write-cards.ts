import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeJudgingCard } from "@trading-oms/cards/judging";
import { cardRows, listCardTasks } from "./card-rows.ts";

const [folder = "", rowName = "", countWord = "", firstSeedWord = "", partWord = "", partsWord = ""] =
  process.argv.slice(2);
await writeCards();

/** Makes this process's part of a row's cards and writes them as files. */
async function writeCards(): Promise<void> {
  const row = cardRows.find(({ name }) => name === rowName);
  if (row === undefined) throw new Error(`There is no row "${rowName}".`);
  const tasks = listCardTasks(row, Number(countWord), Number(firstSeedWord));
  for (const [i, { order }] of tasks.entries()) {
    if (i % Number(partsWord) !== Number(partWord)) continue;
    const { front, back, truth } = makeJudgingCard(order);
    await writeFile(join(folder, `${i}-front`), front);
    await writeFile(join(folder, `${i}-back`), back);
    await writeFile(join(folder, `${i}.json`), JSON.stringify(truth));
    console.log(i);
  }
}
