/** The tarballs of `pnpm pack-all` in an empty Vite project: they install, compile strictly and call the service. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findChromium } from "@trading-oms/site/browser";
import { listen } from "@trading-oms/site/serve-folder";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { repository, runProgram } from "../run/run-program.ts";
import { makeExampleService } from "../use/example-service.ts";

const page = `<!doctype html><title>Empty</title><script type="module" src="/src/main.ts"></script>`;

const program = (origin: string) => `
import { ApiError, createClient } from "@trading-oms/client";
import type { MarginRatio } from "@trading-oms/types";

const client = createClient({ baseUrl: "${origin}", token: "test-token" });
try {
  const { symbol, marginRatio }: MarginRatio = await client.getMarginRatio("FPT");
  document.body.textContent = \`\${symbol} \${marginRatio}\`;
} catch (failure) {
  document.body.textContent = failure instanceof ApiError ? failure.message : "no ApiError";
}
`;

const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom"],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  noEmit: true,
  types: [],
};

const versionOf = async (manifest: string) => JSON.parse(await readFile(manifest, "utf8")).version;

/** Packs all packages into a folder of an empty one, which goes with the test. Returns what was printed as well. */
async function packInto() {
  const scratch = await mkdtemp(join(await realpath(tmpdir()), "packed-"));
  onTestFinished(() => rm(scratch, { recursive: true }));
  const packed = join(scratch, "packed");
  const printed = await runProgram(process.execPath, [join(import.meta.dirname, "pack-all.ts"), packed], {
    folder: repository,
  });
  return { scratch, packed, printed };
}

test("the packed client installs in an empty Vite project, compiles and calls", async () => {
  const { scratch, packed, printed } = await packInto();
  const [, install = ""] = /^@trading-oms\/client .*\n +(npm install .*)$/m.exec(printed) ?? [];
  expect(install).toContain(packed);

  const service = await makeExampleService(join(repository, "openapi/examples"));
  const api = await listen(service.fetch);
  onTestFinished(() => api.close());
  const project = join(scratch, "project");
  await mkdir(join(project, "src"), { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  await writeFile(join(project, "index.html"), page);
  await writeFile(join(project, "src/main.ts"), program(api.origin));
  const ofVitest = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));
  const vite = await versionOf(ofVitest.resolve("vite/package.json"));
  const typescript = await versionOf(resolve(repository, "node_modules/typescript/package.json"));
  const quiet = "--no-audit --no-fund --no-update-notifier";
  const lines = [
    `${install} ${quiet}`,
    `npm install --save-dev ${quiet} vite@${vite} typescript@${typescript}`,
    "npx --no-install tsc",
    "npx --no-install vite build",
  ];
  for (const line of lines) await runProgram("sh", ["-c", line], { folder: project });

  const built = await listen(async (request) => {
    const { pathname } = new URL(request.url);
    const file = join(project, "dist", pathname === "/" ? "index.html" : pathname);
    const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
    return new Response(await readFile(file).catch(() => null), { headers: { "Content-Type": type } });
  });
  onTestFinished(() => built.close());
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(built.origin);
  await tab.waitForFunction("document.body?.textContent?.trim()");
  expect(await tab.textContent("body")).toBe("FPT 0.5");
}, 180_000);

test("the printed lines make an app, which passes its tests and builds", async () => {
  const { scratch, packed, printed } = await packInto();
  const [, lines = ""] = /^@trading-oms\/create .*\n((?: {2}.*(?:\n|$))+)/m.exec(printed) ?? [];
  expect(lines).toContain(packed);
  const [empty, home] = [join(scratch, "empty"), join(scratch, "home")];
  for (const folder of [empty, home]) await mkdir(folder);
  const script = ["set -e", `export HOME=${home}`, lines, "npm test", "npm run build"].join("\n");
  await runProgram("sh", ["-c", script], { folder: empty });
}, 600_000);
