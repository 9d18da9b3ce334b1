/** The memory of a page that stays open for long: the side panel on a moving feed. */
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need, type Tab } from "../harness/tabs.ts";
import { type Desk, settle } from "./desk.ts";

const panel = "/console/calls?open=888C000017%3AFPT";

/** The page compiles and caches in its first seconds. */
const warmUpMs = 20_000;
const openMs = 60_000;
const grownBytesMax = 1_000_000;

export async function checkMemory(desk: Desk): Promise<Verdict> {
  const faults: string[] = [];
  let line = "";
  await attempt(desk, faults, "the panel on a moving feed", async () => {
    const tab = await desk.open(panel);
    await settle(tab);
    await tab.locator("aside.panel :is(.four, dl)").first().waitFor();
    const prices = tab.locator("tbody td:nth-child(8)");
    await tab.waitForTimeout(warmUpMs);
    // Reading the page puts half a megabyte of the browser driver's own scripts into it, so it is read before both.
    const [pricesBefore, before] = [await prices.allTextContents(), await weighHeap(tab)];
    await tab.waitForTimeout(openMs);
    const [after, pricesAfter] = [await weighHeap(tab), await prices.allTextContents()];
    line = `the heap goes from ${kilobytes(before)} to ${kilobytes(after)} kB in ${openMs / 1_000} s`;
    need(String(pricesBefore) !== String(pricesAfter), "no price has moved");
    need(after - before <= grownBytesMax, line);
  });
  return { line, faults: [...faults, ...desk.takeComplaints()] };
}

/** The bytes that the page's scripts hold after a collection. */
async function weighHeap(tab: Tab): Promise<number> {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const used = metrics.find(({ name }) => name === "JSHeapUsedSize");
  need(used, "Chromium does not say how large the heap is");
  return used.value;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(0);
}
