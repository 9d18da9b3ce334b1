import { setTimeout as wait } from "node:timers/promises";
import type { NatsServers } from "@trading-oms/feed";
import type { LinkEvent } from "@trading-oms/feed/nats";
import type { Outcome } from "../command.ts";
import { reasonOf } from "./reason-of.ts";

const patienceMs = 3_000;

/** What was last heard of a connection. */
export type LinkNews = { last: LinkEvent | undefined };

/** Waits until NATS is there; gives why nothing can be done where it is not. */
export async function refuseNats(
  opened: Promise<unknown>,
  { servers }: NatsServers,
  news: LinkNews,
): Promise<Outcome | undefined> {
  const tooLate = new AbortController();
  const isThere = await Promise.race([
    opened.then(() => true),
    wait(patienceMs, false, { signal: tooLate.signal }).catch(() => false),
  ]);
  tooLate.abort();
  if (isThere) return undefined;
  const hosts = servers.join(", ");
  const reason = news.last?.kind === "absent" ? reasonOf(news.last.thrown) : "it does not answer";
  if (/authori[sz]ation|authentication/i.test(reason)) {
    const message = `NATS at ${hosts} does not let us in (${reason}): write --nats nats://USER:PASSWORD@HOST:PORT.`;
    return { kind: "refused", code: "nats-refuses", message };
  }
  const message = `There is no NATS at ${hosts} (${reason}). Start one with nats-server (Debian: apt-get install nats-server), or name another by --nats.`;
  return { kind: "refused", code: "nats-not-there", message };
}
