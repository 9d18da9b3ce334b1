/** An app that `npm create` makes from the release: installed, tested, built and opened, on Node 22 and on the pinned Node. */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openChromium } from "@trading-oms/site/browser";
import { serveFolder } from "@trading-oms/site/serve-folder";
import { printStep, runProgram } from "../run/run-program.ts";
import type { Runtimes } from "./use-release.ts";

/** Thrice what it takes on an idle machine: the rehearsal may run beside other checks. */
const secondsMax = 240;
const quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];

/** Makes an app on each Node. Returns whether all of it holds. */
export async function useCreatedApp(
  scratch: string,
  npmrc: string,
  { oldestNode, pinnedNode }: Runtimes,
): Promise<boolean> {
  let isGood = true;
  for (const [name, node] of [
    ["Node 22", oldestNode],
    ["the pinned Node", pinnedNode],
  ] as const) {
    const folder = join(scratch, `created on ${name}`);
    await mkdir(folder);
    const began = performance.now();
    await printStep(`npm create, install, test and build on ${name}`, () => makeApp(folder, npmrc, node));
    const seconds = (performance.now() - began) / 1000;
    const faults = [
      ...(seconds > secondsMax ? [`an app took ${seconds.toFixed(0)} s, more than ${secondsMax}`] : []),
      ...(await lookAt(join(folder, "my-app/dist"), folder)),
    ];
    console.log(
      `${faults.length === 0 ? "holds" : "FAILS"}  the app made on ${name}: ${seconds.toFixed(1)} s, quotes in Chromium`,
    );
    for (const fault of faults) console.log(fault);
    isGood &&= faults.length === 0;
  }
  return isGood;
}

async function makeApp(folder: string, npmrc: string, node: string): Promise<void> {
  // npm and the programs that it starts run on the first Node that is found.
  const bin = dirname(node);
  const npm = (words: readonly string[], room: string) =>
    runProgram("npm", [...words, ...quiet], { folder: room, npmrc, bin });
  await npm(["create", "--yes", "@trading-oms@latest", "my-app"], folder);
  const app = join(folder, "my-app");
  await npm(["install"], app);
  await npm(["test"], app);
  await npm(["run", "build"], app);
}

/** Opens a built app. Returns what is wrong with it. */
async function lookAt(built: string, folder: string): Promise<string[]> {
  const files = await serveFolder(built);
  const browser = await openChromium(files.origin, folder);
  try {
    const tab = await browser.context.newPage();
    await tab.goto(files.origin);
    await tab.locator(".rows .price").nth(7).waitFor();
    return [...browser.complaints, ...browser.requestsElsewhere()];
  } catch (failure) {
    return [String(failure), ...browser.complaints];
  } finally {
    await browser.close();
    files.close();
  }
}
