/** Serves a folder on loopback, as any web server does. */
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** A folder that is served at the root of an origin. */
export async function serveFolder(root: string) {
  const files = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const file = join(root, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const found = await access(file).then(
      () => true,
      () => false,
    );
    response.writeHead(found ? 200 : 404, { "Content-Type": mediaTypes[extname(file)] ?? "text/plain" });
    response.end(found ? await readFile(file) : "There is no such file.");
  });
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  const { port } = files.address() as AddressInfo;
  const close = (): void => {
    files.close();
    files.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
