/** The example app in Chromium, as it is built: on the broker in the page, and on a server. */
import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreePort, runOms } from "@trading-oms/scratch";
import { openChromium } from "@trading-oms/site/browser";
import { serveFolder } from "@trading-oms/site/serve-folder";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import { startServerProcess } from "../harness/server.ts";
import { attempt, type Browser, judgeLook, looksFor, need, tabTo } from "../harness/tabs.ts";
import { AppTabs, arrive, press } from "./app-tabs.ts";
import { checkKeyboard } from "./check-keyboard.ts";
import { checkLooks, drawPictures } from "./check-looks.ts";

const example = fileURLToPath(new URL("../../../../apps/example", import.meta.url));

export const test = labTest({
  about: `Opens the built example app in Chromium. Every screen is reached and used by keyboard alone: a search and its quote, a cover with
its preview, a call that arrives, notifications and what is read, both languages, signing up by two photographs. axe finds no violation
in any of them, at 390 and 1440 px, light and dark; the console stays empty, and nothing is asked of another host. Another build asks a
server for everything, with a token that is pasted. CHROMIUM_PATH is the browser (/usr/bin/chromium).`,
  options: {
    pictures: { kind: "flag", about: "also draw screens into docs/pictures" },
  },
  run: async ({ options, isShort, folder, report }) => {
    const files = await serveFolder(join(example, "dist"));
    const browser = await openChromium(files.origin, await mkdtemp(join(folder, "browser-")));
    try {
      const app = new AppTabs(browser, files.origin);
      if (options.pictures) report(await drawPictures(app));
      report(await checkKeyboard(app));
      report(await checkLooks(app, isShort));
      report({ line: "requests to other hosts", faults: [...browser.requestsElsewhere()] });
    } finally {
      await browser.close();
      files.close();
    }
    report(await checkOnServer(folder, isShort));
  },
});

/** Confirms a cover while the browser is offline: nothing is sent, and nothing is sent later. */
async function coverOffline(app: AppTabs, context: Browser["context"], token: string): Promise<void> {
  const tab = await app.open("accounts/888C000017/FPT");
  await tab.locator("textarea").waitFor();
  await tab.getByLabel("Access token").fill(token);
  await press(tab, "button", "Sign in");
  const confirm = tab.locator(".cover button[type=submit]:enabled");
  await confirm.waitFor();
  const covers: string[] = [];
  tab.on("response", (response) => {
    if (response.request().method() === "PATCH") covers.push(response.url());
  });
  await context.setOffline(true);
  await confirm.click();
  await tab.getByText("You are offline. Nothing was sent.").waitFor();
  await context.setOffline(false);
  // The stream is back, and so is all that waits for a connection.
  await wait(5_000);
  need(covers.length === 0, `${covers.length} covers reached the service`);
  await tab.getByText("Called: ").first().waitFor();
}

/** A build for a server: it asks for a token, refuses one that the server refuses, and shows what the server has. */
async function checkOnServer(folder: string, isShort: boolean): Promise<Verdict> {
  const settings = { DATA_DIR: join(folder, "data"), PORT: String(await findFreePort()), FEED: "simulated" };
  await runOms(settings, "demo", "load", "--unless-real");
  const server = await startServerProcess(settings);
  const built = join(folder, "built");
  await promisify(execFile)(join(example, "node_modules/.bin/vite"), ["build", "--outDir", built], {
    cwd: example,
    env: { ...process.env, VITE_OMS_URL: server.url },
  });
  const files = await serveFolder(built);
  const browser = await openChromium(files.origin, await mkdtemp(join(folder, "browser-")), [server.url]);
  const faults: string[] = [];
  try {
    const app = new AppTabs(browser, files.origin);
    for (const look of looksFor(isShort)) {
      await attempt(app, faults, `sign-in, ${look.size.width} px`, async () => {
        const tab = await app.open("accounts", look, look.isDark ? "vi" : "en");
        await tab.locator("textarea").waitFor();
        await judgeLook(tab);
      });
    }
    await attempt(app, faults, "signing in", async () => {
      const tab = await app.open("accounts");
      await arrive(tab, "Sign in");
      const signIn = async (token: string): Promise<void> => {
        await tabTo(tab, tab.getByLabel("Access token"));
        await tab.keyboard.insertText(token);
        await press(tab, "button", "Sign in");
      };
      await signIn("head.body.signature");
      await tab.getByText("Your session has ended").waitFor();
      await signIn(server.token);
      await arrive(tab, "Accounts");
      await tab.locator(".rows a", { hasText: "888C000017" }).waitFor();
      need((await tab.getByText("fall 7%").count()) === 0, "a server's market can be let fall");
      await tab.reload();
      await tab.locator(".rows a", { hasText: "888C000017" }).waitFor();
      await press(tab, "link", "You");
      await arrive(tab, "You");
      await press(tab, "button", "Sign out");
      await arrive(tab, "Sign in");
      await press(tab, "link", "Open an account");
      await arrive(tab, "Open an account");
    });
    // Chromium reports the 401 of the first token.
    faults.push(...app.takeComplaints().filter((complaint) => !complaint.includes("401")));
    await attempt(app, faults, "a cover while offline", () =>
      coverOffline(app, browser.context, server.token),
    );
    // It reports each request that found no connection, too.
    faults.push(
      ...app.takeComplaints().filter((complaint) => !complaint.includes("ERR_INTERNET_DISCONNECTED")),
    );
    faults.push(...browser.requestsElsewhere());
  } finally {
    await browser.close();
    files.close();
    await server.stop();
  }
  return { line: "signing in on a server", faults };
}
