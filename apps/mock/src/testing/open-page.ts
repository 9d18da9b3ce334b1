/** Opens pages of Chromium that have the bundle of the mock as it is published, on a server of their own. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";

const published = new URL("../../dist/", import.meta.url);
const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** A page, the requests that it made, without the origin of the server, and the errors of its console. */
type OpenedPage = {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
};

/** Starts Chromium and the server. */
export async function openPages() {
  const program = await bundle();
  const server = createServer(async ({ url = "/" }, response) => {
    const body = await read(url, program).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": mediaTypes[extname(url)] ?? "text/html",
    });
    response.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] || "/usr/bin/chromium",
    // Chromium's sandbox needs privileges that containers and root accounts lack; only our own page is opened.
    args: ["--no-sandbox", "--disable-gpu"],
  });
  return {
    open: async (): Promise<OpenedPage> => {
      const page = await browser.newPage();
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => requests.push(request.url().replace(origin, "")));
      page.on("pageerror", ({ message }) => complaints.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      await page.goto(origin);
      await page.waitForFunction("globalThis.inPage");
      return { page, requests, complaints };
    },
    close: async (): Promise<void> => {
      await browser.close();
      server.close();
    },
  };
}

async function read(path: string, program: string): Promise<string | Buffer> {
  if (path === "/")
    return `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/in-page.js"></script>`;
  if (path === "/in-page.js") return program;
  return readFile(new URL(path.replace("/mock/", ""), published));
}

/** Everything but the mock, which the page loads beside it. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "in-page.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    alias: { "@trading-oms/mock": "/mock/index.js" },
    // What the suite has for Node is not used, and falls away.
    external: ["/mock/*", "node:*"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
