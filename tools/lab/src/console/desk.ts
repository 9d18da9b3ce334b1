/** The desk as a person at a browser has it: signed in, a view open, and a list of what went wrong. */
import { runOms } from "@trading-oms/scratch";
import { type Browser, type Look, type Tab, Tabs } from "../harness/tabs.ts";

/** The views by their addresses, and the letters of the keyboard. */
export const views = {
  overview: { path: "/console", letter: "o" },
  calls: { path: "/console/calls", letter: "c" },
  accounts: { path: "/console/accounts", letter: "a" },
  "what-if": { path: "/console/what-if", letter: "w" },
  market: { path: "/console/market", letter: "m" },
  audit: { path: "/console/audit", letter: "u" },
  status: { path: "/console/status", letter: "s" },
} as const;

export class Desk extends Tabs {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;

  constructor(browser: Browser, url: string, settings: Readonly<Record<string, string>>) {
    super(browser);
    this.url = url;
    this.settings = settings;
  }

  async signToken(user: string, role?: string): Promise<string> {
    const words = role === undefined ? [] : ["--role", role];
    return (await runOms(this.settings, "token", "--user", user, ...words)).trim();
  }

  /** Runs a command of oms on the same store, as JSON. */
  async oms(...words: readonly string[]): Promise<unknown> {
    return JSON.parse(await runOms(this.settings, ...words, "--json"));
  }

  /** Opens a tab that is signed in, in English. */
  async open(path: string, options: Look & { readonly token?: string } = {}) {
    const { token = await this.signToken("desk", "operator") } = options;
    const tab = await this.newTab(options);
    await tab.addInitScript(
      `localStorage.getItem("desk-language") ?? localStorage.setItem("desk-language", "en")`,
    );
    await tab.goto(`${this.url}${path}#token=${token}`);
    return tab;
  }

  /** Asks the operator's operations directly. */
  async ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await this.signToken("rival", "operator")}`,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** Waits until a view has its data: nothing of it is a placeholder any more. */
export async function settle(tab: Tab): Promise<void> {
  await tab.locator("main :is(h1, h2):visible").first().waitFor();
  await tab.locator("main :is(.skeleton, .blank)").first().waitFor({ state: "detached" });
}
