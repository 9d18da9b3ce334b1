/** What happens when something is wrong: with the token, the server, a name or a position. */
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need } from "../harness/tabs.ts";
import { type Desk, settle } from "./desk.ts";

export async function checkTroubles(
  desk: Desk,
  hostileName: string,
  server: { readonly stop: () => Promise<unknown>; readonly start: () => Promise<unknown> },
): Promise<Verdict> {
  const faults: string[] = [];
  await attempt(desk, faults, "a token that is refused", async () => {
    const tab = await desk.open("/console/calls?due=overdue", { token: "head.body.signature" });
    await tab.getByText("Your token was not accepted").waitFor();
    need(tab.url().endsWith("/console/calls?due=overdue"), "the view is not kept");
    await tab.getByLabel("Access token").fill(`Bearer ${await desk.signToken("desk", "viewer")}`);
    await tab.keyboard.press("Enter");
    await settle(tab);
    need(tab.url().endsWith("/console/calls?due=overdue"), "signing in loses the view");
  });
  await attempt(desk, faults, "a token without a role", async () => {
    const tab = await desk.open("/console", { token: await desk.signToken("demo") });
    await tab.getByText("Your token has no role at this desk.").first().waitFor();
  });
  await attempt(desk, faults, "a token after the hash", async () => {
    const tab = await desk.open("/console");
    await settle(tab);
    need(!tab.url().includes("token"), "the address keeps the token");
    need((await tab.evaluate("localStorage.getItem('desk-token')")) === null, "the token outlives the tab");
  });
  // Chromium reports each 401 and 403 itself.
  faults.push(...desk.takeComplaints().filter((complaint) => !/40[13]/.test(complaint)));
  await attempt(desk, faults, "markup in a name", async () => {
    const tab = await desk.open("/console/accounts?query=888C000099");
    await tab.locator("td", { hasText: hostileName }).first().waitFor();
    need((await tab.locator("img").count()) === 0, "a name became an element");
  });
  await attempt(desk, faults, "a position that is not there", async () => {
    const tab = await desk.open("/console/calls?open=888C000017%3AGONE");
    await tab.getByText("This position is no longer there.").first().waitFor();
  });
  await attempt(desk, faults, "two languages", async () => {
    const tab = await desk.open("/console/status");
    await settle(tab);
    await tab.locator(".settings button", { hasText: "Tiếng Việt" }).click();
    await tab.locator("h1", { hasText: "Trạng thái" }).waitFor();
    need(
      (await tab.evaluate("document.documentElement.lang")) === "vi",
      "the page does not say its language",
    );
    await tab.locator(".settings button", { hasText: "English" }).click();
    await tab.locator("h1", { hasText: "Status" }).waitFor();
  });
  // Chromium reports the 404 of the position.
  faults.push(...desk.takeComplaints().filter((complaint) => !complaint.includes("404")));
  await attempt(desk, faults, "a server that restarts", async () => {
    const tab = await desk.open("/console/calls");
    await settle(tab);
    await server.stop();
    await tab.locator(".notice").first().waitFor();
    need((await tab.locator("tbody [data-opens]").count()) > 0, "the last values are gone");
    await tab.locator(".light.lost").waitFor();
    await server.start();
    await tab.locator(".notice").first().waitFor({ state: "detached", timeout: 30_000 });
    await tab.locator(".light.live").waitFor({ timeout: 20_000 });
  });
  // While the server is away Chromium reports every request.
  desk.takeComplaints();
  return { line: "tokens, names, languages, a restart", faults };
}
