import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChromium } from "../browser/browser.ts";
import { serveFolder } from "../browser/serve-folder.ts";
import { FirstPage } from "./first-page.ts";

const program = resolve(import.meta.dirname, "build-site.ts");
const simulator = resolve(import.meta.dirname, "../../../sim/src/sim.ts");

let folder: string;
let server: Awaited<ReturnType<typeof serveFolder>>;
let browser: Awaited<ReturnType<typeof openChromium>>;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-"));
  await promisify(execFile)(process.execPath, [program, "--into", join(folder, "site")]);
  server = await serveFolder(join(folder, "site"));
  browser = await openChromium(server.origin, folder);
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("The documentation site, in Chromium,", () => {
  test("has links to every page, and no dead links, fragments or pictures", async () => {
    const { pages, broken } = await followLinks();
    const files = await readdir(join(folder, "site"), { recursive: true });
    const written = files
      // No link leads to the frames of the first page.
      .filter((file) => file.endsWith(".html") && !/^(404|try\/.*)\.html$/.test(file))
      .map((file) => `/${file}`.replace(/\/index\.html$/, "/"));
    expect(broken).toEqual([]);
    expect(pages.toSorted()).toEqual(written.toSorted());
    expect(pages.length).toBeGreaterThan(60);
  });

  test("lists its pages for assistants, and each is there", async () => {
    const text = await (await fetch(`${server.origin}/llms.txt`)).text();
    const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = ""]) => link);
    expect(links.length).toBeGreaterThan(60);
    for (const link of links) expect((await fetch(server.origin + link)).status, link).toBe(200);
  });

  test("draws pages, with their pictures", async () => {
    for (const path of [
      "/",
      "/overview.html",
      "/docs/a-day-at-the-desk.html",
      "/docs/benchmarks.html",
      "/docs/decisions/",
    ]) {
      await page.goto(server.origin + path);
      await page.locator("h1").first().waitFor();
      const missing =
        "[...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src)";
      expect(await page.evaluate(missing)).toEqual([]);
    }
  });

  test("shows the desk dark in the dark", async () => {
    await page.goto(`${server.origin}/docs/a-day-at-the-desk.html`);
    const picture = page.locator("picture img").first();
    const shown = () => picture.evaluate((image) => (image as unknown as { currentSrc: string }).currentSrc);
    expect(await shown()).toMatch(/desk-overview-light/);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(shown).toMatch(/desk-overview-dark/);
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("has a way back from the reference", async () => {
    await page.goto(`${server.origin}/docs/`);
    await page.locator("section h1").first().waitFor();
    await page.getByRole("link", { name: "← Trading OMS" }).click();
    await page.locator(".try-it").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("finds a page by its words", async () => {
    await page.goto(server.origin);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("input[type=search]").fill("trading power");
    await page.locator("#localsearch-list li a").first().click();
    await page.waitForURL(/margin/);
  });

  test("shows the reference of the HTTP API, and says that trying it needs a server", async () => {
    await page.goto(`${server.origin}/docs/`);
    await page.getByText("Set the covered amount of a position").first().waitFor();
    await page.getByText("Trying an operation here needs a server").waitFor();
    await page.getByText("http://127.0.0.1:8787").first().waitFor();
  });

  test("runs a seed of the simulator with the trace that Node gives", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [simulator, "--seed", "11"]);
    const [, trace = "", steps, hash] =
      /^([\s\S]*)\n.*\n1 seeds, (\d+) steps,.* trace hash (\w+): everything held\n$/.exec(stdout) ?? [];
    for (const isDark of [false, true]) {
      await page.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
      await page.goto(`${server.origin}/docs/site/simulator.html`);
      await page.getByLabel("Seed").fill("11");
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByText(`Hash ${hash}`).waitFor();
      expect(await page.getByLabel("Trace").textContent()).toBe(trace);
      expect(await page.getByRole("status").first().textContent()).toContain(
        Number(steps).toLocaleString("en"),
      );
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("makes requests to its own server only, and logs no errors", async () => {
    expect(browser.requestsElsewhere()).toEqual([]);
    expect(browser.complaints.splice(0)).toEqual([]);
    expect(
      [...browser.requests].filter(([url, status]) => !url.startsWith("data:") && status >= 400),
    ).toEqual([]);
  });
});

describe("The first page of the site, in Chromium,", () => {
  /** The accounts of its user that a fall calls, and a rise. */
  const [called, calledByRise] = ["888C000047", "888C000048"];

  test.each([1440, 390].flatMap((width) => [false, true].map((isDark) => ({ width, isDark }))))(
    "has nothing that axe finds, and no scrolling sideways: $width px, dark: $isDark",
    async ({ width, isDark }) => {
      const first = await FirstPage.open(browser.context, server.origin, { width, height: 900, isDark });
      expect(await first.violations()).toEqual([]);
      await first.press(called);
      expect(await first.violations()).toEqual([]);
      expect(await first.tab.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      await first.close();
    },
  );

  test("has its text before the broker comes, and then stays where it is", async () => {
    for (const look of [
      { width: 390, height: 844 },
      { width: 1440, height: 1600 },
    ]) {
      const first = await FirstPage.open(browser.context, server.origin, look);
      expect(await first.tab.evaluate("[scrollY, document.activeElement.tagName]")).toEqual([0, "BODY"]);
      expect(await first.shiftOfLayout()).toBeLessThan(0.01);
      await first.close();
    }
    const html = await (await fetch(server.origin)).text();
    expect(html).toContain("Both sides of a margin call");
    const scripts = [...html.matchAll(/(?:href|src)="(\/[^"]+\.js)"/g)].map(([, path]) => path);
    const bytes = await Promise.all(
      scripts.map(async (path) => (await (await fetch(server.origin + path)).arrayBuffer()).byteLength),
    );
    expect(scripts.length).toBeGreaterThan(1);
    // The broker alone is a megabyte.
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(400_000);
  });

  test("is reached and pressed by the keyboard", async () => {
    const first = await FirstPage.open(browser.context, server.origin);
    const isReached = "document.activeElement === document.querySelector('.act button')";
    for (let steps = 0; steps < 40 && !(await first.tab.evaluate(isReached)); steps += 1)
      await first.tab.keyboard.press("Tab");
    await first.tab.keyboard.press("Enter");
    await first.callOf(called).banner.waitFor();
    await first.tab.keyboard.press("Tab");
    expect(await first.tab.evaluate("document.activeElement.title")).toBe("The app of a user");
    await first.close();
  });

  test("has frames in its own theme, that of its switch too", async () => {
    const first = await FirstPage.open(browser.context, server.origin);
    expect(await first.brightness()).toEqual([true, true, true]);
    await first.tab.locator(".VPSwitchAppearance:visible").click();
    await expect.poll(() => first.brightness()).toEqual([false, false, false]);
    await first.tab.locator(".VPSwitchAppearance:visible").click();
    await first.close();
  });

  test("begins anew with each reload", async () => {
    const first = await FirstPage.open(browser.context, server.origin);
    await first.press(called);
    expect(await first.button.textContent()).toBe("Let the market rise again");
    expect(await first.tab.locator(".act [role=status]").textContent()).toMatch(/Called at \d\d:\d\d:\d\d: /);
    await first.app.getByRole("link", { name: /^Accounts/ }).click();
    await first.app.getByRole("heading", { name: "Accounts" }).waitFor();
    await first.tab.reload();
    await first.settle();
    expect(await first.button.textContent()).toBe("Let the market fall 7%");
    await first.app.getByRole("heading", { name: "Market" }).waitFor();
    expect(await first.callOf(called).banner.count()).toBe(0);
    expect(await first.callOf(called).row.count()).toBe(0);
    await first.close();
  });

  test("has enough money to cover each call that its button brings", async () => {
    const first = await FirstPage.open(browser.context, server.origin);
    for (const account of [called, calledByRise]) {
      await first.press(account);
      await first.app.getByRole("link", { name: "Cover now" }).click();
      await first.app.getByRole("button", { name: /^Raise the cover to/ }).click();
      await first.app.getByRole("status").filter({ hasText: "The covered amount of 41I" }).waitFor();
    }
    await first.close();
  });

  test("leaves Back to the page, whatever is opened in its frames", async () => {
    const first = await FirstPage.open(browser.context, server.origin, undefined, "/overview.html");
    await first.app.getByRole("link", { name: /^Accounts/ }).click();
    await first.app.getByRole("link", { name: /888C000017/ }).click();
    await first.desk.getByRole("link", { name: "Overview" }).click();
    await first.desk.getByRole("heading", { name: "Overview" }).waitFor();
    await first.tab.goBack();
    await first.tab.waitForURL(/overview/);
    await first.close();
  });

  test("says in words what keeps it from starting", async () => {
    const tab = await browser.context.newPage();
    await tab.addInitScript("CSS.supports = () => false");
    await tab.goto(server.origin);
    await tab.getByText("It needs a newer browser").waitFor();
    await tab.close();
  });

  test("works without network and server, and calls the user on both sides within two seconds", async () => {
    const first = await FirstPage.open(browser.context, server.origin);
    server.close();
    await browser.context.setOffline(true);
    browser.requests.clear();
    const tookMs = [
      await first.press(called),
      await first.press(calledByRise),
      // Once more, since the rise has ended the first call.
      await first.press(called),
    ];
    console.log(
      `first page: both sides show the call after ${tookMs.map((ms) => ms.toFixed(0)).join(", ")} ms`,
    );
    expect(tookMs.toSorted((one, other) => one - other)[1]).toBeLessThanOrEqual(2_000);
    await first.app.getByRole("link", { name: "Cover now" }).click();
    await first.app.getByRole("heading", { name: /41I/ }).waitFor();
    await first.desk.getByRole("link", { name: called }).click();
    await first.desk.locator("aside.panel").waitFor();
    await first.close();
    expect([...browser.requests.keys()]).toEqual([]);
    await browser.context.setOffline(false);
  });

  test("makes requests to its own server only, and its consoles say nothing", () => {
    expect(browser.requestsElsewhere()).toEqual([]);
    expect(browser.complaints).toEqual([]);
    expect(FirstPage.said).toEqual([]);
  });
});

/** The links, pictures and ids of a page. */
type PageParts = {
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  readonly ids: readonly string[];
};

/** Parses a page in the browser without rendering it. Resolves to undefined if there is no such page. */
const readParts = async (path: string): Promise<PageParts | undefined> =>
  page.evaluate(`(async () => {
    const response = await fetch(${JSON.stringify(path)});
    if (!response.ok) return undefined;
    const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
    const each = (selector, read) => [...parsed.querySelectorAll(selector)].map(read);
    const absolute = (address) => new URL(address, response.url).href;
    return {
      links: each("a[href]", (link) => absolute(link.getAttribute("href"))),
      pictures: each("img", (image) => absolute(image.getAttribute("src"))),
      ids: each("[id]", ({ id }) => id),
    };
  })()`);

const isPage = (path: string): boolean => /(\/|\.html)$/.test(path);

/** Follows the links of the site from its first page. Fragments have to name an element of their page. */
async function followLinks() {
  const partsByPath = new Map<string, PageParts | undefined>();
  const broken: string[] = [];
  await page.goto(server.origin);
  const waiting = ["/"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (partsByPath.has(path)) continue;
    const parts = await readParts(path);
    partsByPath.set(path, parts);
    if (parts === undefined) broken.push(path);
    if (parts === undefined || !isPage(path)) continue;
    const own = [...parts.links, ...parts.pictures].filter((link) => link.startsWith(`${server.origin}/`));
    waiting.push(...own.map(toPath));
  }
  for (const [path, parts] of partsByPath) {
    for (const link of isPage(path) ? (parts?.links ?? []) : []) {
      const { origin, hash } = new URL(link);
      // The fragments of the API reference are routes of its script.
      if (origin !== server.origin || hash === "" || toPath(link) === "/docs/") continue;
      const ids = partsByPath.get(toPath(link))?.ids ?? [];
      if (!ids.includes(decodeURIComponent(hash.slice(1)))) broken.push(`${path}: ${toPath(link)}${hash}`);
    }
  }
  return { pages: [...partsByPath.keys()].filter(isPage), broken: [...new Set(broken)] };
}

function toPath(link: string): string {
  return new URL(link).pathname.replace(/\/index\.html$/, "/");
}
