/** The desk's page in Chromium, on the demonstration: views, acts, languages, and what goes wrong beneath it. */
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { openChromium } from "@trading-oms/document/browser";
import { findFreePort, runOms } from "@trading-oms/scratch";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { checkActs } from "./check-acts.ts";
import { checkAgainstCommands } from "./check-commands.ts";
import { checkTroubles } from "./check-troubles.ts";
import { checkViews, drawPictures } from "./check-views.ts";
import { Desk } from "./desk.ts";

export const test = labTest({
  about: `Starts the demonstration and opens its desk in Chromium. Every view is reached by mouse and by keyboard alone, and restored
by reload, Back and a pasted link; axe finds no violation in it, light and dark, at 1440 and 390 px; the console stays empty. Covers and
contacts are set by mouse and by keyboard, once however often one clicks; an operator who was overtaken is asked again. A server that
restarts, a token that is refused or has no role, and markup in a name have their answers. With the market still, the lists on the page
are what oms prints. CHROMIUM_PATH is the browser (/usr/bin/chromium).`,
  options: {
    pictures: { kind: "flag", about: "also draw each view into docs/pictures" },
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
    const standStill = async (): Promise<void> => {
      await stop();
      await start({ FEED: "none" });
    };
    const browser = await openChromium(server.url, await mkdtemp(join(folder, "browser-")));
    try {
      const desk = new Desk(browser, server.url, settings);
      const parts: readonly (readonly [string, () => Promise<Verdict>])[] = [
        ["views", () => checkViews(desk, isShort)],
        ["acts", () => checkActs(desk)],
        ["troubles", () => checkTroubles(desk, hostileName, { stop, start })],
        ["commands", () => checkAgainstCommands(desk, standStill)],
      ];
      if (options.pictures) report(await drawPictures(desk));
      for (const [name, check] of parts) {
        const { line, faults } = await check();
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
