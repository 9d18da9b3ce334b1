import type { Page } from "playwright-core";

/** Opens the page in a window of this size, and has it draw itself down to its end. */
export async function visitReference(
  page: Page,
  origin: string,
  windowSize: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(windowSize);
  // While it is scrolled, the page notes the place in its own address, and would come back to it on a reload.
  await page.goto("about:blank");
  await page.goto(`${origin}/docs`);
  await page.locator("h1").first().waitFor();
  await sweepPage(page);
}

/** Scrolls to the end in steps smaller than the window, because parts are drawn only when they come into view. */
async function sweepPage(page: Page): Promise<void> {
  await page.evaluate("scrollTo(0, 0)");
  // Parts that are drawn late make the page longer, so its end only counts when it is still the end a while later.
  for (let timesAtEnd = 0; timesAtEnd < 5; ) {
    const atEnd = await page.evaluate(
      `(() => {
         scrollBy(0, innerHeight * 0.7);
         return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
       })()`,
    );
    timesAtEnd = atEnd === true ? timesAtEnd + 1 : 0;
    await page.waitForTimeout(120);
  }
  await page.waitForLoadState("networkidle");
}
