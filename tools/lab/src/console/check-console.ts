/** The desk's page in Chromium, on the demonstration: views, acts, languages, and what goes wrong beneath it. */
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort, runOms } from "@trading-oms/scratch";
import { openChromium } from "@trading-oms/site/browser";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { checkActs } from "./check-acts.ts";
import { checkAgainstCommands } from "./check-commands.ts";
import { checkFeed } from "./check-feed.ts";
import { checkHours } from "./check-hours.ts";
import { checkLive } from "./check-live.ts";
import { checkManyCalls } from "./check-many-calls.ts";
import { checkMemory } from "./check-memory.ts";
import { checkTroubles } from "./check-troubles.ts";
import { checkViews, drawPictures } from "./check-views.ts";
import { Desk } from "./desk.ts";

/** What the parts share. */
type Stage = {
  readonly desk: Desk;
  readonly isShort: boolean;
  readonly folder: string;
  readonly stop: () => Promise<unknown>;
  readonly start: (changes?: Readonly<Record<string, string>>) => Promise<void>;
  readonly restart: (changes: Readonly<Record<string, string>>) => Promise<void>;
};

const parts: Readonly<Record<string, (stage: Stage) => Promise<Verdict>>> = {
  views: ({ desk, isShort }) => checkViews(desk, isShort),
  acts: ({ desk }) => checkActs(desk),
  troubles: ({ desk, stop, start }) => checkTroubles(desk, hostileName, { stop, start }),
  memory: ({ desk }) => checkMemory(desk),
  feed: ({ desk, restart }) => checkFeed(desk, restart),
  commands: ({ desk, restart }) => checkAgainstCommands(desk, () => restart({ FEED: "none" })),
  live: ({ desk, restart }) => checkLive(desk, () => restart({ FEED: "none" })),
  hours: ({ desk, restart }) => checkHours(desk, restart),
  "many-calls": ({ folder }) => checkManyCalls(folder),
};

export const test = labTest({
  about: `Starts the demonstration and opens its desk in Chromium. Every view is reached by mouse and by keyboard alone, and restored
by reload, Back and a pasted link; axe finds no violation in it, light and dark, at 1440 and 390 px; the console stays empty. Covers and
contacts are set by mouse and by keyboard, once however often one clicks; an operator who was overtaken is asked again. A server that
restarts, a token that is refused, renewed without its role or of another audience, a frame, markup in a name and a position that is
closed elsewhere have their answers; a feed that dies is said in words, and its prices turn grey. With the market still, the lists on the
page are what oms prints, and a price by hand calls and covers in an open table within 2 s. With 5,000 open calls and moving prices, no
task of the page takes over 100 ms, in the best of three traces. On a Saturday, before nine and without a feed, header, band, Status,
Market and Overview agree. An open panel holds no more memory after a minute of moving prices. CHROMIUM_PATH is the browser (/usr/bin/chromium).`,
  options: {
    only: { kind: "choice", about: "one part only", names: Object.keys(parts) },
    pictures: { kind: "flag", about: "only draw each view into docs/pictures" },
  },
  run: async ({ options, isShort, folder, report }) => {
    const port = await findFreePort();
    const settings = { DATA_DIR: join(folder, "data"), PORT: String(port), FEED: "simulated" };
    await runOms(settings, "demo", "load", "--desk", "--unless-real");
    // A name that would be markup, were it not shown as text.
    await runOms(settings, "accounts", "open", "888C000099", "--user", hostileName);
    let server: ServerProcess = await startServerProcess(settings);
    const stop = () => server.stop();
    const start = async (changes: Readonly<Record<string, string>> = {}): Promise<void> => {
      server = await startServerProcess({ ...settings, ...changes });
    };
    const restart = async (changes: Readonly<Record<string, string>>): Promise<void> => {
      await stop();
      await start(changes);
    };
    const browser = await openChromium(server.url, await mkdtemp(join(folder, "browser-")));
    try {
      const desk = new Desk(browser, server.url, settings);
      if (options.pictures) return report(await drawPictures(desk));
      for (const [name, check] of Object.entries(parts)) {
        if (options.only !== undefined && options.only !== name) continue;
        const { line, faults } = await check({ desk, isShort, folder, stop, start, restart });
        report({ line: `${name}: ${line}`, faults });
      }
      report({ line: "requests to other hosts", faults: [...browser.requestsElsewhere()] });
    } finally {
      await browser.close();
      await server.stop();
    }
  },
});

const hostileName = "<img/src=x/onerror=alert(1)>";
