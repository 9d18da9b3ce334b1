import { benchClient } from "./bench-client.ts";
import { benchPipeline } from "./bench-pipeline.ts";
import { benchTypes } from "./bench-types.ts";
import { benchHttp } from "./http/bench-http.ts";
import { benchIdCard } from "./id-card/bench-id-card.ts";
import { benchMargin } from "./margin/bench-margin.ts";
import { type Figure, isReached, printFigures } from "./print-figures.ts";
import { benchSearch } from "./search/bench-search.ts";
import { benchStore } from "./store/bench-store.ts";

const benches: Readonly<Record<string, (extent: { readonly isShort: boolean }) => Promise<Figure[]>>> = {
  pipeline: benchPipeline,
  types: benchTypes,
  client: benchClient,
  store: benchStore,
  http: benchHttp,
  margin: benchMargin,
  search: benchSearch,
  "id-card": benchIdCard,
};

const usage = `Measures what the project claims, and prints each figure beside what it is to reach.

  pnpm bench [--short] [NAME …]

  pipeline   how long everything takes from nothing, and from turbo's cache
  types      what importing the types costs the compiler
  client     what the client weighs and costs the compiler, beside others for the same document
  store      pages near and far, and durable changes a second, on SQLite and PostgreSQL
  http       what a request costs the server, beside Fastify and node:http doing the same work
  margin     covers a second on SQLite and PostgreSQL, and what prices cost a watch
  search     finding instruments among 2,000 to 1,000,000, beside five libraries, SQLite and PostgreSQL
  id-card    reading cards of nobody, by severity, beside QR, machine-readable lines and tesseract alone

With --short, margin takes half a minute and judges only what holds on a busy machine, search stops at 20,000,
and id-card reads 20 cards of each kind.
Without a name all of them run. Exit codes: 0 every figure reached, 1 one missed, 2 used wrongly.`;

process.exitCode = await bench(process.argv.slice(2));

async function bench(given: readonly string[]): Promise<number> {
  const words = given.filter((word) => word !== "--short");
  const isShort = words.length < given.length;
  if (words.includes("--help")) {
    console.log(usage);
    return 0;
  }
  const unknown = words.find((word) => !Object.hasOwn(benches, word));
  if (unknown !== undefined) {
    console.error(`There is no bench named "${unknown}".\n\n${usage}`);
    return 2;
  }
  let reachedAll = true;
  for (const [name, run] of Object.entries(benches)) {
    if (words.length > 0 && !words.includes(name)) continue;
    const figures = await run({ isShort });
    console.log(printFigures(name, figures));
    reachedAll &&= figures.every(isReached);
  }
  return reachedAll ? 0 : 1;
}
