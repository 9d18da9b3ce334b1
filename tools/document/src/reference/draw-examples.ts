import type { Locator, Page } from "playwright-core";

/** Has the page draw every example that it offers: by status, by media type, and by name. Gives how many places. */
export async function drawExamples(page: Page): Promise<number> {
  let places = 0;
  for (const operation of await page.locator(`section[id]:has(${responseCard})`).all()) {
    const card = operation.locator(responseCard);
    for (const tab of await card.getByRole("tab").all()) {
      await tab.click();
      places += await pickExamples(page, card);
    }
    for (const row of await operation.locator('ul[aria-label="Responses"] > li').all()) {
      places += await pickMediaTypes(page, row, card);
    }
  }
  for (const picker of await page.locator(`${examplePicker}:not(${responseCard} *)`).all()) {
    places += await pickEach(page, picker);
  }
  await page.waitForLoadState("networkidle");
  return places;
}

const responseCard = '[aria-label="Example Responses"]';
const examplePicker = '[data-testid="example-picker"]';

/** A response names its media types beside its status on the left, and the card on the right follows. */
async function pickMediaTypes(page: Page, row: Locator, card: Locator): Promise<number> {
  const picker = row.locator('button[aria-haspopup="listbox"]', { hasText: "Selected Content Type" });
  if ((await picker.count()) === 0) return 0;
  const status = await row
    .locator("button[aria-expanded]")
    .first()
    .locator("div > div")
    .first()
    .textContent();
  await card.getByRole("tab", { name: new RegExp(`\\b${status?.trim()}$`, "i") }).click();
  let places = 0;
  await pickEach(page, picker, async () => {
    places += await pickExamples(page, card);
  });
  return places;
}

async function pickExamples(page: Page, card: Locator): Promise<number> {
  const picker = card.locator(examplePicker);
  // Where there is no picker, the one example is shown already.
  return (await picker.count()) === 0 ? 1 : pickEach(page, picker);
}

/** Picks each option of a list, one after the other, and gives how many there are. */
async function pickEach(page: Page, picker: Locator, afterEach?: () => Promise<void>): Promise<number> {
  const options = page.getByRole("option");
  await picker.click();
  await options.first().waitFor();
  const count = await options.count();
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await picker.click();
    await options.nth(index).click();
    await afterEach?.();
  }
  return count;
}
