/** What checks of pages in Chromium share: tabs and their sizes, steps whose failures are faults, the keyboard, and axe. */
import { findViolations, type openChromium } from "@trading-oms/site/browser";

export type Browser = Awaited<ReturnType<typeof openChromium>>;

/** A tab of Chromium. */
export type Tab = Awaited<ReturnType<Browser["context"]["newPage"]>>;

export type Size = { readonly width: number; readonly height: number };

/** How a page is shown. */
export type Look = { readonly size?: Size; readonly isDark?: boolean };

export const wide: Size = { width: 1440, height: 900 };
export const narrow: Size = { width: 390, height: 844 };

const waitMsMax = 45_000;

/** The tabs of a browser, opened one after the other. */
export class Tabs {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async newTab({ size = wide, isDark = false }: Look = {}): Promise<Tab> {
    const tab = await this.browser.context.newPage();
    tab.setDefaultTimeout(waitMsMax);
    // The browser itself records errors.
    tab.on("console", (message) => {
      if (message.type() !== "error") this.browser.complaints.push(`${message.type()}: ${message.text()}`);
    });
    await tab.setViewportSize(size);
    await tab.emulateMedia({ colorScheme: isDark ? "dark" : "light" });
    return tab;
  }

  /** Closes every tab; each holds a connection for its stream, and Chromium opens six at most to one origin. */
  async closeTabs(): Promise<void> {
    for (const tab of this.browser.context.pages().slice(1)) await tab.close();
  }

  /** What the consoles of all tabs have said since the last time. */
  takeComplaints(): string[] {
    return this.browser.complaints.splice(0);
  }
}

/** Runs a step and closes its tabs; what it throws is a fault by its name. */
export async function attempt(
  tabs: Tabs,
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
    await tabs.closeTabs();
  }
}

export function need(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Presses Tab until an element has the focus. */
export async function tabTo(tab: Tab, target: ReturnType<Tab["locator"]>): Promise<void> {
  const element = await target.elementHandle();
  for (let presses = 0; presses < 80; presses += 1) {
    await tab.keyboard.press("Tab");
    if (await tab.evaluate((each) => document.activeElement === each, element)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** The four looks in which axe judges a page, or the two that differ most. */
export function looksFor(isShort: boolean): readonly Required<Look>[] {
  const all = [wide, narrow].flatMap((size) => [false, true].map((isDark) => ({ size, isDark })));
  return isShort ? all.filter(({ size, isDark }) => isDark === (size === narrow)) : all;
}

/** Throws what axe finds in a page, each rule with its first elements, and a page that is wider than its screen. */
export async function judgeLook(tab: Tab): Promise<void> {
  const violations = await findViolations(tab.mainFrame());
  need(violations.length === 0, violations.join("; "));
  const overflow = await tab.evaluate("document.documentElement.scrollWidth - innerWidth");
  need(overflow === 0, `the page is ${overflow} px wider than the screen`);
}
