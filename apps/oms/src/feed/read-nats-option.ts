import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import type { CommandOption, Given } from "../command.ts";
import { UsageFault } from "../usage-fault.ts";
import type { World } from "../world.ts";

/** Where NATS is, for every command that needs it. */
export const natsOption: CommandOption = {
  value: "ADDRESS",
  about: "where NATS is, as nats://host:port or tls://user:password@host:port; several, separated by commas",
  otherwise: "FEED where that is such an address, else nats://127.0.0.1:4222",
};

/** Reads where NATS is. */
export function readNatsOption(given: Given, { environment }: Pick<World, "environment">): NatsServers {
  const { FEED = "" } = environment;
  const text = given.option("nats") ?? (/^(nats|tls):/.test(FEED) ? FEED : "nats://127.0.0.1:4222");
  const servers = readNatsServers(text);
  if (servers !== undefined) return servers;
  throw new UsageFault(
    "--nats is no address: write such as nats://127.0.0.1:4222, several separated by commas.",
  );
}
