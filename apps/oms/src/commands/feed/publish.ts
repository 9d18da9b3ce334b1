import { setTimeout as wait } from "node:timers/promises";
import { openReferenceBook } from "@trading-oms/brokerage";
import type { NatsServers } from "@trading-oms/feed";
import type { Command, Desk, Given, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { playRecording } from "../../feed/play-recording.ts";
import { playSimulated } from "../../feed/play-simulated.ts";
import { type Player, RecordingFault } from "../../feed/player.ts";
import { openPublishedBoard } from "../../feed/published-board.ts";
import { natsOption, readNatsOption } from "../../feed/read-nats-option.ts";
import { type LinkNews, refuseNats } from "../../feed/refuse-nats.ts";
import { untilStopped } from "../../feed/until-stopped.ts";
import { renderNumber } from "../../output/render-number.ts";
import { showProgress } from "../../output/show-progress.ts";
import { UsageFault } from "../../usage-fault.ts";
import { readCount } from "../../words/read-count.ts";
import { readDuration } from "../../words/read-duration.ts";

/** So often that prices seem to move by themselves. */
const strokeMs = 20;

/** Puts messages on NATS. */
export const feedPublish: Command = {
  words: ["feed", "publish"],
  argumentNames: [],
  options: {
    from: {
      value: "SOURCE",
      about: "simulated, or a FILE that oms feed record has written",
      otherwise: "simulated",
    },
    speed: { value: "N", about: "how many times faster than the clock, 1 to 1,000", otherwise: "1" },
    seed: { value: "S", about: "the same seed plays the same exchange", otherwise: "1" },
    hours: {
      value: "HOURS",
      about: "exchange keeps the hours of the exchanges, always trades at any",
      otherwise: "always",
    },
    for: { value: "DURATION", about: "how long, such as 60s", otherwise: "until SIGINT or SIGTERM" },
    nats: natsOption,
  },
  summary: "Puts the simulated exchange, or a recording, on NATS for servers with FEED=nats://….",
  about:
    "The simulated exchange trades what the catalog lists when the command begins, up to 20,000 instruments. A recording is played at the pace at which it was heard, as if it were happening now, and ends by itself; it needs no database. Whoever begins to follow, or has missed something, is given snapshots. Once a second at least it is said that the feed is there. Servers follow whoever began last; their watch judges no price outside the hours of the exchanges.",
  example: "oms feed publish --speed 10 --hours exchange",
  run: async (given, desk) => {
    const source = given.option("from") ?? "simulated";
    const plan = readPlan(given, desk);
    try {
      if (source === "simulated") return await publish(await playCatalog(plan, desk), plan, desk);
      const startMs = desk.world.now();
      const player = await playRecording(source, { speed: plan.speed, startMs });
      return await publish(player, plan, desk).finally(player.close);
    } catch (failure) {
      if (!(failure instanceof RecordingFault)) return explainFileFailure(source, failure);
      const faults = [{ line: failure.line, fault: failure.message }];
      const message = `${source} can't be played beyond that line.`;
      return { kind: "refused", code: "file-not-valid", message, file: source, faults, faultCount: 1 };
    }
  },
};

type Plan = {
  readonly speed: number;
  readonly seed: number;
  readonly isAlwaysTrading: boolean;
  readonly durationMs: number | undefined;
  readonly servers: NatsServers;
};

function readPlan(given: Given, { world }: Desk): Plan {
  const hours = given.option("hours") ?? "always";
  if (hours !== "always" && hours !== "exchange") {
    throw new UsageFault(`--hours is "${hours}": write exchange or always.`);
  }
  const duration = given.option("for");
  return {
    speed: readCount("--speed", given.option("speed") ?? "1", { countMin: 1, countMax: 1_000 }),
    seed: readCount("--seed", given.option("seed") ?? "1", { countMin: 0, countMax: 2_147_483_647 }),
    isAlwaysTrading: hours === "always",
    durationMs: duration === undefined ? undefined : readDuration("--for", duration),
    servers: readNatsOption(given, world),
  };
}

async function playCatalog(plan: Plan, { open, say, world }: Desk): Promise<Player> {
  const book = await openReferenceBook(await open());
  return playSimulated(book, { ...plan, nowMs: world.now() }, say);
}

async function publish(player: Player, { servers, durationMs }: Plan, desk: Desk): Promise<Outcome> {
  const { world, say } = desk;
  const news: LinkNews = { last: undefined };
  const board = openPublishedBoard();
  // Only who needs it waits for it to be loaded.
  const { openNatsPublisher } = await import("@trading-oms/feed/nats");
  const publisher = openNatsPublisher({
    servers,
    source: world.makeId(),
    snapshotOf: board.snapshotOf,
    tellOf: (event) => {
      if (event.kind === "lost") say("NATS is away; it is looked for, and what is missed is made good.");
      if (event.kind === "connected" && news.last?.kind === "lost") say("NATS is back.");
      news.last = event.kind === "absent" && news.last?.kind === "lost" ? news.last : event;
    },
  });
  const duration = untilStopped(world, durationMs);
  const progress = showProgress(world, "Publishing", "messages");
  let count = 0;
  try {
    const refused = await refuseNats(publisher.opened, servers, news);
    if (refused !== undefined) return refused;
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
  return { kind: "done", json: { messages: count }, lines: [`Published ${renderNumber(count)} messages.`] };
}
