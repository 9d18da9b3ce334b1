/** A feed that dies under the page, and comes back. */
import { omsProgram, startNats, startProgram } from "@trading-oms/scratch";
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need } from "../harness/tabs.ts";
import { type Desk, settle } from "./desk.ts";

/** A price is old after 30 s; a machine that is busy takes longer to say so. */
const oldMsMax = 60_000;

export async function checkFeed(
  desk: Desk,
  restart: (changes: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Verdict> {
  const faults: string[] = [];
  const nats = await startNats();
  const words = ["feed", "publish", "--from", "simulated", "--speed", "20", "--nats", nats.url];
  const publisher = startProgram(process.execPath, [omsProgram, ...words], {
    ...process.env,
    ...desk.settings,
  });
  try {
    await publisher.untilPrinted(/Publishing/);
    await restart({ FEED: nats.url, FEED_SIMULATED: "on" });
    await attempt(desk, faults, "a feed that dies", async () => {
      const tab = await desk.open("/console/calls");
      await settle(tab);
      const prices = tab.locator("tbody td:nth-child(8)");
      const fresh = prices.locator("> span:not(.quiet)");
      await tab.locator(".light.live").waitFor({ timeout: oldMsMax });
      await fresh.first().waitFor({ timeout: oldMsMax });
      await nats.stop();
      await tab.locator(".light.silent", { hasText: "no new prices since" }).waitFor({ timeout: oldMsMax });
      await fresh.first().waitFor({ state: "detached", timeout: oldMsMax });
      for (const price of await prices.allTextContents())
        need(/\d+ (s|min|h)|reference price$/.test(price), `${price} has no age`);
      await nats.start();
      await tab.locator(".light.live").waitFor({ timeout: oldMsMax });
      await fresh.first().waitFor({ timeout: oldMsMax });
    });
  } finally {
    await publisher.end("SIGKILL");
    await nats.stop();
  }
  return { line: "says so, greys its prices, and comes back", faults: [...faults, ...desk.takeComplaints()] };
}
