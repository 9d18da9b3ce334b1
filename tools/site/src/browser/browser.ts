import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Frame } from "playwright-core";

/** The path of Chromium. Throws with what to do where there is none. */
export async function findChromium(): Promise<string> {
  const path = process.env["CHROMIUM_PATH"] || "/usr/bin/chromium";
  await access(path).catch(() => {
    throw new Error(`There is no Chromium at ${path}; install it, or name it by CHROMIUM_PATH.`);
  });
  return path;
}

/**
 * Opens Chromium for the pages of one origin, and of services that they may ask, and records what they do. All other requests
 * go to a proxy that refuses them, requests to other loopback addresses included.
 */
export async function openChromium(origin: string, folder: string, services: readonly string[] = []) {
  const origins = [origin, ...services].map((address) => new URL(address));
  const executablePath = await findChromium();
  const proxy = await startProxy();
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath,
    headless: true,
    colorScheme: "light",
    args: [
      // Chromium's sandbox needs privileges that containers and root accounts lack; only our own page is opened.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--proxy-server=${proxy.address}`,
      `--proxy-bypass-list=<-loopback>;${origins.map(({ host }) => host).join(";")}`,
    ],
  });
  /** Every requested URL with its status; 0 without an answer. */
  const requests = new Map<string, number>();
  /** Console errors, page errors and policy violations. */
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
  return {
    context,
    requests,
    complaints,
    /** Requests to other hosts: those that a page made, and those that only the proxy saw. */
    requestsElsewhere: (): readonly string[] => [
      // data: and blob: URLs make no request.
      ...[...requests.keys()].filter(
        (url) => !/^(?:data|blob):/.test(url) && !origins.some((each) => each.origin === new URL(url).origin),
      ),
      ...proxy.hosts().filter((host) => !isBrowserHost(host)),
    ],
    close: async (): Promise<void> => {
      await context.close();
      await proxy.close();
    },
  };
}

/** Hosts that Chromium contacts by itself. */
function isBrowserHost(host: string): boolean {
  return /(?:^|\.)(?:google|googleapis|gstatic|gvt1)\.com(?::\d+)?$/.test(host);
}

/** A proxy that refuses everything. It also sees requests of workers, prefetching and the browser itself. */
async function startProxy() {
  const hosts = new Set<string>();
  const refusing = createServer(({ url = "" }, response) => {
    hosts.add(URL.canParse(url) ? new URL(url).host : url);
    response.writeHead(502).end();
  });
  refusing.on("connect", ({ url = "" }, socket) => {
    hosts.add(url);
    // The browser may have disconnected already.
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  refusing.listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const { port } = refusing.address() as AddressInfo;
  const close = async (): Promise<void> => {
    refusing.closeAllConnections();
    refusing.close();
    await once(refusing, "close");
  };
  return { address: `127.0.0.1:${port}`, hosts: () => [...hosts], close };
}

/** What axe finds in a page or frame, by its rules but those named. */
export async function findViolations(frame: Frame, without: readonly string[] = []): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Through the debugger, since the policy of the pages keeps other scripts out.
  await frame.evaluate(axe);
  const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
  return frame.evaluate(
    `axe.run(document, { resultTypes: ["violations"], iframes: false, rules: ${JSON.stringify(rules)} }).then(({ violations }) =>
       violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " " + failureSummary.slice(0, 160))))`,
  );
}
