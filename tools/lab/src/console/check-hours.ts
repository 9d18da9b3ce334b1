/** A day without trading, an hour before trading and a server without a feed: header, band, Status, Market and Overview agree. */
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need, type Tab } from "../harness/tabs.ts";
import { Desk, settle } from "./desk.ts";

const clock = new URL("../harness/clock.ts", import.meta.url).href;

type Hour = {
  /** Counted from Sunday. */
  readonly day: number;
  readonly time: string;
  readonly feed: "none" | "simulated";
  /** The words of the band, and what Status says of the prices. */
  readonly band: string;
  readonly prices: string;
  readonly due: RegExp;
};

const demonstration = "This is a demonstration: invented accounts.";
const noneDue = /^no call is due later today$/;

const hours: Readonly<Record<string, Hour>> = {
  "a Saturday": {
    day: 6,
    time: "10:00",
    feed: "simulated",
    band: `Simulated prices, which move although the exchanges are closed. ${demonstration}`,
    prices: "simulated",
    due: noneDue,
  },
  "no feed": {
    day: 6,
    time: "10:00",
    feed: "none",
    band: demonstration,
    prices: "–",
    due: noneDue,
  },
  "a weekday before nine": {
    day: 3,
    time: "08:00",
    feed: "none",
    band: demonstration,
    prices: "–",
    due: /^(no call is due later today|by 17:00, in 8 h( 59)?|by 17:00, in 9 h)$/,
  },
};

export async function checkHours(
  desk: Desk,
  restart: (changes: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Verdict> {
  const faults: string[] = [...desk.takeComplaints()];
  for (const [name, { day, time, feed, band, prices, due }] of Object.entries(hours)) {
    const shared = {
      NODE_OPTIONS: `--import=${clock}`,
      CLOCK_OFFSET_MS: String(nextMs(day, time) - Date.now()),
    };
    await restart({ ...shared, FEED: feed });
    const then = new Desk(desk.browser, desk.url, { ...desk.settings, ...shared });
    await attempt(then, faults, name, async () => {
      const tab = await then.open("/console");
      await settle(tab);
      await tab.locator(".sessions", { hasText: "HOSE closed" }).waitFor();
      await expectText(tab, "aside.simulated", (text) => text === band);
      await expectText(tab, ".four > :nth-child(3) p", (text) => due.test(text));
      await tab.goto(`${desk.url}/console/status`);
      await expectText(tab, ".parts section:nth-child(2)", (text) => text.includes(`Prices${prices}`));
      await tab.goto(`${desk.url}/console/market?symbol=FPT`);
      await settle(tab);
      await expectText(tab, ".quote .last", (text) => /no trade yet|^[\d.]+ /.test(text));
      need((await tab.locator("main", { hasText: "Loading" }).count()) === 0, "Market is still loading");
    });
  }
  return { line: Object.keys(hours).join(", "), faults: [...faults, ...desk.takeComplaints()] };
}

/** The next such time of a week in UTC+7. What is stored is older then. */
function nextMs(day: number, time: string): number {
  const dayMs = 86_400_000;
  for (let ms = Date.now() + dayMs; ; ms += dayMs) {
    const atMs = Date.parse(`${new Date(ms + 7 * 3_600_000).toISOString().slice(0, 10)}T${time}:00+07:00`);
    if (new Date(atMs + 7 * 3_600_000).getUTCDay() === day) return atMs;
  }
}

/** Waits until the text of an element is right. */
async function expectText(tab: Tab, selector: string, isRight: (text: string) => boolean): Promise<void> {
  let text = "";
  for (let tries = 0; tries < 50; tries += 1) {
    text = ((await tab.locator(selector).first().textContent()) ?? "").replaceAll(/\s+/g, " ").trim();
    if (isRight(text)) return;
    await tab.waitForTimeout(200);
  }
  throw new Error(`${selector} says: ${text}`);
}
