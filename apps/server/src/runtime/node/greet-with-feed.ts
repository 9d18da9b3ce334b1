import { readNatsServers } from "@trading-oms/feed";
import type { FeedSettings } from "./feed-settings.ts";

/** Says where prices come from, and what to set for others. */
export function greetWithFeed(feed: FeedSettings, isOpen: boolean): string {
  if (feed.kind === "none") return "No feed is connected: FEED=simulated plays an exchange.";
  if (feed.kind === "nats") return `Prices come over NATS from ${hostsOf(feed.servers)}.`;
  const { speed, hours, seed } = feed;
  const pace = speed === 1 ? "as fast as the clock" : `${speed} times as fast as the clock`;
  const played = `Prices are simulated, ${pace}, with the seed ${seed}`;
  if (hours === "always")
    return `${played}, at any hour: SIMULATED_HOURS=exchange keeps the hours of the exchanges.`;
  const state = isOpen ? "" : ", which are closed now: SIMULATED_HOURS=always trades all the same";
  return `${played}, at the hours of the exchanges${state}.`;
}

/** An address may hold a password. */
function hostsOf(addresses: readonly string[]): string {
  return readNatsServers(addresses.join(","))?.servers.join(", ") ?? "nowhere";
}
