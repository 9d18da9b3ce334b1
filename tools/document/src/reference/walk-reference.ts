import type { Page } from "playwright-core";
import { drawExamples } from "./draw-examples.ts";
import type { Expectations } from "./list-expectations.ts";

/** What was seen on the page while it was walked through. */
export type Walk = {
  readonly title: string;
  /** The words of the whole page, once every part of it had been drawn. */
  readonly text: string;
  /** Schemas whose heading stands on the page and opens. */
  readonly schemasOpened: readonly string[];
  /** In how many places an example was drawn; most files stand in several. */
  readonly examplePlaces: number;
};

/** Goes through the page as a reader would: into every schema, and through every example. */
export async function walkReference(page: Page, expected: Expectations): Promise<Walk> {
  const schemasOpened: string[] = [];
  for (const schema of expected.schemas) if (await openSchema(page, schema)) schemasOpened.push(schema);
  const examplePlaces = await drawExamples(page);
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered can be read by anybody.
  const text = await page.locator("body").innerText();
  return { title: await page.title(), text, schemasOpened, examplePlaces };
}

async function openSchema(page: Page, name: string): Promise<boolean> {
  const section = page.locator(`section[aria-label="${name}"]`);
  const heading = section.locator("button[aria-expanded]").first();
  if ((await section.count()) !== 1 || (await heading.count()) !== 1) return false;
  if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
  return (await heading.isVisible()) && (await heading.getAttribute("aria-expanded")) === "true";
}
