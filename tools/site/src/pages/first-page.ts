/** The site's first page as a reader has it: its button, the app and the desk. */
import type { BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { findViolations } from "../browser/browser.ts";

/** How the page is looked at. */
type Look = { readonly width: number; readonly height: number; readonly isDark?: boolean };

const wide: Look = { width: 1440, height: 900 };

export class FirstPage {
  /** What the consoles of all first pages and their frames said, at any level. */
  static readonly said: string[] = [];
  readonly tab: Page;
  readonly app: FrameLocator;
  readonly desk: FrameLocator;
  readonly button: Locator;

  private constructor(tab: Page) {
    this.tab = tab;
    this.app = tab.frameLocator('iframe[title="The app of a user"]');
    this.desk = tab.frameLocator('iframe[title="The desk"]');
    this.button = tab.locator(".act button");
  }

  /** Opens the page, after another one where that is given, and waits until app and desk have their data. */
  static async open(context: BrowserContext, origin: string, look = wide, after = ""): Promise<FirstPage> {
    const tab = await context.newPage();
    tab.setDefaultTimeout(30_000);
    tab.on("console", (message) => FirstPage.said.push(message.text()));
    await tab.setViewportSize(look);
    await tab.emulateMedia({ colorScheme: look.isDark ? "dark" : "light" });
    if (after !== "") await tab.goto(origin + after);
    await tab.goto(`${origin}/`);
    const first = new FirstPage(tab);
    await first.settle();
    return first;
  }

  async settle(): Promise<void> {
    await this.app.getByText("FPT").first().waitFor();
    await this.desk.locator("tbody tr:not(.skeleton)").first().waitFor();
  }

  async close(): Promise<void> {
    await this.tab.close();
  }

  /** The call of an account: the app's words above its screen, and the desk's row. */
  callOf(accountId: string): { readonly banner: Locator; readonly row: Locator } {
    return {
      banner: this.app.locator("[role=alert] .call", { hasText: accountId }),
      row: this.desk.locator("tbody tr:not(.ended)", { hasText: accountId }),
    };
  }

  /** Presses the button, and gives the milliseconds until both sides show the call. */
  async press(accountId: string): Promise<number> {
    const { banner, row } = this.callOf(accountId);
    const beganMs = performance.now();
    await this.button.click();
    await Promise.all([banner.waitFor(), row.waitFor()]);
    return performance.now() - beganMs;
  }

  /** Whether the page, the app and the desk are bright. */
  async brightness(): Promise<readonly unknown[]> {
    const isBright = `(() => {
      const colors = [document.body, document.documentElement].map((it) => getComputedStyle(it).backgroundColor);
      const [red] = colors.find((it) => it !== "rgba(0, 0, 0, 0)").match(/\\d+/g);
      return Number(red) > 127;
    })()`;
    return Promise.all(this.tab.frames().map((frame) => frame.evaluate(isBright)));
  }

  /** How far content has moved by itself since the page was opened, as browsers measure it. */
  async shiftOfLayout(): Promise<number> {
    return this.tab.evaluate(`new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
        .observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(0), 500);
    })`);
  }

  /** What axe finds in the page and in both frames. */
  async violations(): Promise<string[]> {
    const found: string[] = [];
    for (const frame of this.tab.frames()) {
      const nodes = await findViolations(frame);
      found.push(...nodes.map((node) => `${new URL(frame.url()).pathname} ${node}`));
    }
    return found;
  }
}
