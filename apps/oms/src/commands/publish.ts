import { setTimeout as wait } from "node:timers/promises";
import { openReferenceBook, type ReferenceBook } from "@trading-oms/brokerage";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import type { NatsServers } from "@trading-oms/feed";
import { calendarDateOf, createPlayedExchange, QuoteBoard, startOfDateMs } from "@trading-oms/market";
import { type Command, type Desk, type Given, Refused, type Result, UsageFault } from "../cli/command.ts";
import { explainFileFailure } from "../cli/files.ts";
import { renderNumber, showProgress } from "../cli/text.ts";
import { untilStopped } from "../cli/until-stopped.ts";
import { readCount, readDuration } from "../cli/values.ts";
import {
  type LinkNews,
  natsToPublishOption,
  readNatsOption,
  refuseSecondPublisher,
  sayFailures,
  waitForNats,
} from "./nats.ts";
import { type Player, playRecording, RecordingFault } from "./recording.ts";

/** So often that prices seem to move by themselves. */
const strokeMs = 20;
/** Whoever publishes says at least once a second that it is there. */
const listenMs = 2_000;

const feedPublish: Command = {
  words: ["feed", "publish"],
  options: {
    from: {
      value: "SOURCE",
      about: "simulated, or a FILE that oms feed record has written",
      isNeeded: true,
      choices: ["simulated"],
    },
    speed: { value: "N", about: "how many times faster than the clock, 1 to 1,000", otherwise: "1" },
    seed: { value: "S", about: "the same seed plays the same exchange", otherwise: "1" },
    hours: {
      value: "HOURS",
      about: "exchange keeps the hours of the exchanges, always trades at any",
      choices: ["exchange", "always"],
      otherwise: "always",
    },
    for: { value: "DURATION", about: "how long, such as 60s", otherwise: "until SIGINT or SIGTERM" },
    "take-over": { about: "publishes though somebody else does, and is followed in their place" },
    nats: natsToPublishOption,
  },
  summary:
    "Puts the simulated exchange, or a recording, on NATS for servers with FEED=nats://… and FEED_SIMULATED=on.",
  about:
    "The simulated exchange trades what the catalog lists when the command begins, up to 20,000 instruments. A recording is played at the pace at which it was heard, as if it were happening now, and ends by itself; it needs no database. Whoever begins to follow, or has missed something, is given snapshots. Once a second at least it is said that the feed is there, and with everything that its prices are only played, now and not paid: servers take them where FEED_SIMULATED is on, and say so. For two seconds it is listened whether somebody publishes already, who is left alone without --take-over. Of those who play servers follow whoever began last; their watch judges no price outside the hours of the exchanges.",
  example: "oms feed publish --from simulated --speed 10 --hours exchange",
  run: async (given, desk) => {
    const source = given.needed("from");
    const plan = readPlan(given, desk);
    try {
      if (source === "simulated") return await publish(await playCatalog(plan, desk), plan, desk);
      const player = await playRecording(source, plan);
      return await publish(player, plan, desk).finally(player.close);
    } catch (failure) {
      if (!(failure instanceof RecordingFault)) explainFileFailure(source, failure);
      const faults = [{ line: failure.line, fault: failure.message }];
      const message = `${source} can't be played beyond that line.`;
      throw new Refused({ code: "file-not-valid", message, file: source, faults, faultCount: 1 });
    }
  },
};

type Plan = {
  readonly speed: number;
  readonly seed: number;
  readonly isAlwaysTrading: boolean;
  readonly takesOver: boolean;
  /** When playing begins, which is after it was listened. */
  readonly startMs: number;
  readonly durationMs: number | undefined;
  readonly servers: NatsServers;
};

function readPlan(given: Given, { world }: Desk): Plan {
  const hours = given.option("hours") ?? "always";
  if (hours !== "always" && hours !== "exchange") {
    throw new UsageFault(`--hours is "${hours}": write exchange or always.`);
  }
  const duration = given.option("for");
  const takesOver = given.isOn("take-over");
  return {
    speed: readCount("--speed", given.option("speed") ?? "1", { countMin: 1, countMax: 1_000 }),
    seed: readCount("--seed", given.option("seed") ?? "1", { countMin: 0, countMax: 2_147_483_647 }),
    isAlwaysTrading: hours === "always",
    takesOver,
    startMs: world.now() + (takesOver ? 0 : listenMs),
    durationMs: duration === undefined ? undefined : readDuration("--for", duration),
    servers: readNatsOption(given),
  };
}

async function playCatalog(plan: Plan, { open, say }: Desk): Promise<Player> {
  const book = await openReferenceBook(await open());
  return playSimulated(book, { ...plan, nowMs: plan.startMs }, say);
}

async function publish(player: Player, plan: Plan, desk: Desk): Promise<Result> {
  const { servers, durationMs, takesOver } = plan;
  if (!takesOver) await refuseOtherPublishers(servers);
  const { world, say } = desk;
  const news: LinkNews = { last: undefined };
  const board = openPublishedBoard();
  const sayFailure = sayFailures(say);
  // Only who needs it waits for it to be loaded.
  const { openNatsPublisher } = await import("@trading-oms/feed/nats");
  const publisher = openNatsPublisher({
    servers,
    source: world.makeId(),
    isSimulated: true,
    snapshotOf: board.snapshotOf,
    tellOf: (event) => {
      if (event.kind === "failed") return sayFailure(event.thrown);
      if (event.kind === "lost") say("NATS is away; it is looked for, and what is missed is made good.");
      if (event.kind === "connected" && news.last?.kind === "lost") say("NATS is back.");
      news.last = event.kind === "absent" && news.last?.kind === "lost" ? news.last : event;
    },
  });
  const duration = untilStopped(world, durationMs);
  const progress = showProgress(world, "Publishing", "messages");
  let count = 0;
  try {
    await waitForNats(publisher.opened, servers, news);
    say(`Publishing to NATS at ${servers.servers.join(", ")}; Ctrl-C ends it.`);
    while (!duration.signal.aborted) {
      const { messages, isThere, isOver } = await player.playUntil(world.now());
      board.apply(messages);
      publisher.tell(messages);
      count += messages.length;
      progress.tell(count);
      if (isOver) break;
      await wait(isThere ? strokeMs : 1, undefined, { signal: duration.signal }).catch(() => {});
    }
  } finally {
    duration.release();
    await publisher.close();
  }
  progress.end();
  return { json: { messages: count }, lines: [`Published ${renderNumber(count)} messages.`] };
}

/** Listens whether somebody publishes already, before a word is said that could take their place. */
async function refuseOtherPublishers(servers: NatsServers): Promise<void> {
  const { listenToPublishers } = await import("@trading-oms/feed/nats");
  const news: LinkNews = { last: undefined };
  const ear = listenToPublishers({
    servers,
    name: "oms feed publish",
    tellOf: (event) => {
      news.last = event;
    },
  });
  try {
    await waitForNats(ear.opened, servers, news);
    await wait(listenMs);
    refuseSecondPublisher(ear);
  } finally {
    await ear.close();
  }
}

/** By then every opening auction is over. */
const continuousFromMs = 9.25 * 3_600_000;
/** Each takes some memory, and now and then a moment. */
const instrumentsMax = 20_000;

/** What is played, and how. */
type SimulatedPlay = {
  readonly seed: number;
  readonly speed: number;
  /** Whether it trades at any hour, or in those of the exchanges. */
  readonly isAlwaysTrading: boolean;
  readonly nowMs: number;
};

/** Plays an exchange with what a catalog lists, and says where that is not all of it. */
function playSimulated(
  book: Pick<ReferenceBook, "findInstrument" | "listEntries" | "holidays">,
  { seed, speed, isAlwaysTrading, nowMs }: SimulatedPlay,
  say: (line: string) => void,
): Player {
  const symbols = [...book.listEntries().keys()];
  const played = symbols.slice(0, instrumentsMax);
  const instruments = played.flatMap((symbol) => book.findInstrument(symbol) ?? []);
  if (symbols.length === 0) say("The catalog lists nothing, so that nothing is traded.");
  if (played.length < symbols.length) {
    say(`Of ${renderNumber(symbols.length)} instruments ${renderNumber(played.length)} are played.`);
  }
  const exchange = createPlayedExchange({
    seed,
    speed,
    nowMs,
    startMs: isAlwaysTrading ? startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs : nowMs,
    tradesAnyway: isAlwaysTrading,
    holidays: book.holidays(),
    instruments,
  });
  return { playUntil: async (untilMs) => ({ ...exchange.playUntil(untilMs), isOver: false }) };
}

/** All that was published by now, for whoever asks for it. */
type PublishedBoard = {
  readonly apply: (messages: readonly FeedMessage[]) => void;
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
};

/** Opens a board that takes in whatever symbol it is told of; what else is known of it plays no part in a quote. */
function openPublishedBoard(): PublishedBoard {
  const board = new QuoteBoard();
  const told = new Set<string>();
  const takeIn = (symbol: string): void => {
    told.add(symbol);
    board.list({
      symbol,
      exchange: "HOSE",
      type: "stock",
      name: symbol,
      companyName: symbol,
      referencePrice: 10_000_000n,
      lot: 100n,
      minQuantity: 100n,
      maxQuantity: 100n,
    });
  };
  return {
    apply: (messages) => {
      for (const message of messages) {
        if (message.kind !== "heartbeat" && !told.has(message.symbol)) takeIn(message.symbol);
        board.apply(message);
      }
    },
    snapshotOf: (symbol) => board.snapshotOf(symbol),
  };
}

export const publishCommands: readonly Command[] = [feedPublish];
