import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openChromium } from "./browser.ts";
import { serveFolder } from "./serve-folder.ts";

const program = resolve(import.meta.dirname, "build-site.ts");

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
      .filter((file) => file.endsWith(".html") && file !== "404.html")
      .map((file) => `/${file}`.replace(/\/index\.html$/, "/"));
    expect(broken).toEqual([]);
    expect(pages.toSorted()).toEqual(written.toSorted());
    expect(pages.length).toBeGreaterThan(60);
  });

  test("draws pages, with their pictures", async () => {
    for (const path of ["/", "/docs/benchmarks.html", "/docs/decisions/"]) {
      await page.goto(server.origin + path);
      await page.locator("h1").first().waitFor();
      const missing =
        "[...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src)";
      expect(await page.evaluate(missing)).toEqual([]);
    }
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

  test("makes requests to its own server only, and logs no errors", async () => {
    expect(browser.requestsElsewhere()).toEqual([]);
    expect(browser.complaints).toEqual([]);
    expect(
      [...browser.requests].filter(([url, status]) => !url.startsWith("data:") && status >= 400),
    ).toEqual([]);
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
