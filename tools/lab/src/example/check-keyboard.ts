/** Everything that one does in the example app, by keyboard alone. */

import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need, type Tab, tabTo } from "../harness/tabs.ts";
import { type AppTabs, arrive, press, typeAmount } from "./app-tabs.ts";

export async function checkKeyboard(app: AppTabs): Promise<Verdict> {
  const journeys: Readonly<Record<string, () => Promise<void>>> = {
    "a search and its quote": () => findQuote(app),
    "a cover with its preview": () => cover(app),
    "a call that arrives": () => beCalled(app),
    "notifications and what is read": () => read(app),
    "two languages": () => chooseLanguage(app),
    "signing up by two photographs": () => signUp(app),
    "past the header": () => skip(app),
  };
  const faults: string[] = [];
  for (const [name, journey] of Object.entries(journeys)) await attempt(app, faults, name, journey);
  return {
    line: `${Object.keys(journeys).length} journeys by keyboard`,
    faults: [...faults, ...app.takeComplaints()],
  };
}

async function findQuote(app: AppTabs): Promise<void> {
  const tab = await app.open("market");
  need((await tab.locator(".rows .price").count()) > 0, "the market has no prices");
  await tabTo(tab, tab.getByRole("searchbox"));
  await tab.keyboard.type("hoa phat");
  // A busy machine may search what was typed so far before the rest.
  await tab.waitForURL(/search=hoa\+phat$/);
  await tab.locator(".found", { hasText: "Matches" }).waitFor();
  await press(tab, "link", /^HPG/);
  await arrive(tab, "HPG");
  await tab.locator(".large .price").waitFor();
  await tab.getByText("To be posted").waitFor();
  await press(tab, "link", "Back");
  await arrive(tab, "Market");
  await tab.goBack();
  await tab.goBack();
  await arrive(tab, "Market");
  // The heading may still be that of the market without a search.
  await tab.waitForURL(/search=hoa\+phat$/);
  await tab.locator(".found", { hasText: "Matches" }).waitFor();
  need((await tab.getByRole("searchbox").inputValue()) === "hoa phat", "Back loses the search");
}

async function cover(app: AppTabs): Promise<void> {
  const tab = await app.open("market");
  await press(tab, "link", /^Accounts/);
  await arrive(tab, "Accounts");
  await press(tab, "link", /^888C000017/);
  await arrive(tab, "888C000017");
  await press(tab, "link", /^FPT/);
  await arrive(tab, "FPT");
  await tab.locator(".state", { hasText: "Called" }).waitFor();
  await typeAmount(tab, "5000000");
  await tab.locator(".cover button.primary:enabled", { hasText: "5.000.000" }).waitFor();
  await tab.locator(".cover td.changed").first().waitFor();
  await press(tab, "button", "Raise the cover to 5.000.000 ₫");
  await tab.locator(".covered", { hasText: "5.000.000 VND" }).waitFor();
  await tab.locator(".state", { hasText: "Call at" }).waitFor();
}

async function beCalled(app: AppTabs): Promise<void> {
  const tab = await app.open("you");
  await press(tab, "button", "Let the market fall 7%");
  await tab.locator("[role=alert] .call").waitFor();
  await press(tab, "link", "Cover now");
  await tab.locator(".call").waitFor({ state: "detached" });
  await tab.locator(".state :is(.called, .forceClose)").waitFor();
  await typeAmount(tab, "999999999999");
  await tab.locator(".cover .failure", { hasText: "999.999.999.999" }).waitFor();
  need(await tab.locator(".cover button.primary").isDisabled(), "a refused amount can be sent");
  need((await tab.locator(".cover table").count()) === 0, "figures are promised for a refused amount");
}

async function read(app: AppTabs): Promise<void> {
  const tab = await app.open("notifications");
  const before = await countUnread(tab);
  need(before > 0, "nothing is unread");
  await tabTo(tab, tab.locator("a.unread").first());
  await tab.keyboard.press("Enter");
  await tab.locator("h1:focus", { hasText: /^(?!Notifications)/ }).waitFor();
  await press(tab, "link", /^Notifications/);
  await arrive(tab, "Notifications");
  await tab.locator(".title p", { hasText: `${before - 1} of` }).waitFor();
  await press(tab, "button", "Mark all as read");
  await tab.locator("a.unread").first().waitFor({ state: "detached" });
  await tab.locator(".tabs .badge", { hasText: "new" }).waitFor({ state: "detached" });
}

async function countUnread(tab: Tab): Promise<number> {
  await tab.locator(".title p", { hasText: "unread" }).waitFor();
  return Number.parseInt((await tab.locator(".title p").textContent()) ?? "", 10);
}

async function chooseLanguage(app: AppTabs): Promise<void> {
  const tab = await app.open("you");
  await tabTo(tab, tab.getByRole("radio", { name: "English" }));
  await tab.keyboard.press("ArrowUp");
  await tab.locator("h1", { hasText: "Cá nhân" }).waitFor();
  need((await tab.evaluate("document.documentElement.lang")) === "vi", "the page does not say its language");
  await press(tab, "link", /^Thị trường/);
  await arrive(tab, "Thị trường");
}

async function signUp(app: AppTabs): Promise<void> {
  const tab = await app.open("you");
  await press(tab, "link", "Open an account");
  await arrive(tab, "Open an account");
  await app.photograph(tab);
  await press(tab, "button", "Read the card");
  await tabTo(tab, tab.getByLabel("Full name"));
  need((await tab.getByLabel("Number").inputValue()) === "001204000017", "the card is not the invented one");
  await press(tab, "button", "This is right");
  await tab.getByText("this example ends here").waitFor();
}

async function skip(app: AppTabs): Promise<void> {
  const tab = await app.open("accounts");
  await tab.evaluate("document.activeElement.blur()");
  await press(tab, "button", "Skip to the content");
  await arrive(tab, "Accounts");
  await press(tab, "link", "You");
  await arrive(tab, "You");
  need((await tab.getByText("Sign out").count()) === 0, "one can sign out of the broker in the page");
}
