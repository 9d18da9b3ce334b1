import { execFile, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { sampleOf } from "@trading-oms/scratch/short-form";
import { documents, type Fields, listOperations, schemasOf } from "@trading-oms/spec";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findViolations, openChromium } from "../browser/browser.ts";
import { listExampleNames } from "./documents.ts";

const apps = resolve(import.meta.dirname, "../../../../apps");
const serverProgram = join(apps, "server/dist/runtimes/node/main.js");

let folder: string;
let server: Awaited<ReturnType<typeof startServer>>;
let browser: Awaited<ReturnType<typeof openChromium>>;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reference-"));
  server = await startServer();
  await promisify(execFile)(process.execPath, [join(apps, "oms/dist/oms.js"), "demo", "load"], {
    env: { PATH: process.env["PATH"], DATA_DIR: join(folder, "data") },
  });
  browser = await openChromium(server.origin, folder);
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("The reference page of the built server, in Chromium,", () => {
  describe.each(sampleOf(documents, 3))("for $file", ({ name, file }) => {
    let document: Fields;
    beforeAll(async () => {
      const copy = `${server.origin}/docs/${file.replace(/yaml$/, "json")}`;
      document = (await (await fetch(copy)).json()) as Fields;
      // The page remembers which sample was chosen last.
      await page.goto(`${server.origin}/docs/icon.svg`);
      await page.evaluate("localStorage.clear()");
      await visit({ width: 1440, height: 1000 }, `/docs?api=${name}`);
    });

    test("shows every operation with summary, operationId, method and path", async () => {
      const text = await readText();
      const { info } = document as { readonly info: { readonly title: string; readonly version: string } };
      expect(text).toContain(info.title);
      for (const { id, method, path, fields } of listOperations(document)) {
        for (const part of [String(fields["summary"]), id, `${method.toUpperCase()}\n${path}`])
          expect(text).toContain(part);
      }
    });

    test("shows the call of our client for every operation, before anything was chosen", async () => {
      for (const { id, method, path, fields } of listOperations(document)) {
        const [first] = fields["x-codeSamples"] as readonly {
          readonly label: string;
          readonly source: string;
        }[];
        expect([id, first?.label]).toEqual([id, "@trading-oms/client"]);
        // A busy machine leaves out what is scrolled past too soon.
        await page
          .locator(`section[id$="/${method.toUpperCase()}${path}"]`)
          .first()
          .scrollIntoViewIfNeeded({ timeout: 30_000 });
        // Each line has its number before it.
        const lines = first?.source.split("\n") ?? [];
        const listMissing = async () => {
          const text = await readText();
          return lines.filter((line) => !text.includes(line));
        };
        await expect.poll(listMissing, { timeout: 30_000, interval: 500 }).toEqual([]);
      }
    });

    test("shows the server that serves it", async () => {
      expect(await readText()).toContain(server.origin);
    });

    test("shows every schema, and opens it", async () => {
      for (const schema of Object.keys(schemasOf(document))) {
        const heading = page.locator(`section[aria-label="${schema}"] button[aria-expanded]`).first();
        if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
        expect([schema, await heading.getAttribute("aria-expanded")]).toEqual([schema, "true"]);
      }
    });

    test("loads and draws every example that the document names", async () => {
      await drawExamples(document);
      const asked = listExampleNames(document).map((example) => [
        example,
        browser.requests.get(server.origin + example),
      ]);
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.filter(([, status]) => status !== 200)).toEqual([]);
      expect(await readText()).not.toContain("Could not load this example");
    });

    test("shows the other samples of code that the document has", async () => {
      for (const { method, path, fields } of listOperations(document)) {
        const [, ...others] = fields["x-codeSamples"] as {
          readonly label: string;
          readonly source: string;
        }[];
        for (const { label, source } of others) {
          const section = page.locator(`section[id$="/${method.toUpperCase()}${path}"]`);
          const option = page.getByRole("option", { name: label, exact: true }).first();
          // A list that is still closing takes the click that should open the next one.
          for (let tries = 0; tries < 5 && !(await option.isVisible()); tries += 1) {
            await section.locator('[data-testid="client-picker"]').click();
            await option.waitFor({ timeout: 2_000 }).catch(() => {});
          }
          await option.click();
          expect(await readText()).toContain(source.trim());
        }
      }
    });
  });

  test("has the title and the version of the specified document", async () => {
    expect(await page.title()).toMatch(/^Trading OMS 1\.0\.24/);
  });

  test("lists the documents side by side, and leads from one to the other", async () => {
    await page.goto(`${server.origin}/docs`);
    const links = page.getByRole("navigation", { name: "Documents" }).getByRole("link");
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual([
      "← The desk",
      "Trading OMS 1.0.24",
      "Trading OMS Companion 0.1.0",
      "Trading OMS Operator 0.1.0",
    ]);
    await links.last().click();
    await page.getByRole("heading", { name: "Trading OMS Operator" }).waitFor();
    expect(await links.last().getAttribute("aria-current")).toBe("page");
  });

  test.each([
    { colorScheme: "light", width: 1440 },
    { colorScheme: "dark", width: 390 },
  ] as const)(
    "has nothing of ours that axe finds: $colorScheme, $width px",
    async ({ colorScheme, width }) => {
      await page.emulateMedia({ colorScheme });
      await visit({ width, height: 900 }, "/docs?api=companion");
      expect(await findViolations(page.mainFrame(), ofScalar)).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    },
  );

  test("offers no assistant or sharing", async () => {
    await visit({ width: 1440, height: 1000 });
    expect(await readOffers()).toEqual(["Test Request"]);
  });

  test("sends a request of the demonstration with the printed token, and shows the answer", async () => {
    await page.goto("about:blank");
    await page.goto(server.greeted());
    await page.locator("h1").first().waitFor();
    expect(page.url()).not.toContain("token");
    await page.goto(server.origin + marginRatioPlace);
    const sent = page.waitForRequest(/margin-ratios/, { timeout: 60_000 });
    await page
      .locator(marginRatioSection)
      .getByRole("button", { name: /Test Request/ })
      .click();
    await page.getByRole("button", { name: /^Send .* request to/i }).click();
    const request = await sent;
    expect(request.url()).toBe(`${server.origin}/api/v1/diagnostics/margin-ratios/FPT`);
    expect(await request.headerValue("Authorization")).toMatch(/^Bearer ey/);
    const client = page.getByRole("dialog");
    await expect.poll(() => client.textContent(), { timeout: 20_000 }).toContain('"marginCallRate": 0.4');
    expect(await client.textContent()).toContain("200 OK");
    // A body and the parameters of a path are filled in.
    const previewed = "POST/companion/v0/accounts/{accountId}/positions/{symbol}/cover-preview";
    await page.goto(`${server.origin}/docs?api=companion#tag/accounts/${previewed}`);
    const section = page.locator(`section[id$="${previewed}"]`);
    await section.getByRole("button", { name: /Test Request/ }).click();
    await page.getByRole("button", { name: /^Send .* request to/i }).click();
    await expect.poll(() => client.textContent(), { timeout: 20_000 }).toContain('"status": "success"');
    // The tab keeps the token over a reload, and no other does.
    await page.goto(`${server.origin}/docs`);
    await page.getByText("Bearer Token").first().waitFor();
    expect(
      await page.evaluate("[Object.keys(sessionStorage), Object.values(localStorage).join().includes('ey')]"),
    ).toEqual([["reference-token"], false]);
  });

  test("sends nothing where the keys are an operator's own", async () => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = { ...publicKey.export({ format: "jwk" }), kid: "k", alg: "ES256", use: "sig" };
    const file = join(folder, "jwks.json");
    await writeFile(file, JSON.stringify({ keys: [key] }));
    const other = await startServer({
      AUTH_JWKS_FILE: file,
      DATA_DIR: join(folder, "real"),
      LOG_LEVEL: "info",
    });
    const own = await openChromium(other.origin, join(folder, "own"));
    try {
      const tab = await own.context.newPage();
      await tab.goto(`${other.origin}/docs#token=ey.ey.ey`);
      await tab.locator("h1").first().waitFor();
      expect(tab.url()).not.toContain("token");
      await tab.goto(other.origin + marginRatioPlace);
      await tab.locator(marginRatioSection).getByText("@trading-oms/client").first().waitFor();
      expect(await tab.getByRole("button", { name: /Test Request/ }).count()).toBe(0);
      expect(await tab.evaluate("sessionStorage.length")).toBe(0);
    } finally {
      await own.close();
      await other.stop();
    }
  });

  test("needs no scrolling sideways in a window 390 pixels wide", async () => {
    await visit({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });

  test("has a policy that allows its own origin only", async () => {
    const { headers } = await fetch(`${server.origin}/docs`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
  });

  test("makes requests to its own server only", () => {
    expect(browser.requestsElsewhere()).toEqual([]);
  });

  test("logs no errors, and neither does the server", () => {
    expect([...new Set(browser.complaints)]).toEqual([]);
    expect(server.complaints()).toBe("");
  });

  test("detects other requests: the policy blocks a planted one, and the proxy sees another", async () => {
    await page.evaluate("void (new Image().src = 'http://planted.example/a.png')");
    await expect
      .poll(() => browser.complaints.join("\n"))
      .toContain("policy: img-src refused http://planted.example/a.png");
    const other = await browser.context.newPage();
    await other.goto("http://planted.example/").catch(() => undefined);
    expect(browser.requestsElsewhere()).toEqual([
      "http://planted.example/a.png",
      "http://planted.example/",
      "planted.example",
    ]);
  });
});

/** What Scalar's own elements break: names and references of its buttons, tabs and cards, and its lists that scroll. */
const ofScalar = ["aria-valid-attr-value", "button-name", "landmark-unique", "scrollable-region-focusable"];

/** An operation on the page. What is not near the window is not drawn. */
const marginRatioPlace = "/docs?api=specified#tag/diagnostics/GET/api/v1/diagnostics/margin-ratios/{symbol}";
const marginRatioSection = 'section[id$="GET/api/v1/diagnostics/margin-ratios/{symbol}"]';

/** Starts the built server on a free port with a temporary data folder. */
async function startServer(settings: NodeJS.ProcessEnv = {}) {
  // Only these variables: a database named in the environment must not be opened.
  const environment = {
    PATH: process.env["PATH"],
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    LOG_LEVEL: "warn",
    DRAIN_DELAY_MS: "0",
    ...settings,
  };
  const child = spawn(process.execPath, [serverProgram], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let [printed, complained] = ["", ""];
  child.stderr.on("data", (part) => {
    complained += part;
  });
  const origin = await new Promise<string>((settle, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${complained}`)));
    child.stdout.on("data", (part) => {
      printed += part;
      const found = /(http:\/\/[^\s"]+?)(?:\/docs\n|",)/.exec(printed)?.[1];
      if (found !== undefined) settle(found);
    });
  });
  return {
    origin,
    /** The address of this page in the greeting, with a token. */
    greeted: () => /http:\S+\/docs#token=\S+/.exec(printed)?.[0] ?? "",
    complaints: () =>
      complained +
      printed
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .join("\n"),
    stop: async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Opens the page in a window of this size and scrolls to its end, so that all of it is rendered. */
async function visit(
  windowSize: { readonly width: number; readonly height: number },
  path = "/docs",
): Promise<void> {
  await page.setViewportSize(windowSize);
  // Scrolling changes the URL fragment, and a reload would return to it.
  await page.goto("about:blank");
  await page.goto(server.origin + path);
  await page.locator("h1").first().waitFor();
  // Late parts make the page longer, so the end must be reached several times in a row.
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

/** What the page offers besides reading. A button is on a line of its own; the same word within a sentence is not an offer. */
async function readOffers(): Promise<readonly string[]> {
  const lines = (await readText()).split("\n").map((line) => line.trim());
  const offers = ["Test Request", "Open API Client", "Ask AI", "Connect MCP", "Deploy", "Share"];
  return offers.filter((offer) => lines.includes(offer));
}

function readText(): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered can be read by anybody.
  return page.locator("body").innerText();
}

const responseCard = '[aria-label="Example Responses"]';
const examplePicker = '[data-testid="example-picker"]';

/** Shows every example in the page: by status, media type and name. Responses that operations share are shown once. */
async function drawExamples(document: Fields): Promise<void> {
  const shared = new Set<string>();
  for (const { method, path, fields } of listOperations(document)) {
    const operation = page.locator(`section[id$="/${method.toUpperCase()}${path}"]`);
    const card = operation.locator(responseCard);
    if ((await card.count()) === 0) continue;
    const responses = Object.entries(
      fields["responses"] as Readonly<Record<string, { readonly $ref?: string }>>,
    );
    for (const tab of await card.getByRole("tab").all()) {
      const label = (await tab.textContent())?.trim().toLowerCase() ?? "";
      const reference = responses.find(([status]) => label.endsWith(status))?.[1].$ref;
      if (reference !== undefined && shared.has(reference)) continue;
      if (reference !== undefined) shared.add(reference);
      await tab.click();
      await pickEach(card.locator(examplePicker));
    }
    // The media type is selected beside the status of a response, and the example card follows it.
    for (const row of await operation.locator('ul[aria-label="Responses"] > li').all()) {
      const mediaTypes = row.locator('button[aria-haspopup="listbox"]', { hasText: "Selected Content Type" });
      if ((await mediaTypes.count()) === 0) continue;
      const status = await row
        .locator("button[aria-expanded]")
        .first()
        .locator("div > div")
        .first()
        .textContent();
      await card.getByRole("tab", { name: new RegExp(`\\b${status?.trim()}$`, "i") }).click();
      await pickEach(mediaTypes, () => pickEach(card.locator(examplePicker)));
    }
  }
  for (const picker of await page.locator(`${examplePicker}:not(${responseCard} *)`).all())
    await pickEach(picker);
  await page.waitForLoadState("networkidle");
}

/** Selects each option of a list. Without a list, the only example is already shown. */
async function pickEach(picker: Locator, afterEach?: () => Promise<void>): Promise<void> {
  if ((await picker.count()) === 0) return;
  const options = page.getByRole("option");
  await picker.click();
  await options.first().waitFor();
  const count = await options.count();
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await picker.click();
    await options.nth(index).click();
    await afterEach?.();
  }
}
