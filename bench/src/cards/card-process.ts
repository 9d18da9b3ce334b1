import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PhotoFault } from "@trading-oms/cards";
import { openCardReader } from "@trading-oms/id-card/node";
import {
  type CardFields,
  type CardTask,
  type CardTruth,
  type CardVerdict,
  checkCard,
  drawCard,
} from "./cards.ts";

/** The work of one process: its share of the cards of a row. */
export type CardsJob = {
  readonly action: "draw" | "read" | "advise";
  readonly folder: string;
  readonly tasks: readonly (CardTask & { readonly index: number })[];
  readonly timeoutMs: number;
};

/** The verdicts (for `read`), the photographs (for `advise`), and the peak memory of the process in megabytes. */
export type CardsOutcome = {
  readonly verdicts: readonly CardVerdict[];
  readonly advised: readonly Advised[];
  readonly megabytes: number;
};

/** A photograph with a planted fault, or a clean one, and the codes that it got. */
export type Advised = { readonly fault: PhotoFault | "none"; readonly codes: readonly string[] };

const job = JSON.parse(process.argv[2] ?? "{}") as CardsJob;
const verdicts = job.action === "read" ? await readCards(job) : [];
if (job.action === "draw") await drawCards(job);
const advised = job.action === "advise" ? await adviseOn(job) : [];
const megabytes = process.resourceUsage().maxRSS / 1_024;
console.log(JSON.stringify({ verdicts, advised, megabytes } satisfies CardsOutcome));

async function drawCards({ folder, tasks }: CardsJob): Promise<void> {
  for (const { index, order, isStrange } of tasks) {
    const { front, back, truth } = await drawCard(order, isStrange);
    await writeFile(join(folder, `${index}-front`), front);
    await writeFile(join(folder, `${index}-back`), back);
    await writeFile(join(folder, `${index}.json`), JSON.stringify(truth));
    // The memory of a canvas is not counted as memory of JavaScript, so that it would grow to gigabytes.
    globalThis.gc?.();
  }
}

/** Reads photographs with each planted fault, and clean ones, one of each for a task. */
async function adviseOn({ tasks, timeoutMs }: CardsJob): Promise<Advised[]> {
  const { photoFaults } = await import("@trading-oms/cards");
  const { makeFaultyJudgingPhoto } = await import("@trading-oms/cards/judging");
  const reader = await openCardReader({ recogniserCount: 1 });
  const advised: Advised[] = [];
  for (const { order } of tasks) {
    for (const fault of [...photoFaults, "none"] as const) {
      const { front, back } =
        fault === "none"
          ? await drawCard({ ...order, severity: "clean" }, false)
          : makeFaultyJudgingPhoto(order.seed, order.kind, fault);
      globalThis.gc?.();
      const { problems } = await reader.read({ front, back }, { timeoutMs });
      // The backs of faulty cards have no fault.
      const seen = problems.filter(({ side }) => fault === "none" || side === "front");
      advised.push({ fault, codes: seen.map(({ code }) => code) });
    }
  }
  await reader.close();
  return advised;
}

/** Reads cards as a server does: one reader per core, each with one OCR worker. */
async function readCards({ folder, tasks, timeoutMs }: CardsJob): Promise<CardVerdict[]> {
  const reader = await openCardReader({ recogniserCount: 1 });
  const verdicts: CardVerdict[] = [];
  for (const { index, order, condition } of tasks) {
    const [front, back, text] = await Promise.all([
      readFile(join(folder, `${index}-front`)),
      readFile(join(folder, `${index}-back`)),
      readFile(join(folder, `${index}.json`), "utf8"),
    ]);
    const began = performance.now();
    const { fields, doubtful, isComplete } = await reader.read({ front, back }, { timeoutMs });
    const ms = performance.now() - began;
    const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
    const truth = JSON.parse(text) as CardTruth;
    const judged = checkCard(values as CardFields, truth);
    const certain = (Object.keys(truth) as (keyof CardTruth)[]).flatMap((name): [number, boolean][] => {
      const field = fields[name];
      if (field === undefined || doubtful.includes(name)) return [];
      return [[field.confidence, field.value === truth[name]]];
    });
    verdicts.push({ kind: order.kind, seed: order.seed, condition, ...judged, isComplete, certain, ms });
  }
  await reader.close();
  return verdicts;
}
