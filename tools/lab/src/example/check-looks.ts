/** What axe says of every screen of the example app, and its pictures. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, judgeLook, type Look, looksFor, narrow, type Tab } from "../harness/tabs.ts";
import { type AppTabs, type Language, typeAmount } from "./app-tabs.ts";

type Opened = (app: AppTabs, look: Look, language: Language) => Promise<Tab>;

/** Every screen, with everything on it that appears only at times. */
const screens: Readonly<Record<string, Opened>> = {
  market: (...view) => openWith("market", ".rows .price", ...view),
  search: (...view) => openWith("market?search=ng%C3%A2n%20h%C3%A0ng", ".rows .price", ...view),
  quote: (...view) => openWith("market/FPT", "polyline", ...view),
  accounts: (...view) => openWith("accounts", ".rows a", ...view),
  account: (...view) => openWith("accounts/888C000018", ".rows a", ...view),
  position: (...view) => openWith("accounts/888C000017/FPT", ".cover td.changed", ...view),
  refused: async (...view) => {
    const tab = await openWith("accounts/888C000017/FPT", ".cover table", ...view);
    await typeAmount(tab, "999999999");
    await tab.locator(".cover .failure").waitFor();
    return tab;
  },
  call: async (...view) => {
    const tab = await openWith("accounts", ".rows a", ...view);
    await tab.locator(".band button").click();
    await tab.locator(".call").waitFor();
    return tab;
  },
  notifications: (...view) => openWith("notifications", ".rows .mark", ...view),
  you: (...view) => openWith("you", "fieldset", ...view),
  "sign-up": (...view) => openWith("sign-up", "input[type=file]", ...view),
  card: async (app, ...view) => {
    const tab = await openWith("sign-up", "input[type=file]", app, ...view);
    await app.photograph(tab);
    await tab.locator("form .primary:enabled").click();
    await tab.locator("input[name=fullName]").waitFor();
    return tab;
  },
};

async function openWith(
  route: string,
  awaited: string,
  app: AppTabs,
  look: Look,
  language: Language,
): Promise<Tab> {
  const tab = await app.open(route, look, language);
  await tab.locator(awaited).first().waitFor();
  return tab;
}

export async function checkLooks(app: AppTabs, isShort: boolean): Promise<Verdict> {
  const faults: string[] = [];
  let count = 0;
  for (const [name, open] of Object.entries(screens)) {
    for (const look of looksFor(isShort)) {
      const words = `${name}, ${look.size.width} px, ${look.isDark ? "dark" : "light"}`;
      await attempt(app, faults, words, async () => {
        await judgeLook(await open(app, look, look.isDark ? "vi" : "en"));
        count += 1;
      });
    }
  }
  faults.push(...app.takeComplaints());
  return { line: `${Object.keys(screens).length} screens, ${count} times axe`, faults };
}

const pictureFolder = fileURLToPath(new URL("../../../../docs/pictures", import.meta.url));

/** The screens that are drawn, with the time that they take to have something to show. */
const pictured: Readonly<Record<string, number>> = {
  market: 15_000,
  // The line has some minutes then.
  quote: 130_000,
  account: 1_500,
  position: 1_500,
  call: 1_500,
  notifications: 1_500,
  card: 1_500,
};

/** Draws screens as a phone shows them, in both languages and in the dark. */
export async function drawPictures(app: AppTabs): Promise<Verdict> {
  await mkdir(pictureFolder, { recursive: true });
  for (const [name, waitMs] of Object.entries(pictured)) {
    const open = screens[name];
    if (open === undefined) throw new Error(`There is no screen ${name}.`);
    const looks = [
      { language: "vi", isDark: false },
      { language: "vi", isDark: true },
      { language: "en", isDark: false },
    ] as const;
    const tabs: Tab[] = [];
    for (const { language, isDark } of looks) tabs.push(await open(app, { size: narrow, isDark }, language));
    await new Promise((done) => setTimeout(done, waitMs));
    for (const [index, { language, isDark }] of looks.entries()) {
      const file = `example-${name}-${language}${isDark ? "-dark" : ""}.png`;
      await tabs[index]?.screenshot({ path: join(pictureFolder, file) });
    }
    await app.closeTabs();
  }
  return { line: `${Object.keys(pictured).length * 3} pictures`, faults: app.takeComplaints() };
}
