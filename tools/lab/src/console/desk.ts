/** The desk as a person at a browser has it: signed in, a view open, and a list of what went wrong. */
import { runOms } from "@trading-oms/scratch";
import { type Browser, type Look, need, type Tab, Tabs } from "../harness/tabs.ts";

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

  /** Signs a token; `changes` are other settings than those of the server. */
  async signToken(user: string, role?: string, changes: Readonly<Record<string, string>> = {}) {
    const words = role === undefined ? [] : ["--role", role];
    return (await runOms({ ...this.settings, ...changes }, "token", "--user", user, ...words)).trim();
  }

  /** Runs a command of oms on the same store or on the server, as JSON. */
  async oms(...words: readonly string[]): Promise<unknown> {
    return JSON.parse(await runOms({ ...this.settings, OMS_URL: this.url }, ...words, "--json"));
  }

  /** Opens a tab that is signed in, in English. */
  async open(path: string, options: Look & { readonly token?: string } = {}) {
    const { token = await this.signToken("desk", "operator") } = options;
    const tab = await this.newTab(options);
    await tab.addInitScript(
      `if (location.origin === "${this.url}") localStorage.getItem("desk-language") ?? localStorage.setItem("desk-language", "en")`,
    );
    await tab.goto(`${this.url}${path}#token=${token}`);
    return tab;
  }

  /** Asks the operator's operations directly. */
  async ask(method: string, path: string, body?: object, token?: string): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token ?? (await this.signToken("rival", "operator"))}`,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/**
 * Opens an account with 1,000 FPT. At the reference price its deal ratio is `1 − 0.5 × entry`, where `entry` is the entry in parts of that price.
 * A call begins below 0.4 and ends at 0.44. Returns the reference price.
 */
export async function openPosition(desk: Desk, accountId: string, entry: number): Promise<number> {
  const found = (await desk.oms("instruments", "list", "--query", "FPT", "--limit", "1")) as {
    readonly instruments: readonly { readonly symbol: string; readonly referencePrice: number }[];
  };
  const [listed] = found.instruments;
  need(listed?.symbol === "FPT", "FPT is not listed");
  await desk.oms("accounts", "open", accountId, "--user", `owner-of-${accountId}`);
  const deposit = ["--kind", "deposit", "--amount", "10000000000", "--reason", "a test"];
  await desk.oms("cash", "move", accountId, ...deposit);
  const entryVnd = `${Math.round(listed.referencePrice * entry * 1_000)}`;
  await desk.oms("positions", "set", accountId, "FPT", "--quantity", "1000", "--entry-value", entryVnd);
  return listed.referencePrice;
}

/** Waits until a view has its data: nothing of it is a placeholder any more. */
export async function settle(tab: Tab): Promise<void> {
  await tab.locator("main :is(h1, h2):visible").first().waitFor();
  await tab.locator("main :is(.skeleton, .blank)").first().waitFor({ state: "detached" });
}
