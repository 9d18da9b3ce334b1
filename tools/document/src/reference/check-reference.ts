import { access, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRepository } from "./describe-process.ts";
import { isBrowserHost, judgeReference, type Observation } from "./judge-reference.ts";
import { type Expectations, listExpectations } from "./list-expectations.ts";
import { type CheckSettings, readCheckSettings } from "./read-check-settings.ts";
import { recordPage } from "./record-page.ts";
import { startBuiltServer } from "./start-built-server.ts";
import type { ChildServer } from "./start-child.ts";
import { takeScreenshots } from "./take-screenshots.ts";
import { useBrowser } from "./use-browser.ts";
import { visitReference } from "./visit-reference.ts";
import { walkReference } from "./walk-reference.ts";

process.exitCode = await checkReference();

async function checkReference(): Promise<number> {
  const reading = readCheckSettings(process.argv.slice(2), process.env, findServer());
  if (reading.kind === "help") {
    console.log(reading.text);
    return 0;
  }
  if (reading.kind === "faulty") {
    for (const fault of reading.faults) console.error(fault);
    return 2;
  }
  const { settings } = reading;
  if (!(await exists(settings.chromiumPath))) {
    console.error(
      `There is no Chromium at ${settings.chromiumPath}; install it (Debian: apt-get install chromium) or name it by CHROMIUM_PATH.`,
    );
    return 1;
  }
  if (!(await exists(settings.serverPath))) {
    console.error(`There is no server at ${settings.serverPath}; build it by: pnpm build`);
    return 1;
  }
  const child = await startBuiltServer(settings.serverPath).catch((failure: Error) => failure);
  if (child instanceof Error) {
    console.error(child.message);
    return 1;
  }
  try {
    return await checkServed(child, settings);
  } catch (failure) {
    console.error(`${settings.chromiumPath} could not look at the page: ${firstLineOf(failure)}`);
    return 1;
  } finally {
    await child.stop();
  }
}

function findServer(): string {
  return join(findRepository(fileURLToPath(import.meta.url)), "apps/server/dist/runtimes/node/main.js");
}

async function checkServed(child: ChildServer, settings: CheckSettings): Promise<number> {
  const answer = await fetch(`${child.origin}/openapi.json`);
  const expected = listExpectations(await answer.json());
  const folder = settings.screenshotsPath ?? (await mkdtemp(join(tmpdir(), "reference-pictures-")));
  const observed = await observeReference(child, settings.chromiumPath, folder, expected);
  const verdicts = judgeReference(expected, observed);
  for (const { claim, faults } of verdicts) {
    console.log(`${faults.length === 0 ? "holds" : "FAILS"}  ${claim}`);
    for (const fault of faults) console.log(`         ${fault}`);
  }
  const ownHosts = observed.trapped.filter(isBrowserHost);
  if (ownHosts.length > 0)
    console.log(`note   Chromium asked on its own account: ${ownHosts.join(", ")} (refused)`);
  console.log(`note   pictures are in ${folder}`);
  const failed = verdicts.filter(({ faults }) => faults.length > 0).length;
  console.log(`${verdicts.length - failed} of ${verdicts.length} claims hold`);
  return failed === 0 ? 0 : 1;
}

async function observeReference(
  child: ChildServer,
  chromiumPath: string,
  folder: string,
  expected: Expectations,
): Promise<Observation> {
  const { origin } = child;
  return useBrowser(chromiumPath, origin, async (context, trap) => {
    const record = await recordPage(context);
    const page = await context.newPage();
    await visitReference(page, origin, { width: 1440, height: 1000 });
    const walk = await walkReference(page, expected);
    const { overflowPx } = await takeScreenshots(page, origin, expected.operations, folder);
    return { origin, walk, record, trapped: trap.caught(), overflowPx, serverComplaints: child.complaints() };
  });
}

/** What the browser's driver reports goes on for pages; the first line says what happened. */
function firstLineOf(failure: unknown): string {
  const [line = ""] = (failure instanceof Error ? failure.message : String(failure)).split("\n");
  return line;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
