import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import type { CommandOption, Given } from "../command.ts";
import { UsageFault } from "../usage-fault.ts";
import type { World } from "../world.ts";

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
