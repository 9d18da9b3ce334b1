import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import type { Expectations, ExpectedOperation } from "./expectations.ts";

/** A proxy that lets nothing through and remembers who was asked for. */
type Trap = {
  readonly address: string;
  /** The hosts that anything in the browser tried to reach, in the order of the first attempt. */
  readonly caught: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** Sets up the proxy. Unlike the page's own record it also sees workers, prefetching and the browser itself. */
async function setTrap(): Promise<Trap> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    hosts.add(hostOf(request.url ?? ""));
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    hosts.add(request.url ?? "");
    // The browser may be gone already, which is nothing to fail over.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, caught: () => [...hosts], close };

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).host : target;
}

/** What a browser did and complained of; grows while it runs. */
export type PageRecord = {
  /** Every request with its status; 0 where there was no answer. */
  readonly requests: Map<string, number>;
  readonly complaints: string[];
};

/** Records every request, console error, page error and breach of the page's policy from here on. */
export async function recordPage(context: BrowserContext): Promise<PageRecord> {
  const requests = new Map<string, number>();
  const complaints: string[] = [];
  context.on("request", (request) => {
    if (!requests.has(request.url())) requests.set(request.url(), 0);
  });
  context.on("response", (response) => requests.set(response.url(), response.status()));
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (webError) => complaints.push(`page: ${webError.error().message}`));
  await context.exposeFunction("reportBreach", (breach: string) => complaints.push(`policy: ${breach}`));
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", (event) =>
       reportBreach(event.effectiveDirective + " refused " + event.blockedURI));`,
  );
  return { requests, complaints };
}

/** Opens Chromium with an empty profile, lends it out together with its trap, and leaves nothing behind. */
export async function useBrowser<Result>(
  chromiumPath: string,
  origin: string,
  task: (context: BrowserContext, trap: Trap) => Promise<Result>,
): Promise<Result> {
  const profilePath = await mkdtemp(join(tmpdir(), "reference-profile-"));
  const trap = await setTrap();
  try {
    const context = await openChromium(chromiumPath, profilePath, trap, origin);
    try {
      return await task(context, trap);
    } finally {
      await context.close();
    }
  } finally {
    await trap.close();
    await rm(profilePath, { recursive: true, force: true });
  }
}

/** All but the one origin goes to the trap; other loopback addresses, which usually need no proxy, too. */
function openChromium(
  chromiumPath: string,
  profilePath: string,
  trap: Trap,
  origin: string,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profilePath, {
    executablePath: chromiumPath,
    headless: true,
    colorScheme: "light",
    args: [
      // Chromium's sandbox needs rights that containers and root accounts do not have; only our own page is opened.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--proxy-server=${trap.address}`,
      `--proxy-bypass-list=<-loopback>;${new URL(origin).host}`,
    ],
  });
}

/** Opens the page in a window of this size, and has it draw itself down to its end. */
export async function visitReference(
  page: Page,
  origin: string,
  windowSize: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(windowSize);
  // While it is scrolled, the page notes the place in its own address, and would come back to it on a reload.
  await page.goto("about:blank");
  await page.goto(`${origin}/docs`);
  await page.locator("h1").first().waitFor();
  await sweepPage(page);
}

/** Scrolls to the end in steps smaller than the window, because parts are drawn only when they come into view. */
async function sweepPage(page: Page): Promise<void> {
  await page.evaluate("scrollTo(0, 0)");
  // Parts that are drawn late make the page longer, so its end only counts when it is still the end a while later.
  for (let timesAtEnd = 0; timesAtEnd < 5; ) {
    const atEnd = await page.evaluate(
      `(() => {
         scrollBy(0, innerHeight * 0.7);
         return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
       })()`,
    );
    timesAtEnd = atEnd === true ? timesAtEnd + 1 : 0;
    await page.waitForTimeout(120);
  }
  await page.waitForLoadState("networkidle");
}

/** Has the page draw every example that it offers: by status, by media type, and by name. Gives how many places. */
async function drawExamples(page: Page): Promise<number> {
  let places = 0;
  for (const operation of await page.locator(`section[id]:has(${responseCard})`).all()) {
    const card = operation.locator(responseCard);
    for (const tab of await card.getByRole("tab").all()) {
      await tab.click();
      places += await pickExamples(page, card);
    }
    for (const row of await operation.locator('ul[aria-label="Responses"] > li').all()) {
      places += await pickMediaTypes(page, row, card);
    }
  }
  for (const picker of await page.locator(`${examplePicker}:not(${responseCard} *)`).all()) {
    places += await pickEach(page, picker);
  }
  await page.waitForLoadState("networkidle");
  return places;
}

const responseCard = '[aria-label="Example Responses"]';
const examplePicker = '[data-testid="example-picker"]';

/** A response names its media types beside its status on the left, and the card on the right follows. */
async function pickMediaTypes(page: Page, row: Locator, card: Locator): Promise<number> {
  const picker = row.locator('button[aria-haspopup="listbox"]', { hasText: "Selected Content Type" });
  if ((await picker.count()) === 0) return 0;
  const status = await row
    .locator("button[aria-expanded]")
    .first()
    .locator("div > div")
    .first()
    .textContent();
  await card.getByRole("tab", { name: new RegExp(`\\b${status?.trim()}$`, "i") }).click();
  let places = 0;
  await pickEach(page, picker, async () => {
    places += await pickExamples(page, card);
  });
  return places;
}

async function pickExamples(page: Page, card: Locator): Promise<number> {
  const picker = card.locator(examplePicker);
  // Where there is no picker, the one example is shown already.
  return (await picker.count()) === 0 ? 1 : pickEach(page, picker);
}

/** Picks each option of a list, one after the other, and gives how many there are. */
async function pickEach(page: Page, picker: Locator, afterEach?: () => Promise<void>): Promise<number> {
  const options = page.getByRole("option");
  await picker.click();
  await options.first().waitFor();
  const count = await options.count();
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await picker.click();
    await options.nth(index).click();
    await afterEach?.();
  }
  return count;
}

/** What was seen on the page while it was walked through. */
export type Walk = {
  readonly title: string;
  /** The words of the whole page, once every part of it had been drawn. */
  readonly text: string;
  /** Schemas whose heading stands on the page and opens. */
  readonly schemasOpened: readonly string[];
  /** In how many places an example was drawn; most files stand in several. */
  readonly examplePlaces: number;
};

/** Goes through the page as a reader would: into every schema, and through every example. */
export async function walkReference(page: Page, expected: Expectations): Promise<Walk> {
  const schemasOpened: string[] = [];
  for (const schema of expected.schemas) if (await openSchema(page, schema)) schemasOpened.push(schema);
  const examplePlaces = await drawExamples(page);
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered can be read by anybody.
  const text = await page.locator("body").innerText();
  return { title: await page.title(), text, schemasOpened, examplePlaces };
}

async function openSchema(page: Page, name: string): Promise<boolean> {
  const section = page.locator(`section[aria-label="${name}"]`);
  const heading = section.locator("button[aria-expanded]").first();
  if ((await section.count()) !== 1 || (await heading.count()) !== 1) return false;
  if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
  return (await heading.isVisible()) && (await heading.getAttribute("aria-expanded")) === "true";
}

/** What came of the pictures: their files, and how far the narrow page stands out of its window. */
type Pictures = { readonly paths: readonly string[]; readonly overflowPx: number };

/** Takes pictures of the page's start, each operation and the schemas, and of the page on a telephone. */
export async function takeScreenshots(
  page: Page,
  origin: string,
  operations: readonly ExpectedOperation[],
  folder: string,
): Promise<Pictures> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  await visitReference(page, origin, { width: 1440, height: 1000 });
  await takeTour("desktop");
  await visitReference(page, origin, { width: 390, height: 844 });
  const overflowPx = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  await takeTour("narrow");
  return { paths, overflowPx };

  async function takeTour(prefix: string): Promise<void> {
    await page.evaluate("scrollTo(0, 0)");
    await take(`${prefix}-1-start`);
    for (const [index, { id, method, path }] of operations.entries()) {
      await showPart(page, `/${method}${path}`);
      await take(`${prefix}-${index + 2}-${id}`);
      await page.evaluate("scrollBy(0, innerHeight * 0.9)");
      await take(`${prefix}-${index + 2}-${id}-below`);
    }
    await showPart(page, "/schemas");
    await take(`${prefix}-${operations.length + 2}-schemas`);
  }

  async function take(name: string): Promise<void> {
    // What came into view just now may still be drawing itself and its example.
    await page.waitForTimeout(250);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    paths.push(path);
  }
}

/** Brings the part with this ending of its id to the top of the window. */
async function showPart(page: Page, ending: string): Promise<void> {
  const selector = JSON.stringify(`section[id$=${JSON.stringify(ending)}]`);
  const complaint = JSON.stringify(`no part of the page has an id that ends in ${ending}`);
  // Parts above may draw themselves on the way and push this one down, so the jump is made until it holds.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const top = await page.evaluate(
      `(() => {
         const part = document.querySelector(${selector});
         if (part === null) throw new Error(${complaint});
         part.scrollIntoView();
         return part.getBoundingClientRect().top;
       })()`,
    );
    await page.waitForTimeout(150);
    if (attempt > 0 && Math.abs(Number(top)) < 100) return;
  }
}
