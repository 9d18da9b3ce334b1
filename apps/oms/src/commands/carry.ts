import { setTimeout } from "node:timers/promises";
import { PriceCarrier } from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { connectD1, type D1Access, joinD1Store } from "@trading-oms/store/d1";
import { type Command, type Desk, type Result, UsageFault, type World } from "../cli/command.ts";
import { renderNumber } from "../cli/text.ts";
import { untilStopped } from "../cli/until-stopped.ts";
import { readDuration } from "../cli/values.ts";
import { reasonOf } from "./nats.ts";

const pricesCarry: Command = {
  words: ["prices", "carry"],
  options: {
    d1: { value: "ID", about: "the D1 that they are carried to, by its id", isNeeded: true },
    every: { value: "DURATION", about: "how often what came since is carried", otherwise: "5s" },
    for: { value: "DURATION", about: "how long", otherwise: "until SIGINT or SIGTERM" },
    once: { about: "carries what there is, and ends" },
  },
  summary: "Carries last prices and quotes to a D1, as servers here save them.",
  about:
    "Run it beside a server that hears a feed and watches, on the same database. All prices are carried at first, and then those that came since; what is later there stays. CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN say whose D1 it is, by a token that may edit it. What can't be carried is tried again with what comes next.",
  example: "oms prices carry --d1 0c9e6c1a-5a0e-4b52-9d1c-2f5d8f0f7a11 --every 10s",
  run: async (given, desk) => {
    const access = findD1(given.needed("d1"), desk.world);
    const everyMs = readDuration("--every", given.option("every") ?? "5s");
    const duration = given.option("for");
    const durationMs = duration === undefined ? undefined : readDuration("--for", duration);
    const { store: from } = await desk.open();
    const carrier = new PriceCarrier({ from, to: await joinD1Store(connectD1(access)) });
    return given.isOn("once")
      ? tell({ ...(await carrier.carry()), rounds: 1, failures: 0 })
      : carryOn(carrier, { everyMs, durationMs }, desk);
  },
};

type Plan = { readonly everyMs: number; readonly durationMs: number | undefined };
type Counts = {
  readonly marks: number;
  readonly quotes: number;
  readonly rounds: number;
  readonly failures: number;
};

async function carryOn(
  carrier: PriceCarrier,
  { everyMs, durationMs }: Plan,
  { world, say }: Desk,
): Promise<Result> {
  const counts = { marks: 0, quotes: 0, rounds: 0, failures: 0 };
  const duration = untilStopped(world, durationMs);
  let said: string | undefined;
  say("Carrying prices; Ctrl-C ends it.");
  while (!duration.signal.aborted) {
    try {
      const { marks, quotes } = await carrier.carry();
      counts.marks += marks;
      counts.quotes += quotes;
      if (said !== undefined) say("They are carried again.");
      said = undefined;
    } catch (thrown) {
      counts.failures += 1;
      const reason = thrown instanceof StoreFault ? thrown.message : reasonOf(thrown);
      if (said !== reason) say(`Prices are not carried, and tried again: ${reason}`);
      said = reason;
    }
    counts.rounds += 1;
    await setTimeout(everyMs, undefined, { signal: duration.signal }).catch(() => {});
  }
  duration.release();
  return tell(counts);
}

function tell(counts: Counts): Result {
  const { marks, quotes, failures } = counts;
  const failed = failures === 0 ? "" : ` It could not be done ${renderNumber(failures)} times in between.`;
  return {
    json: counts,
    lines: [`Carried ${renderNumber(marks)} last prices and ${renderNumber(quotes)} quotes.${failed}`],
  };
}

/** Where Cloudflare's interface is, unless the environment says otherwise. */
const usualApiUrl = "https://api.cloudflare.com/client/v4";

/** Finds how a D1 is reached: the account and the token are those that wrangler takes from the environment. */
function findD1(databaseId: string, { environment }: Pick<World, "environment">): D1Access {
  const accountId = environment["CLOUDFLARE_ACCOUNT_ID"] ?? "";
  const token = environment["CLOUDFLARE_API_TOKEN"] ?? "";
  if (accountId === "" || token === "") {
    throw new UsageFault(
      "A D1 is reached with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN: set both in the environment.",
    );
  }
  // It goes into a header, where a slip would be told with all of it.
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new UsageFault(
      "CLOUDFLARE_API_TOKEN has a character that no token has, as of a line that ends in it.",
    );
  }
  const apiUrl = (environment["CLOUDFLARE_API_BASE_URL"] || usualApiUrl).replace(/\/+$/, "");
  const { protocol, hostname } = URL.parse(apiUrl) ?? {};
  const isOwn = protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname ?? "");
  if (protocol !== "https:" && !isOwn) {
    throw new UsageFault(
      "CLOUDFLARE_API_BASE_URL has to begin with https://; the token is for nobody on the way.",
    );
  }
  return { apiUrl, accountId, databaseId, token, fetch: (url, init) => fetch(url, init) };
}

export const carryCommands: readonly Command[] = [pricesCarry];
