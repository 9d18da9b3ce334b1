import { setTimeout } from "node:timers/promises";
import { PriceCarrier } from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { connectD1, type D1Access, openExistingD1Store } from "@trading-oms/store/d1";
import { type Command, type CommandContext, type Result, UsageFault, type World } from "../../cli/command.ts";
import { renderNumber } from "../../cli/text.ts";
import { untilStopped } from "../../cli/until-stopped.ts";
import { readDuration } from "../../cli/values.ts";
import { reasonOf } from "./nats.ts";

/** Copied this often, a source counts as heard even if two rounds fail. */
const everyMsMax = 10_000;

const pricesCarry: Command = {
  words: ["prices", "carry"],
  options: {
    d1: { value: "ID", about: "the id of the D1 database", isRequired: true },
    every: { value: "DURATION", about: "the pause between two rounds, at most 10s", otherwise: "5s" },
    for: { value: "DURATION", about: "how long", otherwise: "until SIGINT or SIGTERM" },
    once: { about: "runs one round and ends" },
  },
  summary: "Copies last prices and quotes to a D1 database as servers save them.",
  about:
    "Run it on the database of a server that has a feed and watches. The first round copies all prices, the others what has changed since. Newer prices in the D1 stay. CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN give access; the token needs the permission to edit the D1. A failed round is repeated with the next one.",
  example: "oms prices carry --d1 0c9e6c1a-5a0e-4b52-9d1c-2f5d8f0f7a11 --every 10s",
  run: async (input, context) => {
    const access = findD1(input.required("d1"), context.world);
    const everyMs = readDuration("--every", input.option("every") ?? "5s");
    if (everyMs > everyMsMax) {
      throw new UsageFault(
        "--every is at most 10s: after 30 s without news of the feed, its prices count as stale in the D1.",
      );
    }
    const duration = input.option("for");
    const durationMs = duration === undefined ? undefined : readDuration("--for", duration);
    const { store: from } = await context.open();
    const carrier = new PriceCarrier({
      from,
      to: await openExistingD1Store(connectD1(access)),
      now: context.world.now,
    });
    return input.isOn("once")
      ? resultOf({ ...(await carrier.carry()), rounds: 1, failures: 0 })
      : carryUntilStopped(carrier, { everyMs, durationMs }, context);
  },
};

type Plan = { readonly everyMs: number; readonly durationMs: number | undefined };
type Counts = {
  readonly marks: number;
  readonly quotes: number;
  readonly rounds: number;
  readonly failures: number;
};

async function carryUntilStopped(
  carrier: PriceCarrier,
  { everyMs, durationMs }: Plan,
  { world, say }: CommandContext,
): Promise<Result> {
  const counts = { marks: 0, quotes: 0, rounds: 0, failures: 0 };
  const duration = untilStopped(world, durationMs);
  let reported: string | undefined;
  say("Copying prices; Ctrl-C ends it.");
  while (!duration.signal.aborted) {
    try {
      const { marks, quotes } = await carrier.carry();
      counts.marks += marks;
      counts.quotes += quotes;
      if (reported !== undefined) say("Prices are copied again.");
      reported = undefined;
    } catch (thrown) {
      counts.failures += 1;
      const reason = thrown instanceof StoreFault ? thrown.message : reasonOf(thrown);
      if (reported !== reason) say(`Prices could not be copied and will be tried again: ${reason}`);
      reported = reason;
    }
    counts.rounds += 1;
    await setTimeout(everyMs, undefined, { signal: duration.signal }).catch(() => {});
  }
  duration.release();
  return resultOf(counts);
}

function resultOf(counts: Counts): Result {
  const { marks, quotes, failures } = counts;
  const failed = failures === 0 ? "" : ` Failed rounds: ${renderNumber(failures)}.`;
  return {
    json: counts,
    lines: [`Copied ${renderNumber(marks)} last prices and ${renderNumber(quotes)} quotes.${failed}`],
  };
}

/** Cloudflare's API, unless `CLOUDFLARE_API_BASE_URL` is set. */
const defaultApiUrl = "https://api.cloudflare.com/client/v4";

/** Reads the access to a D1 from the environment variables that wrangler uses as well. */
function findD1(databaseId: string, { environment }: Pick<World, "environment">): D1Access {
  const accountId = environment["CLOUDFLARE_ACCOUNT_ID"] ?? "";
  const token = environment["CLOUDFLARE_API_TOKEN"] ?? "";
  if (accountId === "" || token === "") {
    throw new UsageFault(
      "CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN are needed for a D1: set both in the environment.",
    );
  }
  // An invalid header value would be quoted in an error message, and with it the token.
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new UsageFault(
      "CLOUDFLARE_API_TOKEN contains a character that is not allowed in a token, such as a line break.",
    );
  }
  const apiUrl = (environment["CLOUDFLARE_API_BASE_URL"] || defaultApiUrl).replace(/\/+$/, "");
  const { protocol, hostname } = URL.parse(apiUrl) ?? {};
  const isOwn = protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname ?? "");
  if (protocol !== "https:" && !isOwn) {
    throw new UsageFault(
      "CLOUDFLARE_API_BASE_URL has to begin with https://, because the token must not be readable on the way.",
    );
  }
  return { apiUrl, accountId, databaseId, token, fetch: (url, init) => fetch(url, init) };
}

export const carryCommands: readonly Command[] = [pricesCarry];
