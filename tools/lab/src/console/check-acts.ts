/** Covers and contacts, by mouse and by keyboard, once however often one clicks. */
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need, type Tab, tabTo } from "../harness/tabs.ts";
import type { Desk } from "./desk.ts";

const panel = "/console/accounts?account=888C000018&open=VCB";
const called = "/console/calls?open=888C000017%3AFPT";

type Entry = { readonly kind: string; readonly reason: string; readonly symbol: string | null };

export async function checkActs(desk: Desk): Promise<Verdict> {
  const faults: string[] = [];
  await attempt(desk, faults, "a cover by mouse", () => coverByMouse(desk));
  await attempt(desk, faults, "a cover by keyboard", () => coverByKeyboard(desk));
  await attempt(desk, faults, "an operator who was overtaken", () => beOvertaken(desk));
  await attempt(desk, faults, "an amount that is refused", () => beRefused(desk));
  await attempt(desk, faults, "a contact by mouse", () => contactByMouse(desk));
  await attempt(desk, faults, "a contact by keyboard", () => contactByKeyboard(desk));
  await attempt(desk, faults, "a viewer", () => actAsViewer(desk));
  faults.push(...desk.takeComplaints());
  return { line: "covers and contacts", faults };
}

async function entriesOf(desk: Desk, account: string, reason: string): Promise<readonly Entry[]> {
  const { entries } = (await (await desk.ask("GET", `/operator/v0/audits/${account}`)).json()) as {
    readonly entries: readonly Entry[];
  };
  return entries.filter((entry) => JSON.stringify(entry).includes(reason));
}

async function fillCover(tab: Tab, amount: string, reason: string): Promise<void> {
  await tab.getByLabel("Covered amount ₫").fill(amount);
  await tab.getByLabel("Reason, for the audit").fill(reason);
}

async function coverByMouse(desk: Desk): Promise<void> {
  const tab = await desk.open(panel);
  await fillCover(tab, " 1.000.000 ₫", "Twice clicked");
  const told = await tab.locator(".act [role=status]").elementHandle();
  await tab.getByRole("button", { name: "Set the cover to 1.000.000 ₫" }).click();
  need((await tab.locator(".asking").textContent())?.includes("1.000.000"), "the question has no numbers");
  await tab.locator(".asking .primary").dblclick();
  await tab.locator(".act .covered", { hasText: "1.000.000" }).waitFor();
  need((await told?.textContent())?.includes("1.000.000"), "the status line is not the one from before");
  await tab.locator(".panel .events", { hasText: "Twice clicked" }).waitFor();
  const { length } = await entriesOf(desk, "888C000018", "Twice clicked");
  need(length === 1, `two clicks made ${length} entries`);
}

async function coverByKeyboard(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/accounts?account=888C000018");
  await tab.locator("tbody [data-opens=HPG]").waitFor();
  for (let presses = 0; presses < 20; presses += 1) {
    await tab.keyboard.press("j");
    if (await tab.evaluate(`document.activeElement?.dataset.opens === "HPG"`)) break;
  }
  await tab.keyboard.press("Enter");
  await tabTo(tab, tab.getByLabel("Covered amount ₫"));
  await tab.keyboard.press("Control+A");
  await tab.keyboard.type("2,000,000");
  await tabTo(tab, tab.getByLabel("Reason, for the audit"));
  await tab.keyboard.type("By keyboard");
  await tab.locator(".act button.primary:enabled").waitFor();
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await tab.locator(".asking").waitFor();
  // The question has the focus; Escape takes it back, and the button has it again.
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("Enter");
  await tab.locator(".asking").waitFor();
  // The question is not its answer, so that Enter held down confirms nothing.
  await tab.keyboard.press("Enter");
  const verb = await tab.locator(".asking .primary").textContent();
  need(verb === "Set the cover to 2.000.000\u00a0₫", "Enter confirmed unread");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await tab.locator(".act .covered", { hasText: "2.000.000" }).waitFor();
  need((await entriesOf(desk, "888C000018", "By keyboard")).length === 1, "the cover was not set once");
}

async function beOvertaken(desk: Desk): Promise<void> {
  const tab = await desk.open("/console/accounts?account=888C000018&open=SHS");
  await fillCover(tab, "3.000.000", "Overtaken");
  await tab.getByRole("button", { name: "Set the cover to 3.000.000 ₫" }).click();
  await desk.ask("PATCH", "/operator/v0/accounts/888C000018/positions/SHS/cover", {
    amount: 500_000,
    reason: "Faster",
  });
  await tab.locator(".asking [role=alert]").waitFor();
  await tab.locator(".asking", { hasText: "500.000" }).waitFor();
  need(
    (await entriesOf(desk, "888C000018", "Overtaken")).length === 0,
    "the cover was set over the other one",
  );
  // A question put anew takes no click for the one before it.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await tab.locator(".asking .primary").click();
  await tab.locator(".act .covered", { hasText: "3.000.000" }).waitFor();
  need((await entriesOf(desk, "888C000018", "Overtaken")).length === 1, "asked again, it was not set once");
}

async function beRefused(desk: Desk): Promise<void> {
  const tab = await desk.open(panel);
  await fillCover(tab, "999.999.999.999", "Too much");
  await tab.locator(".box .force-close").first().waitFor();
  need(await tab.locator(".act button.primary").isDisabled(), "a refused amount can be sent");
  // As a cell of a spreadsheet has it, and two cells at once.
  for (const pasted of [
    "1 000 000",
    "1\u00a0000\u00a0000 ₫",
    "1,000,000.00",
    "1.000.000,00",
    "\u200b1000000 VND",
  ]) {
    await tab.getByLabel("Covered amount ₫").fill(pasted);
    await tab.getByRole("button", { name: "Set the cover to 1.000.000 ₫" }).waitFor();
  }
  for (const pasted of ["12,5 million", "1.000\t2.000", "1,000.000"]) {
    await tab.getByLabel("Covered amount ₫").fill(pasted);
    await tab.getByText("This is no whole amount.").waitFor();
  }
}

async function contactByMouse(desk: Desk): Promise<void> {
  const tab = await desk.open(called);
  await tab.locator(".adding > summary").click();
  await tab.getByLabel("Answer").selectOption("promised");
  await tab.getByLabel("Promised ₫").fill("1 880 000");
  await tab.getByLabel("Note", { exact: true }).fill("<b>will pay</b>");
  await tab.getByRole("button", { name: "Note a contact" }).click();
  await tab.locator(".asking .primary").dblclick();
  await tab.locator(".events q", { hasText: "<b>will pay</b>" }).waitFor();
  need(
    (await entriesOf(desk, "888C000017", "will pay")).length === 1,
    "two clicks made other than one entry",
  );
}

async function contactByKeyboard(desk: Desk): Promise<void> {
  const tab = await desk.open(called);
  await tab.locator(".adding > summary").focus();
  await tab.keyboard.press("Enter");
  await tabTo(tab, tab.getByLabel("Note"));
  await tab.keyboard.type("Typed only");
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await tab.locator(".asking").waitFor();
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  await tab.locator(".events q", { hasText: "Typed only" }).waitFor();
}

async function actAsViewer(desk: Desk): Promise<void> {
  const tab = await desk.open(panel, { token: await desk.signToken("looker", "viewer") });
  await tab.getByText("Your token may read and not change.").first().waitFor();
  await fillCover(tab, "4.000.000", "Not mine");
  const act = tab.getByRole("button", { name: "Set the cover to 4.000.000 ₫" });
  await act.waitFor();
  need(await act.isDisabled(), "a viewer is offered an act");
}
