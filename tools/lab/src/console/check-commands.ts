/** With the market still, the page shows what the commands print that stand beneath its tables. */
import { setTimeout as wait } from "node:timers/promises";
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need, type Tab } from "../harness/tabs.ts";
import { type Desk, settle } from "./desk.ts";

const agreedMsMax = 10_000;

export async function checkAgainstCommands(desk: Desk, standStill: () => Promise<void>): Promise<Verdict> {
  const faults = [...desk.takeComplaints()];
  const prices = await readPrices(desk);
  await standStill();
  for (const [symbol, price] of prices)
    await desk.oms(
      "price",
      "set",
      symbol,
      "--price",
      String(price),
      "--confirm",
      "yes",
      "--reason",
      "a test",
    );
  desk.takeComplaints();
  await attempt(desk, faults, "calls", async () => {
    const tab = await desk.open("/console/calls");
    await settle(tab);
    // The last prices by hand may still be on their way to one of the two.
    for (const deadlineMs = performance.now() + agreedMsMax; ; await wait(1_000)) {
      const { calls } = (await runShown(desk, tab)) as { readonly calls: readonly Row[] };
      need(calls.length > 0, "oms prints no calls");
      const printed = calls.map(
        ({ accountId, symbol, outstanding }) => `${accountId} ${symbol} ${grouped(outstanding)}`,
      );
      const shown = (await tab.evaluate(`[...document.querySelectorAll("tbody tr:not(.ended)")].map((row) => {
        const [account, symbol] = row.querySelector("[data-opens]").dataset.opens.split(":");
        return account + " " + symbol + " " + row.querySelector("td.top-right").textContent;
      })`)) as readonly string[];
      if (JSON.stringify(shown) === JSON.stringify(printed)) break;
      const onlyShown = shown.filter((row) => !printed.includes(row));
      const onlyPrinted = printed.filter((row) => !shown.includes(row));
      const isOrderAlone = onlyShown.length + onlyPrinted.length === 0;
      const fault = isOrderAlone
        ? "the order differs"
        : `only shown ${onlyShown}, only printed ${onlyPrinted}`;
      need(performance.now() < deadlineMs, fault);
    }
  });
  await attempt(desk, faults, "an account", async () => {
    const tab = await desk.open("/console/accounts?account=888C000018");
    await settle(tab);
    const printed = JSON.stringify(await runShown(desk, tab));
    const figures = (await tab.locator(".four strong").allTextContents()).slice(0, 3);
    for (const figure of figures) {
      const plain = figure.replaceAll(".", "").replace("−", "-");
      need(printed.includes(plain), `${figure} is not in what oms prints`);
    }
  });
  return { line: "calls and accounts are what oms prints", faults: [...faults, ...desk.takeComplaints()] };
}

/** Each price that values a position. They are set by hand, since a server without a feed takes no simulated ones. */
async function readPrices(desk: Desk): Promise<ReadonlyMap<string, number>> {
  const prices = new Map<string, number>();
  const found = (await (await desk.ask("GET", "/operator/v0/accounts?limit=500")).json()) as {
    readonly accounts: readonly { readonly accountId: string }[];
  };
  for (const { accountId } of found.accounts) {
    const answer = await desk.ask("GET", `/companion/v0/accounts/${accountId}`);
    const { positions } = (await answer.json()) as {
      readonly positions: readonly {
        readonly symbol: string;
        readonly price: number;
        readonly priceTime: number | null;
      }[];
    };
    // Where there is none, a reference price or the average stands in.
    for (const { symbol, price, priceTime } of positions) if (priceTime !== null) prices.set(symbol, price);
  }
  return prices;
}

type Row = { readonly accountId: string; readonly symbol: string; readonly outstanding: number };

function grouped(amount: number): string {
  return String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ".");
}

/** Runs the first command of oms that stands on the page. */
async function runShown(desk: Desk, tab: Tab): Promise<unknown> {
  const lines = await tab.locator(".command code").allTextContents();
  const line = lines.find((each) => each.startsWith("oms "));
  need(line, "no command is shown");
  return desk.oms(
    ...line
      .split(" ")
      .slice(1)
      .filter((word) => word !== "--json"),
  );
}
