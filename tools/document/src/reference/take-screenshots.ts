import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ExpectedOperation } from "./list-expectations.ts";
import { visitReference } from "./visit-reference.ts";

/** What came of the pictures: their files, and how far the narrow page stands out of its window. */
export type Pictures = { readonly paths: readonly string[]; readonly overflowPx: number };

/** Takes pictures of the page's start, each operation and the schemas, and of the page on a telephone. */
export async function takeScreenshots(
  page: Page,
  origin: string,
  operations: readonly ExpectedOperation[],
  folder: string,
): Promise<Pictures> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  await visitReference(page, origin, { width: 1440, height: 1000 });
  await takeTour("desktop");
  await visitReference(page, origin, { width: 390, height: 844 });
  const overflowPx = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  await takeTour("narrow");
  return { paths, overflowPx };

  async function takeTour(prefix: string): Promise<void> {
    await page.evaluate("scrollTo(0, 0)");
    await take(`${prefix}-1-start`);
    for (const [index, { id, method, path }] of operations.entries()) {
      await showPart(page, `/${method}${path}`);
      await take(`${prefix}-${index + 2}-${id}`);
      await page.evaluate("scrollBy(0, innerHeight * 0.9)");
      await take(`${prefix}-${index + 2}-${id}-below`);
    }
    await showPart(page, "/schemas");
    await take(`${prefix}-${operations.length + 2}-schemas`);
  }

  async function take(name: string): Promise<void> {
    // What came into view just now may still be drawing itself and its example.
    await page.waitForTimeout(250);
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    paths.push(path);
  }
}

/** Brings the part with this ending of its id to the top of the window. */
async function showPart(page: Page, ending: string): Promise<void> {
  const selector = JSON.stringify(`section[id$=${JSON.stringify(ending)}]`);
  const complaint = JSON.stringify(`no part of the page has an id that ends in ${ending}`);
  // Parts above may draw themselves on the way and push this one down, so the jump is made until it holds.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const top = await page.evaluate(
      `(() => {
         const part = document.querySelector(${selector});
         if (part === null) throw new Error(${complaint});
         part.scrollIntoView();
         return part.getBoundingClientRect().top;
       })()`,
    );
    await page.waitForTimeout(150);
    if (attempt > 0 && Math.abs(Number(top)) < 100) return;
  }
}
