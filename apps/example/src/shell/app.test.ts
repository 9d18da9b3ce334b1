// @vitest-environment jsdom
/** The app on a broker of its own, without a network: what one sees, and what is sent. */
import { type Broker, createBroker } from "@trading-oms/mock";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LanguageProvider } from "../text/language.tsx";
import { App } from "./app.tsx";

let broker: Broker;
let root: Root;
const requests: { readonly path: string; readonly key: string | null; readonly body: string }[] = [];

const page = (): string => document.body.textContent ?? "";

async function send(request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  requests.push({ path, key: request.headers.get("Idempotency-Key"), body: await request.clone().text() });
  return broker.fetch(request);
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.setItem("example-language", "en");
  requests.length = 0;
  // Prices stand still unless a test moves them.
  broker = await createBroker({ speed: 0 });
  document.body.innerHTML = `<div id="app"></div>`;
  root = createRoot(document.querySelector("#app") as Element);
});

afterEach(async () => {
  await act(() => root.unmount());
  await broker.close();
});

async function show(hash: string, token?: string): Promise<void> {
  location.hash = hash;
  const opened = { baseUrl: "http://broker.test", token: token ?? (await broker.user("demo")), fetch: send };
  await act(async () =>
    root.render(createElement(LanguageProvider, null, createElement(App, { broker: opened }))),
  );
}

/** Waits until the page shows a text. */
async function see(text: string): Promise<void> {
  await act(() => vi.waitFor(() => expect(page()).toContain(text), { timeout: 10_000 }));
}

it("asks for a token where none is at hand", async () => {
  await show("#/accounts", "");
  expect(page()).toContain("Access token");
  expect(requests).toEqual([]);
});

it("shows the call of an account, and how many there are in the tab", async () => {
  await show("#/accounts");
  await see("Calls: 1, 2.000.000 ₫ missing");
  await see("calls: 1");
});

it("shows over any screen a call that the stream brings, until it is dismissed", async () => {
  await show("#/you");
  await act(() => vi.waitFor(() => expect(requests.some(({ path }) => path.endsWith("/live"))).toBe(true)));
  await act(() => broker.market.move("*", -7));
  await see("is about to be closed");
  const dismiss = [...document.querySelectorAll("button")].find((button) => button.textContent === "Dismiss");
  await act(async () => dismiss?.click());
  await act(() => vi.waitFor(() => expect(page()).not.toContain("is about to be closed")));
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

it("promises no figures for an amount above the trading power, and says what a deposit has to bring", async () => {
  await show("#/accounts/888C000047");
  await see("Call at");
  await act(() => broker.market.move("*", -7));
  await see("To be closed");
  const [position] = document.querySelectorAll<HTMLAnchorElement>(".rows a");
  await show(position?.hash ?? "");
  await see("takes more than the trading power");
  await see("Your trading power does not end this call. Deposit");
  expect(document.querySelector("table")).toBeNull();
  expect(document.querySelector<HTMLButtonElement>(".cover button[type=submit]")?.disabled).toBe(true);
});
