/** The desk as a person at a browser has it: signed in, a view open, and a list of what went wrong. */
import type { openChromium } from "@trading-oms/document/browser";
import { runOms } from "@trading-oms/scratch";

type Browser = Awaited<ReturnType<typeof openChromium>>;

/** A tab of Chromium. */
export type Tab = Awaited<ReturnType<Browser["context"]["newPage"]>>;

export type Size = { readonly width: number; readonly height: number };

export const wide: Size = { width: 1440, height: 900 };
export const narrow: Size = { width: 390, height: 844 };

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

const waitMsMax = 15_000;

export class Desk {
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly #browser: Browser;

  constructor(browser: Browser, url: string, settings: Readonly<Record<string, string>>) {
    this.#browser = browser;
    this.url = url;
    this.settings = settings;
  }

  /** Closes every tab; each holds a connection for its stream, and Chromium opens six at most to one origin. */
  async closeTabs(): Promise<void> {
    for (const tab of this.#browser.context.pages().slice(1)) await tab.close();
  }

  /** What the consoles of all tabs have said since the last time. */
  takeComplaints(): string[] {
    return this.#browser.complaints.splice(0);
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
  async open(
    path: string,
    options: { readonly token?: string; readonly size?: Size; readonly isDark?: boolean } = {},
  ) {
    const { token = await this.signToken("desk", "operator"), size = wide, isDark = false } = options;
    const tab = await this.#browser.context.newPage();
    tab.setDefaultTimeout(waitMsMax);
    await tab.setViewportSize(size);
    await tab.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
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

/** Runs a step and closes its tabs; what it throws is a fault by its name. */
export async function attempt(
  desk: Desk,
  faults: string[],
  name: string,
  step: () => Promise<unknown>,
): Promise<void> {
  try {
    await step();
  } catch (failure) {
    const words = String(failure instanceof Error ? failure.message : failure);
    faults.push(`${name}: ${words.split("\n").slice(0, 4).join(" ").slice(0, 400)}`);
  } finally {
    await desk.closeTabs();
  }
}

export function need(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
