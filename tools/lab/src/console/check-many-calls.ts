/** Five thousand open calls in the table, with Chromium's trace of what drawing them takes while prices move. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort, runOms } from "@trading-oms/scratch";
import { openChromium } from "@trading-oms/site/browser";
import { largest } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { startServerProcess } from "../harness/server.ts";
import { listStocks, type Stock } from "../harness/stocks.ts";
import { attempt, need, type Tab } from "../harness/tabs.ts";
import { Desk, settle } from "./desk.ts";

const callCount = 5_000;
const positionsPerAccount = 5;
const taskMsMax = 100;
const orders = ["outstanding", "ratio", "since", "account", "due"];
const furtherCount = 5;

export async function checkManyCalls(folder: string): Promise<Verdict> {
  const port = await findFreePort();
  const settings = { DATA_DIR: join(folder, "many"), PORT: String(port), FEED: "simulated" };
  await loadCalls(settings, folder);
  const server = await startServerProcess(settings);
  const browser = await openChromium(server.url, await mkdtemp(join(folder, "browser-")));
  try {
    const desk = new Desk(browser, server.url, settings);
    await untilCalled(desk);
    const faults: string[] = [];
    let line = "";
    await attempt(desk, faults, "the table", async () => {
      const tab = await desk.open("/console/status");
      await settle(tab);
      let drawnCount = 0;
      tab.on("response", (response) => {
        if (response.status() === 200 && /v0\/calls\?.*limit=50/.test(response.url())) drawnCount += 1;
      });
      const { taskCount, busyMs, longestMs } = await traceTasks(tab, () => useTable(tab));
      line = `drawn ${drawnCount} times, the longest of ${taskCount} tasks takes ${busyMs.toFixed(0)} ms (${longestMs.toFixed(0)} with what the machine did besides)`;
      need(busyMs <= taskMsMax, `a task of the page takes over ${taskMsMax} ms`);
      // Each order and page is one; the others come because prices move.
      need(drawnCount > 1.5 * (orders.length + furtherCount), "prices have hardly moved");
    });
    return { line: `${callCount} calls, ${line}`, faults: [...faults, ...desk.takeComplaints()] };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Opens accounts with positions whose entries are so high that no price of a day covers them. */
async function loadCalls(settings: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await runOms(settings, "db", "migrate");
  await runOms(settings, "demo", "load");
  const stocks = await listStocks(join(folder, "many"));
  need(stocks.length >= positionsPerAccount, "the catalog has too few stocks");
  const accountIds = Array.from({ length: callCount / positionsPerAccount }, (_, at) => `MANY-${at}`);
  const rows = {
    accounts: ["accountId,userId", ...accountIds.map((id, at) => `${id},many-${at}`)],
    cash: ["accountId,kind,amountVnd", ...accountIds.map((id) => `${id},deposit,100000000000`)],
    positions: [
      "accountId,symbol,quantity,entryVnd",
      ...Array.from({ length: callCount }, (_, at) => {
        const stock = stocks[(at + Math.floor(at / stocks.length)) % stocks.length] as Stock;
        const quantity = 100 * (1 + (at % 50));
        const entryVnd = Math.round(stock.referencePrice * quantity * (1.3 + (at % 97) / 400));
        return `${accountIds[at % accountIds.length]},${stock.symbol},${quantity},${entryVnd}`;
      }),
    ],
  };
  for (const [kind, lines] of Object.entries(rows)) {
    const file = join(folder, `${kind}.csv`);
    await writeFile(file, `${lines.join("\n")}\n`);
    await runOms(settings, kind, "import", file);
  }
}

async function untilCalled(desk: Desk): Promise<void> {
  for (let count = 0; ; ) {
    const answer = await desk.ask("GET", "/operator/v0/calls?limit=1");
    if (answer.ok) ({ total: count } = (await answer.json()) as { total: number });
    if (count >= callCount) return;
    await wait(200);
  }
}

/** Opens the calls, orders, pages, scrolls and filters them, and opens one, as somebody does who looks for it. */
async function useTable(tab: Tab): Promise<void> {
  await tab.keyboard.press("g");
  await tab.keyboard.press("c");
  await settle(tab);
  for (const order of orders) {
    const answered = new RegExp(`/operator/v0/calls[?].*order=${order}`);
    await Promise.all([
      tab.waitForResponse(answered),
      tab.getByRole("combobox", { name: "Order" }).selectOption(order),
    ]);
    await scroll(tab);
  }
  for (let page = 1; page <= furtherCount; page += 1) {
    await tab.locator(".pages a").last().click();
    await tab.waitForURL(new RegExp(`offset=${page * 50}$`));
    await tab.locator(".pages span", { hasText: grouped(page * 50 + 1) }).waitFor();
    await scroll(tab);
  }
  await tab.locator("tbody [data-opens]").nth(7).click();
  await tab.locator("aside.panel .four, aside.panel dl").first().waitFor();
  await tab.waitForTimeout(3_000);
  await tab.keyboard.press("Escape");
  await tab.getByRole("textbox", { name: "Symbol" }).fill("FPT");
  await tab.waitForURL(/symbol=FPT/);
  await tab.waitForTimeout(3_000);
}

/** A count as the page writes it. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ".");
}

async function scroll(tab: Tab): Promise<void> {
  await tab.mouse.move(700, 500);
  for (const by of [500, 500, 500, -1_500]) {
    await tab.mouse.wheel(0, by);
    await tab.waitForTimeout(250);
  }
}

type Trace = {
  readonly taskCount: number;
  /** The longest task by the time of the processor, which is what it takes where nothing else has the core. */
  readonly busyMs: number;
  readonly longestMs: number;
};

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Records what the main threads of pages do meanwhile. */
async function traceTasks(tab: Tab, work: () => Promise<void>): Promise<Trace> {
  const session = await tab.context().newCDPSession(tab);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] },
  });
  await work();
  const complete = new Promise<void>((done) => session.once("Tracing.tracingComplete", () => done()));
  await session.send("Tracing.end");
  await complete;
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = events.filter((event) => event.name === "RunTask" && pages.has(threadOf(event)));
  need(tasks.length > 1_000, `Chromium traced ${tasks.length} tasks only`);
  // Chromium leaves out the processor's time of a task that was under way when the trace began or ended.
  const timed = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1_000]));
  need(timed.length > 0.99 * tasks.length, `Chromium timed ${timed.length} of ${tasks.length} tasks`);
  return {
    taskCount: tasks.length,
    busyMs: largest(timed),
    longestMs: largest(tasks.map(({ dur = 0 }) => dur / 1_000)),
  };
}
