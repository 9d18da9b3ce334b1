/** Every view by mouse and keyboard, its addresses, what axe says of it, and its pictures. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, judgeLook, looksFor, narrow, need, wide } from "../harness/tabs.ts";
import { type Desk, settle, views } from "./desk.ts";

/** Addresses with everything open that a view can open. */
const opened: Readonly<Record<string, string>> = {
  overview: "/console",
  calls: "/console/calls?due=overdue&open=888C000017%3AFPT",
  accounts: "/console/accounts?account=888C000018",
  "what-if": "/console/what-if?all=-7&row=symbol%3A-10%3AFPT",
  market: "/console/market?symbol=FPT",
  audit: "/console/audit?chain=888C000017&open=1",
  status: "/console/status",
};

export async function checkViews(desk: Desk, isShort: boolean): Promise<Verdict> {
  const faults: string[] = [];
  await attempt(desk, faults, "by mouse", () => walkByMouse(desk));
  await attempt(desk, faults, "by keyboard", () => walkByKeyboard(desk));
  await attempt(desk, faults, "addresses", () => checkAddresses(desk));
  faults.push(...desk.takeComplaints());
  await attempt(desk, faults, "forced colours and print", () => lookAtBars(desk));
  await attempt(desk, faults, "a scenario", () => tryScenario(desk));
  await attempt(desk, faults, "other addresses", () => openOtherAddresses(desk));
  // Chromium reports the 400 of the row that is refused.
  faults.push(...desk.takeComplaints().filter((complaint) => !complaint.includes("400")));
  let axeCount = 0;
  for (const [name, path] of Object.entries(opened)) {
    for (const { size, isDark } of looksFor(isShort)) {
      const look = `${name}, ${size.width} px, ${isDark ? "dark" : "light"}`;
      await attempt(desk, faults, look, async () => {
        const tab = await desk.open(path, { size, isDark });
        await settle(tab);
        axeCount += 1;
        await judgeLook(tab);
      });
    }
  }
  faults.push(...desk.takeComplaints());
  return { line: `${Object.keys(views).length} views, ${axeCount} times axe`, faults };
}

async function walkByMouse(desk: Desk): Promise<void> {
  const tab = await desk.open("/console");
  await settle(tab);
  for (const { path } of Object.values(views)) {
    await tab.locator(`nav.rail a[href="${path}"]`).click();
    await settle(tab);
    need(new URL(tab.url()).pathname === path, `the rail does not lead to ${path}`);
  }
}

async function walkByKeyboard(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/status");
  await settle(tab);
  for (const { path, letter } of Object.values(views)) {
    await tab.keyboard.press("g");
    await tab.keyboard.press(letter);
    await settle(tab);
    need(new URL(tab.url()).pathname === path, `g ${letter} does not lead to ${path}`);
  }
  await tab.keyboard.press("g");
  await tab.keyboard.press("c");
  await settle(tab);
  await tab.keyboard.press("j");
  await tab.keyboard.press("j");
  await tab.keyboard.press("k");
  await tab.keyboard.press("Enter");
  await tab.locator("aside.panel").waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator("aside.panel").waitFor({ state: "detached" });
  await tab.keyboard.press("/");
  await tab.keyboard.type("888c000018");
  await tab.locator("#found [role=option]").first().waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/account=888C000018/);
  await tab.keyboard.press("?");
  await tab.locator("dialog[open]").waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator("dialog[open]").waitFor({ state: "detached" });
}

/** An industry can be chosen, and the figures of before are grey while a row is refused. */
async function tryScenario(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/what-if?row=industry%3A-10%3A");
  await settle(tab);
  await tab.locator('#known-industry option[value="Banks"]').waitFor({ state: "attached" });
  const name = tab.getByLabel("Name", { exact: true });
  need((await name.getAttribute("placeholder")) !== "", "no industry is named as an example");
  await tab.locator("td", { hasText: "Below their call rate" }).waitFor();
  await name.fill("Nowhere");
  await tab.locator(".outdated").waitFor();
  const colours = await tab.evaluate(
    `[".outdated td strong", ".notice"].map((each) => getComputedStyle(document.querySelector(each)).color)`,
  );
  need((colours as string[])[0] !== (colours as string[])[1], "old numbers are at full ink");
  // Refused from the start, there is nothing to wait for.
  await tab.waitForURL(/Nowhere/); // The address follows what is typed after a pause.
  await tab.reload();
  await tab.locator(".notice").waitFor();
  await settle(tab);
  await name.fill("Banks");
  await tab.locator(".outdated").waitFor({ state: "detached" });
}

/** A slash at the end leads to the page, and a view that does not exist is a page that says so. */
async function openOtherAddresses(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/");
  await settle(tab);
  need(new URL(tab.url()).pathname === "/console", "a slash at the end does not lead to the page");
  const unknown = await desk.open("/console/nowhere");
  await unknown.locator(".notice", { hasText: "There is no such view" }).waitFor();
}

/** A ratio bar keeps its colours where the system forces others, and on paper. */
async function lookAtBars(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/calls");
  await settle(tab);
  const look = () =>
    tab.evaluate(
      `["closed", "tick", "dot"].map((each) => getComputedStyle(document.querySelector(".ratio ." + each)).backgroundColor).join()`,
    );
  const plain = await look();
  await tab.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  need((await look()) === plain, "forced colours take those of the bars");
  const adjust = await tab.evaluate(
    `getComputedStyle(document.querySelector(".ratio .dot")).printColorAdjust`,
  );
  need(adjust === "exact", "print leaves the colours of the bars out");
}

async function checkAddresses(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/calls");
  await settle(tab);
  await tab.locator(".chips a", { hasText: "Overdue" }).click();
  await tab.locator("tbody [data-opens]").first().click();
  await tab.locator("aside.panel").waitFor();
  const address = tab.url();
  need(!address.includes("token"), "the address keeps the token");
  await tab.reload();
  await tab.locator("aside.panel h2").waitFor();
  need(tab.url() === address, "a reload loses the address");
  need(
    (await tab.locator(".chips [aria-current]").textContent())?.includes("Overdue"),
    "a reload loses the filter",
  );
  await tab.goBack();
  await tab.locator("aside.panel").waitFor({ state: "detached" });
  await tab.goForward();
  await tab.locator("aside.panel").waitFor();
  const pasted = await desk.open(new URL(address).pathname + new URL(address).search);
  await pasted.locator("aside.panel h2").waitFor();
  need(pasted.url() === address, "a pasted link shows something else");
}

const pictureFolder = fileURLToPath(new URL("../../../../docs/pictures", import.meta.url));

/** Draws each view: light, dark and narrow. */
export async function drawPictures(desk: Desk): Promise<Verdict> {
  const { calls } = (await (await desk.ask("GET", "/operator/v0/calls?contact=some")).json()) as {
    readonly calls: readonly { readonly accountId: string; readonly symbol: string }[];
  };
  const [spokenWith] = calls;
  const pathOf: Readonly<Record<string, string>> = {
    overview: "/console",
    calls: "/console/calls",
    "call-open": `/console/calls?open=${spokenWith?.accountId}%3A${spokenWith?.symbol}`,
    account: "/console/accounts?account=888C000018",
    "what-if": "/console/what-if?all=-7",
    market: "/console/market?symbol=FPT",
    audit: "/console/audit?chain=888C000017",
    status: "/console/status",
  };
  await mkdir(pictureFolder, { recursive: true });
  // The lines of the day have four minutes then.
  await new Promise((done) => setTimeout(done, 250_000));
  for (const [name, path] of Object.entries(pathOf)) {
    for (const [look, size, isDark] of [
      ["light", wide, false],
      ["dark", wide, true],
      ["narrow", narrow, false],
    ] as const) {
      const tab = await desk.open(path, { size, isDark });
      await settle(tab);
      await tab.waitForTimeout(1_500);
      await tab.screenshot({ path: join(pictureFolder, `desk-${name}-${look}.png`) });
      await desk.closeTabs();
    }
  }
  return { line: `${Object.keys(pathOf).length * 3} pictures`, faults: desk.takeComplaints() };
}
