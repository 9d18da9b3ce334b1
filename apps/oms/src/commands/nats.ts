import { setTimeout as wait } from "node:timers/promises";
import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import type { LinkEvent, PublisherEar } from "@trading-oms/feed/nats";
import { type CommandOption, type Given, refuse, UsageFault, type World } from "../cli/command.ts";

const addressByDefault = "nats://127.0.0.1:4222";

/** Where NATS is, for whoever hears what is on it. */
export const natsOption: CommandOption = {
  value: "ADDRESS",
  about: "where NATS is, as nats://host:port or tls://user:password@host:port; several, separated by commas",
  otherwise: `FEED where that is such an address, else ${addressByDefault}`,
};

/** Where NATS is, for whoever puts something on it: what servers follow is not to be written to by a slip. */
export const natsToPublishOption: CommandOption = {
  ...natsOption,
  otherwise: `${addressByDefault}, whatever FEED says`,
};

/** Reads where NATS is; without an environment, FEED is of no account. */
export function readNatsOption(
  given: Given,
  { environment: { FEED = "" } }: Pick<World, "environment"> = { environment: {} },
): NatsServers {
  const text = given.option("nats") ?? (/^(nats|tls):/.test(FEED) ? FEED : addressByDefault);
  const servers = readNatsServers(text);
  if (servers !== undefined) return servers;
  throw new UsageFault(
    "--nats is no address: write such as nats://127.0.0.1:4222, or tls:// with a host name, several separated by commas.",
  );
}

const patienceMs = 3_000;

/** What was last heard of a connection. */
export type LinkNews = { last: LinkEvent | undefined };

/** Waits until NATS is there. @throws Refused where it is not */
export async function waitForNats(
  opened: Promise<unknown>,
  { servers }: NatsServers,
  news: LinkNews,
): Promise<void> {
  const tooLate = new AbortController();
  const isThere = await Promise.race([
    opened.then(() => true),
    wait(patienceMs, false, { signal: tooLate.signal }).catch(() => false),
  ]);
  tooLate.abort();
  if (isThere) return;
  const hosts = servers.join(", ");
  const reason = news.last?.kind === "absent" ? reasonOf(news.last.thrown) : "it does not answer";
  if (/authori[sz]ation|authentication/i.test(reason)) {
    const message = `NATS at ${hosts} does not let us in (${reason}): write --nats nats://USER:PASSWORD@HOST:PORT.`;
    refuse("nats-refuses", message);
  }
  const message = `There is no NATS at ${hosts} (${reason}). Start one with nats-server (Debian: apt-get install nats-server), or name another by --nats.`;
  refuse("nats-not-there", message);
}

/** @throws Refused where somebody publishes already, or that can't be heard */
export function refuseSecondPublisher({ heard, failure }: Pick<PublisherEar, "heard" | "failure">): void {
  const thrown = failure();
  if (thrown !== undefined) {
    const message = `NATS does not let us hear whether somebody publishes already (${reasonOf(thrown)}). With --take-over nobody is listened for.`;
    refuse("publisher-not-to-be-heard", message);
  }
  const others = heard();
  if (others.length === 0) return;
  const names = others.map(
    ({ source, isSimulated }) => `${source}, whose prices are ${natureOf(isSimulated)}`,
  );
  const message = `Somebody publishes already: ${names.join("; ")}. Stop it first, or take its place with --take-over.`;
  refuse("publisher-there", message);
}

function natureOf(isSimulated: boolean): string {
  return isSimulated ? "played" : "real";
}

/** Says once of each thing that NATS does not take why it does not. */
export function sayFailures(say: (line: string) => void): (thrown: unknown) => void {
  const said = new Set<string>();
  return (thrown) => {
    const reason = reasonOf(thrown);
    if (said.has(reason)) return;
    said.add(reason);
    say(`NATS does not take something: ${reason}.`);
  };
}

/** Gives what whoever threw says of it. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
