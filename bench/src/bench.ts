import { benchClient } from "./bench-client.ts";
import type { BenchOptions } from "./bench-options.ts";
import { benchPipeline } from "./bench-pipeline.ts";
import { benchTypes } from "./bench-types.ts";
import { benchFeed } from "./feed/bench-feed.ts";
import { benchHttp } from "./http/bench-http.ts";
import { benchIdCard } from "./id-card/bench-id-card.ts";
import { cardRows } from "./id-card/card-rows.ts";
import { benchMargin, marginParts } from "./margin/bench-margin.ts";
import { type Figure, isReached, printFigures } from "./print-figures.ts";
import { benchRuntimes } from "./runtimes/bench-runtimes.ts";
import { benchSearch } from "./search/bench-search.ts";
import { benchStore } from "./store/bench-store.ts";

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<Figure[]>>> = {
  pipeline: benchPipeline,
  types: benchTypes,
  client: benchClient,
  store: benchStore,
  http: benchHttp,
  runtimes: benchRuntimes,
  margin: benchMargin,
  search: benchSearch,
  feed: benchFeed,
  "id-card": benchIdCard,
};

const partsOf: Readonly<Record<string, readonly string[]>> = {
  margin: marginParts,
  "id-card": cardRows.map((row) => row.part),
};

const usage = `Measures what the project claims, and prints each figure beside what it is to reach.

  pnpm bench [--short] [NAME …]

  pipeline   how long everything takes from nothing, and from turbo's cache
  types      what importing the types costs the compiler
  client     what the client weighs and costs the compiler, beside others for the same document
  store      pages near and far, and durable changes a second, on SQLite and PostgreSQL
  http       what a request costs the server, beside Fastify and node:http doing the same work
  runtimes   what a request costs on Node, Bun, Deno and workerd, beside the bare server of each
  margin     covers a second on SQLite and PostgreSQL, and what prices cost a watch
  search     finding instruments among 2,000 to 1,000,000, beside five libraries, SQLite and PostgreSQL
  feed       changes a second through a real NATS into one server, and searches meanwhile
  id-card    reading cards of nobody, by severity, beside QR, machine-readable lines and tesseract alone

Parts of margin are measured by themselves as margin/watch, margin/sqlite and margin/postgresql,
rows of cards as id-card/phone, id-card/poor, id-card/bad and id-card/no-qr.
With --short, margin takes half a minute and judges only what holds on a busy machine, search stops at 20,000, feed has a third of its changes, runtimes half its rounds,
and id-card reads 20 cards of each kind, 5 of a row that is measured by itself.
Without a name all of them run. Exit codes: 0 every figure reached, 1 one missed, 2 used wrongly.`;

process.exitCode = await bench(process.argv.slice(2));

async function bench(given: readonly string[]): Promise<number> {
  const words = given.filter((word) => word !== "--short");
  const isShort = words.length < given.length;
  if (words.includes("--help")) {
    console.log(usage);
    return 0;
  }
  const unknown = words.find((word) => !isNamed(word));
  if (unknown !== undefined) {
    console.error(`There is no bench named "${unknown}".\n\n${usage}`);
    return 2;
  }
  let reachedAll = true;
  for (const word of words.length > 0 ? words : Object.keys(benches)) {
    const [name = "", part] = word.split("/");
    const figures = (await benches[name]?.({ isShort, part })) ?? [];
    console.log(printFigures(word, figures));
    reachedAll &&= figures.every(isReached);
  }
  return reachedAll ? 0 : 1;
}

function isNamed(word: string): boolean {
  const [name = "", part, ...others] = word.split("/");
  const isPart = part === undefined || partsOf[name]?.includes(part) === true;
  return Object.hasOwn(benches, name) && isPart && others.length === 0;
}
