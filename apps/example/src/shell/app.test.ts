// @vitest-environment jsdom
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LanguageProvider } from "../text/language.tsx";
import { App } from "./app.tsx";

const examples = join(import.meta.dirname, "../../../../openapi/examples");

/** The answers of the documents' examples by the last part of the path, and the calls that the stream brings. */
const answers: Readonly<Record<string, string>> = {
  "/companion/v0/accounts": "companion/list-accounts/200",
  "/companion/v0/accounts/888C000017": "companion/get-account/200",
  "/companion/v0/accounts/888C000017/positions/FPT/cover-preview": "companion/preview-cover/200",
  "/companion/v0/market": "companion/get-market/200",
  "/companion/v0/notifications/count": "companion/count-notifications/200",
  "/companion/v0/live": "companion/stream-live/200.events",
  "/api/v1/users/covered-margin-call": "specified/set-covered-margin-call/200",
};

const requests: { readonly path: string; readonly key: string | null; readonly body: string }[] = [];

async function answer(request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  requests.push({ path, key: request.headers.get("Idempotency-Key"), body: await request.text() });
  const name = answers[path];
  if (name === undefined) return new Response(null, { status: 404 });
  // The stream brings its events once, and another one nothing.
  const isRepeated = path.endsWith("live") && requests.filter((each) => each.path === path).length > 1;
  if (isRepeated) return new Promise(() => {});
  const text = await readFile(join(examples, `${name}.json`), "utf8");
  if (!name.endsWith("events"))
    return new Response(text, { headers: { "Content-Type": "application/json" } });
  const events = (JSON.parse(text) as { event: string; id?: string; data: object }[]).map(
    ({ event, id, data }) => `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`,
  );
  return new Response(events.join(""), { headers: { "Content-Type": "text/event-stream" } });
}

let root: Root;
const page = (): string => document.body.textContent ?? "";

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.setItem("example-language", "en");
  requests.length = 0;
  document.body.innerHTML = `<div id="app"></div>`;
  root = createRoot(document.querySelector("#app") as Element);
});

afterEach(() => act(() => root.unmount()));

async function show(hash: string, token = "test-token"): Promise<void> {
  location.hash = hash;
  const broker = { baseUrl: "http://service.test", token, fetch: answer };
  await act(async () => root.render(createElement(LanguageProvider, null, createElement(App, { broker }))));
}

/** Waits until the page shows a text. */
async function see(text: string): Promise<void> {
  await act(() => vi.waitFor(() => expect(page()).toContain(text), { timeout: 5_000 }));
}

it("asks for a token where none is at hand", async () => {
  await show("#/accounts", "");
  expect(page()).toContain("Access token");
  expect(requests).toEqual([]);
});

it("shows the call of an account, and how many there are in the tab", async () => {
  await show("#/accounts");
  await see("Calls: 1, 2.000.000 ₫ missing");
  await see("3 new");
});

it("shows over any screen a call that the stream brings, until it is dismissed", async () => {
  await show("#/you");
  await see("FPT is called: cover 2.000.000 ₫");
  const dismiss = [...document.querySelectorAll("button")].find((button) => button.textContent === "Dismiss");
  await act(async () => dismiss?.click());
  await act(() => vi.waitFor(() => expect(page()).not.toContain("FPT is called")));
});

it("previews the amount that is needed and covers it under one key", async () => {
  await show("#/accounts/888C000017/FPT");
  await see("Called: 2.000.000 ₫ missing");
  await see("40,00 %");
  const submit = document.querySelector<HTMLButtonElement>(".cover button[type=submit]");
  expect(submit?.textContent).toBe("Cover 2.000.000 ₫");
  await act(() => vi.waitFor(() => expect(submit?.disabled).toBe(false)));
  await act(async () => submit?.click());
  await see("The covered amount of FPT is 2,000,000 VND now");
  const covers = requests.filter(({ path }) => path.endsWith("covered-margin-call"));
  expect(covers).toHaveLength(1);
  expect(JSON.parse(covers[0]?.body ?? "")).toEqual({
    accountId: "888C000017",
    symbol: "FPT",
    amount: 2_000_000,
  });
  expect(covers[0]?.key).toMatch(/\S/);
});
