// @vitest-environment jsdom
/** The app on a broker of its own, without a network: what one sees, and what is sent. */
import { type Broker, createBroker } from "@trading-oms/mock";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formatCount } from "../text/format.ts";
import { LanguageProvider } from "../text/language.tsx";
import { App } from "./app.tsx";

let broker: Broker;
let root: Root;
/** Breaks every connection off, and fails new ones. */
let outage: AbortController;
const requests: { readonly path: string; readonly key: string | null; readonly body: string }[] = [];

const page = (): string => document.body.textContent ?? "";

async function send(request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  requests.push({ path, key: request.headers.get("Idempotency-Key"), body: await request.clone().text() });
  outage.signal.throwIfAborted();
  return broker.fetch(request, { signal: AbortSignal.any([request.signal, outage.signal]) });
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.setItem("example-language", "en");
  sessionStorage.clear();
  requests.length = 0;
  outage = new AbortController();
  // Prices stand still unless a test moves them.
  broker = await createBroker({ speed: 0 });
  document.body.innerHTML = `<div id="app"></div>`;
  root = createRoot(document.querySelector("#app") as Element);
});

afterEach(async () => {
  await act(() => root.unmount());
  await broker.close();
  vi.restoreAllMocks();
});

type Given = { readonly token?: string; readonly refresh?: () => Promise<string> };

/** Shows the app with a token at hand, or with what is given instead: nothing, as on a server. */
async function show(hash: string, given?: Given): Promise<void> {
  location.hash = hash;
  const access = given ?? { token: await broker.user("demo") };
  const opened = { baseUrl: "http://broker.test", fetch: send, ...access };
  await act(async () =>
    root.render(createElement(LanguageProvider, null, createElement(App, { broker: opened }))),
  );
}

/** Waits until something holds. */
async function until(check: () => void): Promise<void> {
  await act(() => vi.waitFor(check, { timeout: 10_000 }));
}

const see = (text: string): Promise<void> => until(() => expect(page()).toContain(text));

const buttonOf = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll("button")].find((button) => button.textContent === name);

it("asks for a token where none is at hand", async () => {
  await show("#/accounts", {});
  expect(page()).toContain("Access token");
  expect(requests).toEqual([]);
});

it("keeps a token for the tab until its owner signs out", async () => {
  const token = await broker.user("demo");
  await show("#/you", {});
  const field = document.querySelector("textarea") as HTMLTextAreaElement;
  field.value = token;
  await act(async () => buttonOf("Sign in")?.click());
  await see("Sign out");
  expect(Object.values(sessionStorage)).toEqual([token]);
  await act(async () => buttonOf("Sign out")?.click());
  expect(page()).toContain("Access token");
  expect(page()).not.toContain("Your session has ended");
  expect(Object.values(sessionStorage)).toEqual([""]);
});

it("asks for another token when the service refuses one", async () => {
  sessionStorage.setItem("example-token", "head.body.signature");
  await show("#/accounts", {});
  await see("Your session has ended");
  expect(Object.values(sessionStorage)).toEqual([""]);
});

it("refreshes a token that the service refuses, and keeps what one was typing", async () => {
  sessionStorage.setItem("example-token", await broker.user("demo"));
  const refresh = vi.fn(() => broker.user("demo"));
  await show("#/accounts/888C000017/FPT", { refresh });
  await see("40,00%");
  const field = document.querySelector<HTMLInputElement>(".cover input");
  broker.fail("companion.previewCover", 401, { times: 1 });
  await until(() => expect(refresh).toHaveBeenCalledTimes(1));
  await act(() => new Promise((settle) => setTimeout(settle, 100)));
  expect(document.querySelector(".cover input")).toBe(field);
  expect(page()).not.toContain("Your session has ended");
});

it("ends the session when only the stream is refused, and not when a refresh finds no connection", async () => {
  sessionStorage.setItem("example-token", await broker.user("demo"));
  const refresh = vi.fn(async (): Promise<string> => {
    throw new TypeError("Failed to fetch");
  });
  await show("#/accounts/888C000017/FPT", { refresh });
  await see("40,00%");
  broker.fail("companion.previewCover", 401, { times: 1 });
  await until(() => expect(refresh).toHaveBeenCalled());
  await act(() => new Promise((settle) => setTimeout(settle, 100)));
  expect(page()).not.toContain("Your session has ended");
  refresh.mockRejectedValue(new Error("The session has ended."));
  broker.fail("companion.streamLive", 401);
  await act(async () => {
    outage.abort();
    outage = new AbortController();
  });
  await see("Your session has ended");
});

it("neither keeps a token that is at hand nor offers to sign out of it", async () => {
  sessionStorage.setItem("example-token", "a server's");
  await show("#/you");
  await see("Open an account");
  expect(Object.values(sessionStorage)).toEqual(["a server's"]);
  expect(buttonOf("Sign out")).toBeUndefined();
});

it("says that the connection is lost, until the stream is heard again", async () => {
  const lost = "Not connected";
  await show("#/market/FPT");
  await act(() => broker.market.move("FPT", 1));
  await see("80.800");
  const nowMs = vi.spyOn(Date, "now");
  outage.abort();
  await act(() => new Promise((settle) => setTimeout(settle, 1_500)));
  expect(page()).not.toContain(lost);
  nowMs.mockReturnValue(Date.now() + 21_000);
  await see(lost);
  outage = new AbortController();
  await until(() => expect(page()).not.toContain(lost));
});

it("finds a search again by two steps back at once", async () => {
  await show("#/market");
  await act(() => {
    location.hash = "#/market/HPG";
    location.hash = "#/market?search=hoa+phat";
  });
  await see("Matches");
  expect(document.querySelector<HTMLInputElement>("[type=search]")?.value).toBe("hoa phat");
  expect(location.hash).toBe("#/market?search=hoa+phat");
});

it("shows the call of an account, and how many there are in the tab", async () => {
  await show("#/accounts");
  await see("Calls: 1, 2.000.000\u00a0₫ missing");
  await see("calls: 1");
});

it("shows over any screen a call that the stream brings, until it is dismissed", async () => {
  await show("#/you");
  await until(() => expect(requests.some(({ path }) => path.endsWith("/live"))).toBe(true));
  await act(() => broker.market.move("*", -7));
  await see("is about to be closed");
  await act(async () => buttonOf("Dismiss")?.click());
  await until(() => expect(page()).not.toContain("is about to be closed"));
});

it("shows in a call over the screen what is missing now, and no call that is covered", async () => {
  await show("#/accounts");
  await until(() => expect(requests.some(({ path }) => path.endsWith("/live"))).toBe(true));
  await act(() => broker.market.move("*", -7));
  await see("is about to be closed");
  const banner = () => document.querySelector(".call")?.textContent ?? "";
  const [symbol = ""] = banner().split(" ");
  const accountId = document.querySelector(".call small")?.textContent;
  const authorization = `Bearer ${await broker.user("demo")}`;
  const readPosition = async () => {
    const path = `/companion/v0/accounts/${accountId}`;
    const { positions } = await (await broker.fetch(path, { headers: { authorization } })).json();
    return positions.find((each: { symbol: string }) => each.symbol === symbol);
  };
  const before = banner();
  await act(() => broker.market.move(symbol, 1));
  const { outstanding, amountNeeded: amount } = await readPosition();
  await until(() => expect(banner()).toContain(`${formatCount(outstanding)}\u00a0₫`));
  expect(banner()).not.toBe(before);
  const headers = { authorization, "content-type": "application/json" };
  await act(async () => {
    await broker.fetch("/api/v1/users/covered-margin-call", {
      ...{ method: "PATCH", headers, body: JSON.stringify({ accountId, symbol, amount }) },
    });
  });
  if ((await readPosition()).outstanding === 0) await until(() => expect(banner()).toBe(""));
});

it("previews the amount that is needed and covers it under one key", async () => {
  await show("#/accounts/888C000017/FPT");
  await see("Called: 2.000.000\u00a0₫ missing");
  await see("40,00%");
  const submit = document.querySelector<HTMLButtonElement>(".cover button[type=submit]");
  expect(submit?.textContent).toBe("Raise the cover to 2.000.000\u00a0₫");
  await until(() => expect(submit?.disabled).toBe(false));
  await act(async () => submit?.click());
  await see("The covered amount of FPT is 2.000.000 VND now");
  const covers = requests.filter(({ path }) => path.endsWith("covered-margin-call"));
  expect(covers).toHaveLength(1);
  expect(JSON.parse(covers[0]?.body ?? "")).toEqual({
    accountId: "888C000017",
    symbol: "FPT",
    amount: 2_000_000,
  });
  expect(covers[0]?.key).toMatch(/\S/);
});

it("says at once that a cover was not sent while offline, and sends nothing when the connection is back", async () => {
  await show("#/accounts/888C000017/FPT");
  const submit = () => document.querySelector<HTMLButtonElement>(".cover button[type=submit]");
  await until(() => expect(submit()?.disabled).toBe(false));
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => {
    outage.abort();
    window.dispatchEvent(new Event("offline"));
    submit()?.click();
  });
  await see("You are offline. Nothing was sent.");
  const coverCount = () => requests.filter(({ path }) => path.endsWith("covered-margin-call")).length;
  const before = coverCount();
  await act(async () => {
    isOnline.mockReturnValue(true);
    outage = new AbortController();
    window.dispatchEvent(new Event("online"));
    await new Promise((settle) => setTimeout(settle, 500));
  });
  expect(coverCount()).toBe(before);
  await see("Called: 2.000.000\u00a0₫ missing");
});

it("says in Vietnamese to which total the button raises or lowers the cover", async () => {
  localStorage.setItem("example-language", "vi");
  await show("#/accounts/888C000017/FPT");
  await see("Bị gọi ký quỹ: còn phải bổ sung 2.000.000\u00a0₫");
  const submit = document.querySelector<HTMLButtonElement>(".cover button[type=submit]");
  expect(submit?.textContent).toBe("Nâng ký quỹ bổ sung lên 2.000.000\u00a0₫");
  await until(() => expect(submit?.disabled).toBe(false));
  await act(async () => submit?.click());
  await see("Đây là số tiền đang có hiệu lực.");
  const field = document.querySelector(".cover input") as HTMLInputElement;
  // React hears of a value that is set past its own property.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
  await act(async () => {
    set?.call(field, "1.000.000");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(submit?.textContent).toBe("Giảm ký quỹ bổ sung xuống 1.000.000\u00a0₫");
});

it("offers the amount that a call needs where the form was open before the call", async () => {
  await show("#/accounts/888C000047");
  await see("Call at");
  const [position] = document.querySelectorAll<HTMLAnchorElement>(".rows a");
  await show(position?.hash ?? "");
  await see("Raise the cover to 0\u00a0₫");
  await act(() => broker.market.move("*", -7));
  await until(() => expect(page()).toMatch(/Raise the cover to 19\.\d{3}\.\d{3}\u00a0₫/));
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
