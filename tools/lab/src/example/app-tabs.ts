/** The example app as a person at a browser has it: a screen open, in a language and a look, and ways to reach the others. */
import { makeCard, type SyntheticCard } from "@trading-oms/cards";
import { type Browser, type Look, type Tab, Tabs, tabTo } from "../harness/tabs.ts";

export type Language = "vi" | "en";

export class AppTabs extends Tabs {
  readonly #origin: string;
  readonly #card: SyntheticCard = makeCard({ seed: 7, kind: "2021", severity: "clean", encoding: "jpeg" });

  constructor(browser: Browser, origin: string) {
    super(browser);
    this.#origin = origin;
  }

  /** Opens a screen by its address. On the broker in the page, accounts and prices begin anew with it. */
  async open(route: string, look?: Look, language: Language = "en"): Promise<Tab> {
    const tab = await this.newTab(look);
    await tab.addInitScript(`localStorage.setItem("example-language", "${language}")`);
    await tab.goto(`${this.#origin}/#/${route}`);
    await settle(tab);
    return tab;
  }

  /** Chooses the photographs of a card by keyboard. */
  async photograph(tab: Tab): Promise<void> {
    const photographs = (["front", "back"] as const).map((side) => ({
      name: `${side}.jpg`,
      mimeType: "image/jpeg",
      buffer: Buffer.from(this.#card[side]),
    }));
    const waiting = [...photographs];
    tab.on("filechooser", (chooser) => void chooser.setFiles(waiting.shift() ?? []));
    for (const index of photographs.keys()) {
      await tabTo(tab, tab.locator("input[type=file]").nth(index));
      await tab.keyboard.press("Enter");
      await tab.locator(".photograph img").nth(index).waitFor();
    }
  }
}

/** Waits until a screen has its data. */
async function settle(tab: Tab): Promise<void> {
  await tab.locator("h1").waitFor();
  await tab.locator(".skeleton").first().waitFor({ state: "detached" });
}

/** Follows a link, or presses a button, by keyboard. */
export async function press(tab: Tab, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(tab, tab.getByRole(role, { name }).first());
  await tab.keyboard.press("Enter");
}

/** Waits for a screen by its heading, which has the focus, so that Tab goes on from it. */
export async function arrive(tab: Tab, heading: string): Promise<void> {
  await tab.locator("h1:focus", { hasText: heading }).waitFor();
  await settle(tab);
}

/** Types an amount into the cover form, in place of what is there. */
export async function typeAmount(tab: Tab, amount: string): Promise<void> {
  await tabTo(tab, tab.locator(".cover input"));
  await tab.keyboard.press("Control+A");
  await tab.keyboard.type(amount);
}
