import { join } from "node:path";
import { parseArgs } from "node:util";
import { cardRows } from "./cards/cards.ts";
import { benchIdCard } from "./cards/id-card.ts";
import { benchClient } from "./client/client.ts";
import { benchCovers } from "./covers/covers.ts";
import { benchDesk } from "./desk/desk.ts";
import { benchFeed } from "./feed/feed.ts";
import { type BenchOptions, isReached, type Measured, printFigures } from "./figures.ts";
import { describeCommit, describeMachine, root } from "./harness.ts";
import { benchHttp } from "./http/http.ts";
import { benchLive } from "./live/live.ts";
import { benchNotifications } from "./notifications.ts";
import { benchOverload } from "./overload/overload.ts";
import { addResult, type PageFiles, readResults, type Section, writePage } from "./page.ts";
import { benchSearch } from "./search/search.ts";
import { benchStart } from "./start-and-memory.ts";
import { benchWatch } from "./watch/watch.ts";

type Subject = Section & {
  /** Runs only when named on the command line. */
  readonly isNamed?: boolean;
  readonly measure: (options: BenchOptions, part: string | undefined) => Promise<Measured>;
};

const subjects: readonly Subject[] = [
  {
    name: "http",
    title: "Requests",
    about:
      "Processor time of the server a request, beside servers on the same domain and store that send equal bodies and as many headers.",
    measure: benchHttp,
  },
  {
    name: "notifications",
    title: "Pages of notifications",
    about: "A page of 50 read from the store, of a user who has a million notifications.",
    measure: benchNotifications,
  },
  {
    name: "search",
    title: "Search index",
    about:
      "Finding instruments by nine kinds of terms, beside minisearch. The order is judged by a plain scan of all instruments.",
    measure: benchSearch,
  },
  {
    name: "covers",
    title: "Covers",
    about:
      "Whole decisions on durable stores. f is a bare overwrite and flush of a commit's bytes, c the processor's time of a cover that is not flushed; the bare loop asks PostgreSQL for the statements of the store and decides nothing.",
    measure: benchCovers,
  },
  {
    name: "watch",
    title: "Margin watch",
    about: "Processor time of price changes, applied one at a time, by the positions held and hit.",
    measure: benchWatch,
  },
  {
    name: "desk",
    title: "The desk",
    about:
      "Processor time of the lists of all positions in the memory of one process, one position an account, while prices move between any two of them; one in twenty is called.",
    measure: benchDesk,
  },
  {
    name: "feed",
    title: "Feed",
    about:
      "Price changes through a real NATS into one server on a processor of its own, and 100 searches a second meanwhile.",
    measure: benchFeed,
  },
  {
    name: "live",
    title: "Streams",
    about:
      "Idle streams, and readers of a thousand times twenty symbols under a feed, beside bare node:http that writes as many bytes as often; and how soon a commit arrives.",
    measure: benchLive,
  },
  {
    name: "overload",
    title: "Overload",
    about:
      "Twice as many requests as the server serves, at fixed times whether it answers or not, over connections that open all at once. A connection sends its next request after the answer to the one before; times count from when a request was due, and leave out those not sent by the end.",
    measure: benchOverload,
  },
  {
    name: "start",
    title: "Start and memory",
    about: "From the spawning of a process until it is ready, and the memory of an idle server.",
    measure: benchStart,
  },
  {
    name: "client",
    title: "Client",
    about:
      "Bytes of programs in a browser and what they cost the compiler, beside openapi-fetch, which neither retries nor follows pages nor encodes images.",
    measure: benchClient,
  },
  {
    name: "id-card",
    title: "Identity cards",
    about:
      "Drawn cards of people who do not exist, with layouts that no reader was tuned with, two read at a time, one a core.",
    isNamed: true,
    measure: benchIdCard,
  },
];

const listOf = (isNamed: boolean): string =>
  subjects
    .filter((subject) => (subject.isNamed ?? false) === isNamed)
    .map(({ name, title }) => `  ${name.padEnd(16)}${title}`)
    .join("\n");

const usage = `Measures what the project claims, prints each figure beside its floor, and writes docs/benchmarks.md.

  pnpm bench [--short] [NAME …]

${listOf(false)}

Only by name:
${listOf(true)}

  id-card takes an hour; ${[...cardRows.map(({ part }) => part), "advice"].map((part) => `id-card/${part}`).join(", ")} print one row alone.

  --short         few rounds; what a whole run wrote into the page stays
  --help          this text

Exit codes: 0 every floor reached, 1 one missed, 2 used wrongly.`;

const files: PageFiles = { page: join(root, "docs/benchmarks.md"), folder: join(root, "docs/benchmarks") };

// An interrupted bench runs its exit handlers, which stop everything that it has started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exitCode = await bench(process.argv.slice(2));

async function bench(words: readonly string[]): Promise<number> {
  const order = readOrder(words);
  if (typeof order === "string") {
    console.error(`${order}\n\n${usage}`);
    return 2;
  }
  if (order.isHelp) {
    console.log(usage);
    return 0;
  }
  const [machine, commit] = [describeMachine(), await describeCommit()];
  let isAllReached = true;
  for (const { subject, part } of order.chosen) {
    const { figures, charts = [] } = await subject.measure(order, part);
    console.log(printFigures(subject.name, figures));
    isAllReached &&= figures.every(isReached);
    if (part !== undefined) continue;
    const measuredAt = new Date().toISOString();
    const result = { measuredAt, commit, isShort: order.isShort, machine, figures, charts };
    const results = addResult(await readResults(files), subject.name, result);
    await writePage(files, subjects, results);
  }
  return isAllReached ? 0 : 1;
}

type Order = BenchOptions & {
  readonly isHelp: boolean;
  readonly chosen: readonly { readonly subject: Subject; readonly part: string | undefined }[];
};

/** Parses the command line. Returns an error message when it is invalid. */
function readOrder(words: readonly string[]): Order | string {
  const options = {
    short: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const names =
      positionals.length > 0
        ? positionals
        : subjects.flatMap(({ name, isNamed = false }) => (isNamed ? [] : [name]));
    const chosen = names.map(chooseSubject);
    return { isShort: values.short, isHelp: values.help, chosen };
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

function chooseSubject(word: string): Order["chosen"][number] {
  const [name = "", part, ...others] = word.split("/");
  const subject = subjects.find((each) => each.name === name);
  const isPart =
    part === undefined ||
    (name === "id-card" && [...cardRows.map((row) => row.part), "advice"].includes(part));
  if (subject === undefined || !isPart || others.length > 0) {
    throw new Error(`There is no bench named "${word}".`);
  }
  return { subject, part };
}
