import { join } from "node:path";
import { build } from "esbuild";
import { chromium, type Page } from "playwright-core";
import type { Example } from "./list-examples.ts";
import type { Printed } from "./run-in-node.ts";

const pageMsMax = 30_000;

/** Runs the examples that need no files in Chromium, each bundled into a page of another origin than the service's. */
export async function runInChromium(
  executablePath: string,
  page: string,
  project: string,
  examples: readonly Example[],
): Promise<Printed> {
  // Chromium's sandbox needs rights that containers and root accounts do not have; only our own page is opened.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const printed: Record<string, readonly string[]> = {};
    for (const { name } of examples.filter(({ needsNode }) => !needsNode)) {
      const tab = await browser.newPage();
      const told = new Promise<string>((settle, reject) => {
        tab.on("pageerror", reject);
        setTimeout(reject, pageMsMax, new Error(`${name} told nothing in Chromium.`)).unref();
        show(tab, page, join(project, `built/run-${name}.js`), settle).catch(reject);
      });
      printed[name] = JSON.parse(await told);
      await tab.close();
    }
    return printed;
  } finally {
    await browser.close();
  }
}

async function show(
  tab: Page,
  address: string,
  program: string,
  report: (told: string) => void,
): Promise<void> {
  await tab.exposeFunction("report", report);
  await tab.goto(address);
  await tab.addScriptTag({ content: await bundle(program), type: "module" });
}

async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [program],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
