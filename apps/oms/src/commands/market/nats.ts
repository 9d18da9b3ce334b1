import { setTimeout as wait } from "node:timers/promises";
import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import type { LinkEvent, PublisherListener } from "@trading-oms/feed/nats";
import { type CommandInput, type CommandOption, refuse, UsageFault, type World } from "../../cli/command.ts";

const defaultAddress = "nats://127.0.0.1:4222";

/** The option `--nats` of commands that subscribe. */
export const natsOption: CommandOption = {
  value: "ADDRESS",
  about: "the addresses of NATS, separated by commas: nats://host:port or tls://user:password@host:port",
  otherwise: `FEED if it is such an address, else ${defaultAddress}`,
};

/** The option `--nats` of commands that publish. They ignore `FEED`, so that a slip cannot publish to a real feed. */
export const natsToPublishOption: CommandOption = {
  ...natsOption,
  otherwise: `${defaultAddress}; FEED is ignored`,
};

/** Reads the option `--nats`. Without an environment, `FEED` is ignored. */
export function readNatsOption(
  input: CommandInput,
  { environment: { FEED = "" } }: Pick<World, "environment"> = { environment: {} },
): NatsServers {
  const text = input.option("nats") ?? (/^(nats|tls):/.test(FEED) ? FEED : defaultAddress);
  const servers = readNatsServers(text);
  if (servers !== undefined) return servers;
  throw new UsageFault(
    "--nats is not an address: write one such as nats://127.0.0.1:4222, or tls:// with a host name, several separated by commas.",
  );
}

const connectMsMax = 3_000;

/** The last event of a connection. */
export type LinkState = { last: LinkEvent | undefined };

/** Waits until NATS is connected. @throws Refused if that takes too long */
export async function waitForNats(
  opened: Promise<unknown>,
  { servers }: NatsServers,
  link: LinkState,
): Promise<void> {
  const timeout = new AbortController();
  const isConnected = await Promise.race([
    opened.then(() => true),
    wait(connectMsMax, false, { signal: timeout.signal }).catch(() => false),
  ]);
  timeout.abort();
  if (isConnected) return;
  const hosts = servers.join(", ");
  const reason = link.last?.kind === "absent" ? reasonOf(link.last.thrown) : "it does not answer";
  if (/authori[sz]ation|authentication/i.test(reason)) {
    const message = `NATS at ${hosts} refuses the login (${reason}): write --nats nats://USER:PASSWORD@HOST:PORT.`;
    refuse("nats_login_rejected", message);
  }
  const message = `There is no NATS at ${hosts} (${reason}). Start one with nats-server (Debian: apt-get install nats-server), or name another with --nats.`;
  refuse("nats_unreachable", message);
}

/** @throws Refused if there is another publisher, or if that cannot be checked */
export function rejectSecondPublisher({
  publishers,
  failure,
}: Pick<PublisherListener, "publishers" | "failure">): void {
  const thrown = failure();
  if (thrown !== undefined) {
    const message = `NATS does not allow to check for another publisher (${reasonOf(thrown)}). To publish without the check, add --take-over.`;
    refuse("publisher_check_denied", message);
  }
  const others = publishers();
  if (others.length === 0) return;
  const names = others.map(
    ({ source, isSimulated }) => `${source} with ${isSimulated ? "simulated" : "real"} prices`,
  );
  const message = `There is another publisher: ${names.join("; ")}. Stop it first, or replace it with --take-over.`;
  refuse("publisher_active", message);
}

/** Reports each distinct error of NATS once. */
export function reportEachOnce(say: (line: string) => void): (thrown: unknown) => void {
  const said = new Set<string>();
  return (thrown) => {
    const reason = reasonOf(thrown);
    if (said.has(reason)) return;
    said.add(reason);
    say(`NATS reports an error: ${reason}.`);
  };
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
