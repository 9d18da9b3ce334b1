/** What happens when something is wrong: with the token, the server, a name or a position. */
import type { Verdict } from "../harness/lab-test.ts";
import { attempt, need } from "../harness/tabs.ts";
import { type Desk, openPosition, settle } from "./desk.ts";

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
  await attempt(desk, faults, "a token of another audience", async () => {
    const token = await desk.signToken("desk", "operator", { AUTH_AUDIENCE: "elsewhere" });
    const tab = await desk.open("/console", { token });
    await tab.getByText("Your token was not accepted").waitFor();
  });
  await attempt(desk, faults, "a token renewed without its role", async () => {
    const tab = await desk.open("/console/accounts?account=888C000018&open=VCB");
    await tab.getByLabel("Reason, for the audit").fill("Half written");
    await tab.evaluate(`location.hash = "token=${await desk.signToken("desk")}"`);
    await tab.getByText("Your token has no role at this desk.").waitFor();
    await tab.keyboard.insertText(await desk.signToken("desk", "viewer"));
    await tab.keyboard.press("Enter");
    const reason = await tab.getByLabel("Reason, for the audit").inputValue();
    need(reason === "Half written", "what was being written is lost");
  });
  await attempt(desk, faults, "a token after the hash", async () => {
    const tab = await desk.open("/console");
    await settle(tab);
    need(!tab.url().includes("token"), "the address keeps the token");
    need((await tab.evaluate("localStorage.getItem('desk-token')")) === null, "the token outlives the tab");
  });
  await attempt(desk, faults, "a link that signs in somebody else", async () => {
    const tab = await desk.open("/console");
    await settle(tab);
    const other = await desk.signToken("stranger", "viewer");
    for (const isTaken of [false, true]) {
      const asked = tab.waitForEvent("dialog").then(async (dialog) => {
        await (isTaken ? dialog.accept() : dialog.dismiss());
        return dialog.message();
      });
      await tab.evaluate(`location.hash = "token=${other}"`);
      need((await asked).includes("signs you in as stranger"), "the page does not ask");
      await tab
        .locator(".settings", { hasText: isTaken ? "stranger" : "desk" })
        .first()
        .waitFor();
    }
  });
  // Chromium reports each 401, 403 and, of an account that is not one's own, 404 itself.
  faults.push(...desk.takeComplaints().filter((complaint) => !/40[134]/.test(complaint)));
  await attempt(desk, faults, "markup in a name", async () => {
    const tab = await desk.open("/console/accounts?query=888C000099");
    await tab.locator("td", { hasText: hostileName }).first().waitFor();
    need((await tab.locator("img").count()) === 0, "a name became an element");
  });
  await attempt(desk, faults, "a page in a frame", async () => {
    const tab = await desk.open("/console");
    const body = `<iframe src="/console"></iframe>`;
    await tab.route("**/framing", (route) => route.fulfill({ body, contentType: "text/html" }));
    await tab.goto(`${desk.url}/framing`);
    const frame = await (await tab.waitForSelector("iframe")).contentFrame();
    await frame?.waitForURL("chrome-error:**");
    need((await frame?.locator("input").count()) === 0, "the page is shown in a frame");
  });
  await attempt(desk, faults, "a position that is closed in another window", async () => {
    const price = await openPosition(desk, "888C000097", 1.3);
    const tab = await desk.open("/console/calls?open=888C000097%3AFPT");
    await tab.locator(".adding > summary").click();
    await tab.getByLabel("Note", { exact: true }).fill("Half written");
    await desk.oms("positions", "close", "888C000097", "FPT", "--price", `${price}`);
    await tab.getByText("This position is no longer there.").waitFor();
    const note = await tab.getByLabel("Note", { exact: true }).inputValue();
    need(note === "Half written", "what was being written is lost");
    await tab.getByRole("button", { name: "Note a contact" }).click();
    await tab.locator(".asking .primary").click();
    await tab.locator(".act .force-close", { hasText: "no longer there" }).waitFor();
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
  // Chromium reports the 404 of the position, and that it shows no frame.
  faults.push(...desk.takeComplaints().filter((complaint) => !/404|frame-ancestors/.test(complaint)));
  await attempt(desk, faults, "a server that restarts", async () => {
    const tab = await desk.open("/console/calls");
    await settle(tab);
    await server.stop();
    await tab.locator(".notice").first().waitFor();
    need((await tab.locator("tbody [data-opens]").count()) > 0, "the last values are gone");
    const grey = await tab.evaluate(`getComputedStyle(document.querySelector("main .frame")).filter`);
    need(grey === "grayscale(1)", "the last values are not grey");
    await tab.locator(".light.lost").waitFor();
    await server.start();
    await tab.locator(".notice").first().waitFor({ state: "detached", timeout: 30_000 });
    await tab.locator(".light.live").waitFor({ timeout: 20_000 });
  });
  // While the server is away Chromium reports every request.
  desk.takeComplaints();
  return { line: "tokens, a frame, names, closed positions, languages, a restart", faults };
}
