import { setTimeout as wait } from "node:timers/promises";
import { openReferenceBook, type ReferenceBook } from "@trading-oms/brokerage";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import type { NatsServers } from "@trading-oms/feed";
import { calendarDateOf, createPlayedExchange, QuoteBoard, startOfDateMs } from "@trading-oms/market";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  Refused,
  type Result,
  UsageFault,
} from "../../cli/command.ts";
import { rejectFileFailure } from "../../cli/files.ts";
import { renderNumber, showProgress } from "../../cli/text.ts";
import { untilStopped } from "../../cli/until-stopped.ts";
import { readCount, readDuration } from "../../cli/values.ts";
import {
  type LinkState,
  natsToPublishOption,
  readNatsOption,
  rejectSecondPublisher,
  reportEachOnce,
  waitForNats,
} from "./nats.ts";
import { type Player, playRecording, RecordingFault } from "./recording.ts";

/** Frequent enough that prices seem continuous. */
const turnMs = 20;
/** Longer than the second between the heartbeats of a publisher. */
const listenMs = 2_000;

const feedPublish: Command = {
  words: ["feed", "publish"],
  options: {
    from: {
      value: "SOURCE",
      about: "simulated, or a FILE written by oms feed record",
      isRequired: true,
    },
    speed: { value: "N", about: "how many times faster than the clock, 1 to 1,000", otherwise: "1" },
    seed: { value: "S", about: "the seed of the simulation", otherwise: "1" },
    hours: {
      value: "HOURS",
      about: "exchange trades in the hours of the exchanges, always at any hour",
      otherwise: "always",
    },
    for: { value: "DURATION", about: "how long, such as 60s", otherwise: "until SIGINT or SIGTERM" },
    "take-over": { about: "publishes even if there is another publisher, and replaces it" },
    nats: natsToPublishOption,
  },
  summary:
    "Publishes the simulated exchange or a recording to NATS, for servers with FEED=nats://… and FEED_SIMULATED=on.",
  about:
    "The simulated exchange trades the instruments that are in the catalog when the command starts, up to 20,000. A recording is played at its original pace with the current time, and ends by itself; it needs no database. Followers that are new or have missed messages get snapshots, and there is a heartbeat at least once a second. All messages are marked as simulated: servers accept them only if FEED_SIMULATED is on, and say so. The command first checks for two seconds whether there is another publisher, and refuses to publish beside it without --take-over. Of several simulated publishers, servers follow the one that started last. Outside the hours of the exchanges servers make no margin calls on these prices.",
  example: "oms feed publish --from simulated --speed 10 --hours exchange",
  run: async (input, context) => {
    const source = input.required("from");
    const plan = readPlan(input, context);
    try {
      if (source === "simulated") return await publish(await openSimulation(plan, context), plan, context);
      const player = await playRecording(source, plan);
      return await publish(player, plan, context).finally(player.close);
    } catch (failure) {
      if (!(failure instanceof RecordingFault)) rejectFileFailure(source, failure);
      const faults = [{ line: failure.line, fault: failure.message }];
      const message = `${source} can't be played beyond that line.`;
      throw new Refused({ code: "file_not_valid", message, file: source, faults, faultCount: 1 });
    }
  },
};

type Plan = {
  readonly speed: number;
  readonly seed: number;
  readonly isAlwaysTrading: boolean;
  readonly takesOver: boolean;
  /** When publishing starts, after the check for another publisher. */
  readonly startMs: number;
  readonly durationMs: number | undefined;
  readonly servers: NatsServers;
};

function readPlan(input: CommandInput, { world }: CommandContext): Plan {
  const hours = input.option("hours") ?? "always";
  if (hours !== "always" && hours !== "exchange") {
    throw new UsageFault(`--hours is "${hours}": write exchange or always.`);
  }
  const duration = input.option("for");
  const takesOver = input.isOn("take-over");
  return {
    speed: readCount("--speed", input.option("speed") ?? "1", { countMin: 1, countMax: 1_000 }),
    seed: readCount("--seed", input.option("seed") ?? "1", { countMin: 0, countMax: 2_147_483_647 }),
    isAlwaysTrading: hours === "always",
    takesOver,
    startMs: world.now() + (takesOver ? 0 : listenMs),
    durationMs: duration === undefined ? undefined : readDuration("--for", duration),
    servers: readNatsOption(input),
  };
}

async function openSimulation(plan: Plan, { open, say }: CommandContext): Promise<Player> {
  const book = await openReferenceBook(await open());
  return playSimulated(book, { ...plan, nowMs: plan.startMs }, say);
}

async function publish(player: Player, plan: Plan, context: CommandContext): Promise<Result> {
  const { servers, durationMs, takesOver } = plan;
  if (!takesOver) await rejectOtherPublishers(servers);
  const { world, say } = context;
  const link: LinkState = { last: undefined };
  const board = openPublishedBoard();
  const report = reportEachOnce(say);
  // Imported lazily, to keep the start of other commands fast.
  const { openNatsPublisher } = await import("@trading-oms/feed/nats");
  const publisher = openNatsPublisher({
    servers,
    source: world.makeId(),
    isSimulated: true,
    snapshotOf: board.snapshotOf,
    onEvent: (event) => {
      if (event.kind === "failed") return report(event.thrown);
      if (event.kind === "lost")
        say("The connection to NATS is lost. Reconnecting; followers will get snapshots.");
      if (event.kind === "connected" && link.last?.kind === "lost") say("NATS is connected again.");
      // A failed attempt to reconnect does not hide that the connection was lost.
      link.last = event.kind === "absent" && link.last?.kind === "lost" ? link.last : event;
    },
  });
  const duration = untilStopped(world, durationMs);
  const progress = showProgress(world, "Publishing", "messages");
  let count = 0;
  try {
    await waitForNats(publisher.opened, servers, link);
    say(`Publishing to NATS at ${servers.servers.join(", ")}; Ctrl-C ends it.`);
    while (!duration.signal.aborted) {
      const { messages, hasCaughtUp, isOver } = await player.playUntil(world.now());
      board.apply(messages);
      publisher.publish(messages);
      count += messages.length;
      progress.update(count);
      if (isOver) break;
      await wait(hasCaughtUp ? turnMs : 1, undefined, { signal: duration.signal }).catch(() => {});
    }
  } finally {
    duration.release();
    await publisher.close();
  }
  progress.end();
  return { json: { messages: count }, lines: [`Published ${renderNumber(count)} messages.`] };
}

/** Listens for another publisher before the first message, because followers would switch to this one. */
async function rejectOtherPublishers(servers: NatsServers): Promise<void> {
  const { listenToPublishers } = await import("@trading-oms/feed/nats");
  const link: LinkState = { last: undefined };
  const listener = listenToPublishers({
    servers,
    name: "oms feed publish",
    onEvent: (event) => {
      link.last = event;
    },
  });
  try {
    await waitForNats(listener.opened, servers, link);
    await wait(listenMs);
    rejectSecondPublisher(listener);
  } finally {
    await listener.close();
  }
}

/** 09:15, when every opening auction is over. A simulation that always trades starts its clock there. */
const continuousFromMs = 9.25 * 3_600_000;
/** Bounds memory and processor time, which grow with each instrument. */
const instrumentsMax = 20_000;

/** The options of the simulation. */
type SimulatedPlay = {
  readonly seed: number;
  readonly speed: number;
  /** Whether it trades at any hour, instead of in the hours of the exchanges. */
  readonly isAlwaysTrading: boolean;
  readonly nowMs: number;
};

/** Simulates an exchange with the instruments of the catalog, and reports if it leaves some out. */
function playSimulated(
  book: Pick<ReferenceBook, "findInstrument" | "listEntries" | "holidays">,
  { seed, speed, isAlwaysTrading, nowMs }: SimulatedPlay,
  say: (line: string) => void,
): Player {
  const symbols = [...book.listEntries().keys()];
  const played = symbols.slice(0, instrumentsMax);
  const instruments = played.flatMap((symbol) => book.findInstrument(symbol) ?? []);
  if (symbols.length === 0) say("The catalog is empty, so nothing is traded.");
  if (played.length < symbols.length) {
    say(`Of ${renderNumber(symbols.length)} instruments ${renderNumber(played.length)} are simulated.`);
  }
  const exchange = createPlayedExchange({
    seed,
    speed,
    nowMs,
    startMs: isAlwaysTrading ? startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs : nowMs,
    isAlwaysTrading,
    holidays: book.holidays(),
    instruments,
  });
  return { playUntil: async (untilMs) => ({ ...exchange.playUntil(untilMs), isOver: false }) };
}

/** The state that results from all published messages, for snapshots. */
type PublishedBoard = {
  readonly apply: (messages: readonly FeedMessage[]) => void;
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
};

/**
 * Opens a board that lists each symbol with its first message. All details but the symbol are placeholders: they do not affect
 * quotes.
 */
function openPublishedBoard(): PublishedBoard {
  const board = new QuoteBoard();
  const listed = new Set<string>();
  const list = (symbol: string): void => {
    listed.add(symbol);
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
        if (message.kind !== "heartbeat" && !listed.has(message.symbol)) list(message.symbol);
        board.apply(message);
      }
    },
    snapshotOf: (symbol) => board.snapshotOf(symbol),
  };
}

export const publishCommands: readonly Command[] = [feedPublish];
