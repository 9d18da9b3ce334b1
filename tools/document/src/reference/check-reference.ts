import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordPage, takeScreenshots, useBrowser, visitReference, walkReference } from "./browser.ts";
import { findRepository } from "./describe-process.ts";
import { type Expectations, listExpectations } from "./expectations.ts";
import { isBrowserHost, judgeReference, type Observation } from "./judge-reference.ts";
import { readFlags } from "./run-reference.ts";

/** What the check of the page is told. */
type CheckSettings = {
  readonly chromiumPath: string;
  /** Where pictures of the page go; undefined for a folder of its own under the system's temporary one. */
  readonly screenshotsPath: string | undefined;
  /** The entry of the server that shows the page. */
  readonly serverPath: string;
};

/** What command line and environment come to. */
type CheckSettingsReading =
  | { readonly kind: "settings"; readonly settings: CheckSettings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the settings of the check. */
function readCheckSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  serverPathDefault: string,
): CheckSettingsReading {
  const { help, faults, values } = readFlags(words, ["screenshots", "server"]);
  if (help) return { kind: "help", text: helpText };
  if (faults.length > 0) return { kind: "faulty", faults };
  return {
    kind: "settings",
    settings: {
      chromiumPath: environment["CHROMIUM_PATH"] || "/usr/bin/chromium",
      screenshotsPath: values.get("screenshots"),
      serverPath: values.get("server") ?? serverPathDefault,
    },
  };
}

const helpText = `Opens the reference page of the built server in Chromium and checks that it is whole and that nothing leaves the machine.

  --screenshots DIR   where pictures of the page go       (default a new temporary folder)
  --server FILE       the entry of the server to look at  (default apps/server/dist/runtimes/node/main.js)
  --help              this text

  CHROMIUM_PATH names the browser (default /usr/bin/chromium).`;

/** A server in a process of its own. */
type ChildServer = {
  readonly origin: string;
  /** What it wrote to stderr so far, and the lines that it logged, which are JSON. */
  readonly complaints: () => string;
  /** Asks it to stop, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
};

/** Starts an entry file, and waits until it prints where the reference is. */
export function startChild(
  entryPath: string,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ChildServer> {
  const child = spawn(process.execPath, [entryPath, ...words], {
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  let printed = "";
  let complained = "";
  child.stderr.on("data", (part: Buffer) => {
    complained += part.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    void ended.then((code) => reject(new Error(`The server ended with ${code}: ${complained.trim()}`)));
    child.stdout.on("data", (part: Buffer) => {
      printed += part.toString("utf8");
      const origin = /(http:\/\/\S+?)\/docs\n/.exec(printed)?.[1];
      if (origin !== undefined) resolve({ origin, complaints, stop });
    });
  });

  function complaints(): string {
    const logged = printed.split("\n").filter((line) => line.startsWith("{"));
    return [complained, ...logged].filter(Boolean).join("\n");
  }

  function stop(): Promise<number | null> {
    child.kill("SIGTERM");
    return ended;
  }
}

/** Starts the server as it was built, on a free port, with a data folder of its own that goes when it stops. */
async function startBuiltServer(entryPath: string): Promise<ChildServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), "reference-data-"));
  const forget = (): Promise<void> => rm(dataFolder, { recursive: true, force: true });
  try {
    // Nothing else of the environment: a database that happens to be named there is not for a check to open.
    const child = await startChild(entryPath, [], {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataFolder,
      LOG_LEVEL: "warn",
      DRAIN_DELAY_MS: "0",
    });
    return { ...child, stop: () => child.stop().finally(forget) };
  } catch (failure) {
    await forget();
    throw failure;
  }
}

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
