/** A price that calls a position, and one that covers it again, in a table that is open. */
import { quantile } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need } from "../harness/tabs.ts";
import { type Desk, openPosition, settle } from "./desk.ts";

const [accountId, symbol] = ["888C000098", "FPT"];
const roundCount = 5;
const shownMsMax = 2_000;

/** With the market still, so that nothing but the price that is set by hand moves the call. */
export async function checkLive(desk: Desk, standStill: () => Promise<void>): Promise<Verdict> {
  const faults = [...desk.takeComplaints()];
  await standStill();
  desk.takeComplaints();
  const waits = { appears: [] as number[], leaves: [] as number[] };
  await attempt(desk, faults, "a call by a price", async () => {
    const healthy = await openPosition(desk, accountId, 1.08);
    const called = Math.round((healthy * 0.88) / 100) * 100;
    const tab = await desk.open("/console/calls");
    await settle(tab);
    const openedAt = await tab.evaluate("performance.timeOrigin");
    // A call that has left stays for a minute as one that has ended.
    const row = tab.locator(`tr:not(.ended) [data-opens="${accountId}:${symbol}"]`);
    const token = await desk.signToken("rival", "operator");
    const setPrice = async (price: number, state: "visible" | "detached"): Promise<number> => {
      const sentAtMs = Date.now();
      const order = { price, confirm: true, reason: "a test" };
      const set = desk.ask("PATCH", `/operator/v0/instruments/${symbol}/price`, order, token);
      const shown = row.waitFor({ state }).then(() => Date.now());
      shown.catch(() => {});
      const { status, message } = (await (await set).json()) as { status: string; message: string };
      need(status === "success", message);
      const shownAtMs = await shown;
      return shownAtMs - sentAtMs;
    };
    for (let round = 0; round < roundCount; round += 1) {
      waits.appears.push(await setPrice(called, "visible"));
      waits.leaves.push(await setPrice(healthy, "detached"));
    }
    need((await tab.evaluate("performance.timeOrigin")) === openedAt, "the page was loaded again");
  });
  const lines = Object.entries(waits).map(([name, ms]) => {
    const [medianMs, longestMs] = [quantile(ms, 0.5), quantile(ms, 1)];
    if (medianMs > shownMsMax) faults.push(`a call ${name} after ${medianMs} ms`);
    return `${name} after ${medianMs} ms (longest ${longestMs})`;
  });
  return { line: `a call ${lines.join(" and ")}`, faults: [...faults, ...desk.takeComplaints()] };
}
