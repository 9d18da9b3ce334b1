/** The client in the environment of React Native: its fetch over XMLHttpRequest, its AbortSignal, no bodies, no randomUUID. */
import { createRequire } from "node:module";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCompanion } from "./companion.gen.ts";
import { ApiError, type ClientSettings, createClient } from "./index.ts";
import { live } from "./live.ts";
import { createOperator } from "./operator.gen.ts";
import { createQueries } from "./query.ts";
import { frame, hello } from "./testing/plan-streams.ts";

const require = createRequire(import.meta.url);
const aborting: Pick<typeof globalThis, "AbortController" | "AbortSignal"> = require("abort-controller");
const fetching: Pick<typeof globalThis, "fetch" | "Headers" | "Request" | "Response"> =
  require("whatwg-fetch");
const ResponseOfNode = globalThis.Response;

/** What the service answers to each request: a status and a JSON body, a broken connection, or nothing. */
type Answer = { readonly status?: number; readonly body?: object } | "broken" | "silent";

type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: Map<string, string>;
  body?: unknown;
};

let answer: Answer;
let sent: Sent[];
const settings: ClientSettings = { baseUrl: "http://service.test", random: () => 0 };

/** As much of XMLHttpRequest as the fetch of React Native uses. */
class PlannedRequest {
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onreadystatechange?: () => void;
  readyState = 0;
  status = 0;
  readonly statusText = "";
  response = "";
  #sent: Sent = { method: "", url: "", headers: new Map() };

  open(method: string, url: string): void {
    this.#sent = { method, url, headers: new Map() };
  }

  setRequestHeader(name: string, value: string): void {
    this.#sent.headers.set(name.toLowerCase(), value);
  }

  getAllResponseHeaders(): string {
    return "content-type: application/json\r\n";
  }

  send(body: unknown): void {
    this.#sent.body = body;
    sent.push(this.#sent);
    if (answer === "silent") return;
    if (answer === "broken") setTimeout(() => this.#end("onerror"), 0);
    else {
      this.status = answer.status ?? 200;
      this.response = JSON.stringify(answer.body ?? {});
      setTimeout(() => this.#end("onload"), 0);
    }
  }

  abort(): void {
    this.#end("onabort");
  }

  #end(how: "onload" | "onerror" | "onabort"): void {
    this.readyState = 4;
    this.onreadystatechange?.();
    this[how]?.();
  }
}

const notImplemented = (): never => {
  throw new Error("not implemented");
};

beforeEach(() => {
  answer = {};
  sent = [];
  const globals = {
    ...{ ...fetching, ...aborting, XMLHttpRequest: PlannedRequest },
    crypto: undefined,
    URL: class extends URL {
      override get pathname(): string {
        return notImplemented();
      }
    },
    URLSearchParams: class extends URLSearchParams {
      override set(): void {
        notImplemented();
      }
    },
  };
  setGlobals(globals);
});

/** Replaces globals until the test is over. */
function setGlobals(globals: object): void {
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, name);
      if (before) Object.defineProperty(globalThis, name, before);
    });
  }
}

/** Every call of the three documents. */
function everyCall(more: Partial<ClientSettings>): Promise<unknown>[] {
  const client = createClient({ ...settings, ...more });
  const companion = createCompanion(client);
  const operator = createOperator(client);
  const queries = { ...createQueries(client), ...createQueries(companion) };
  const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
  const reason = "Paid in";
  return [
    client.searchSymbols("fpt"),
    client.parseIdCard({ frontImage: new Uint8Array([1, 2, 3]) }),
    client.setCoveredMarginCall(cover),
    client.getMarginRatio("FPT"),
    client.listNotifications(),
    client.everyNotification().next(),
    companion.listAccounts(),
    companion.getAccount("A-1"),
    companion.previewCover("A-1", "FPT", { amount: 5 }, { language: "vi" }),
    companion.everyMovement("A-1").next(),
    companion.readNotifications({ through: 7 }),
    operator.listCalls({ due: "today" }),
    operator.setCover("A-1", "FPT", { amount: 5, reason }),
    operator.moveCash("A-1", { kind: "deposit", amount: 5, reason }),
    queries.getAccount("A-1").queryFn({ signal: new AbortController().signal }),
    queries.setCoveredMarginCall().mutationFn(cover),
  ];
}

const makeKey = () => "key-1";

describe("every call", () => {
  const lists = Object.fromEntries(
    ["data", "notifications", "accounts", "positions", "movements", "calls"].map((name) => [name, []]),
  );

  test("is answered", async () => {
    answer = { body: { ...lists, status: "success", success: true } };
    const calls = everyCall({ makeKey, token: "secret" });
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(calls.length).fill("fulfilled"));
    expect(sent).toHaveLength(calls.length);
    for (const { headers, url } of sent) {
      expect(headers.get("authorization")).toBe("Bearer secret");
      expect(url).toContain("http://service.test/");
    }
    expect(sent.find(({ url }) => url.endsWith("id-card"))?.body).toBe('{"frontImage":"AQID"}');
  });

  test.each([
    ["broken" as const, { kind: "network" }],
    ["silent" as const, { kind: "timeout" }],
    [{ status: 503 }, { kind: "server", status: 503 }],
  ])("is an ApiError where the answer is %s", async (planned, expected) => {
    answer = planned;
    for (const outcome of await Promise.allSettled(everyCall({ makeKey, retries: 1, timeoutMs: 50 }))) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { name: "ApiError", ...expected } });
    }
  });

  test("ends with its signal", async () => {
    answer = "silent";
    const leaving = new AbortController();
    const call = createClient(settings).listNotifications({ signal: leaving.signal });
    await expect.poll(() => sent.length).toBe(1);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
  });

  test("is answered where a Request has no signal, as before whatwg-fetch 3.6.20", async () => {
    class Request extends fetching.Request {
      constructor(input: string | Request, init: RequestInit = {}) {
        super(input, init);
        const { signal } = { ...(input as Partial<Request>), ...init };
        Object.assign(this, { signal: signal ?? undefined });
      }
    }
    setGlobals({ Request });
    answer = { body: { notifications: [] } };
    expect(await createClient(settings).listNotifications()).toEqual({ notifications: [] });
  });

  test("under one signal leaves no listener on it, which is that of its requests", async () => {
    const { signal } = new AbortController();
    let count = 0;
    const { addEventListener, removeEventListener } = signal;
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof addEventListener>) => {
        count += 1;
        addEventListener.apply(signal, args);
      },
      removeEventListener: (...args: Parameters<typeof removeEventListener>) => {
        count -= 1;
        removeEventListener.apply(signal, args);
      },
    });
    answer = { body: { notifications: [] } };
    for (let n = 0; n < 20; n += 1) await createClient(settings).listNotifications({ signal });
    answer = { status: 503 };
    await expect(createClient(settings).listNotifications({ signal })).rejects.toBeInstanceOf(ApiError);
    answer = { status: 404 };
    await expect(live(settings, { signal }).next()).rejects.toBeInstanceOf(ApiError);
    expect(sent.length).toBeGreaterThan(20);
    expect(count).toBe(0);
  });
});

describe("the key of a cover", () => {
  test("is of getRandomValues", async () => {
    setGlobals({ crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) } });
    answer = { body: { status: "success" } };
    const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
    await createClient(settings).setCoveredMarginCall(cover);
    await createQueries(createClient(settings)).setCoveredMarginCall().mutationFn(cover);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual(Array(2).fill("7".repeat(16)));
  });

  test("cannot be made without it, and the error names the setting", async () => {
    const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
    const change = { amount: 5, reason: "Paid in" };
    const expected = { name: "ApiError", kind: "invalid", message: "No crypto: set makeKey." };
    await expect(createClient(settings).setCoveredMarginCall(cover)).rejects.toMatchObject(expected);
    await expect(
      createQueries(createClient(settings)).setCoveredMarginCall().mutationFn(cover),
    ).rejects.toMatchObject(expected);
    await expect(createOperator(settings).setCover("A-1", "FPT", change)).rejects.toMatchObject(expected);
    expect(sent).toEqual([]);
  });
});

describe("the live stream", () => {
  test("whose answer has no body is an ApiError", async () => {
    await expect(live(settings, { symbols: ["FPT", "VNM"] }).next()).rejects.toMatchObject({
      name: "ApiError",
      kind: "malformed",
      message: expect.stringContaining("expo/fetch"),
    });
    expect(sent[0]?.url).toBe("http://service.test/companion/v0/live?symbols=FPT%2CVNM");
  });

  test("that never comes, since a stream has no complete answer, is an ApiError after one attempt", async () => {
    answer = "silent";
    await expect(live({ ...settings, timeoutMs: 50 }, {}).next()).rejects.toMatchObject({
      name: "ApiError",
      kind: "timeout",
      message: expect.stringContaining("expo/fetch"),
    });
    expect(sent).toHaveLength(1);
  });

  test("waits between attempts over a broken connection, and leaves the event loop free", async () => {
    answer = "broken";
    const leaving = new AbortController();
    const beforeRequest = () => {
      if (sent.length > 100) leaving.abort();
    };
    const following = live(
      { ...settings, beforeRequest, random: () => 0.5 },
      { signal: leaving.signal },
    ).next();
    await new Promise((settle) => setTimeout(settle, 400));
    leaving.abort();
    expect(await following).toEqual({ done: true, value: undefined });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(4);
  });

  test("is read by a fetch that gives bodies", async () => {
    const headers = { "Content-Type": "text/event-stream" };
    const text = hello() + frame("quote", { symbol: "FPT" });
    const fetch = async () => new ResponseOfNode(text, { headers });
    const events = live({ ...settings, fetch }, { symbols: ["FPT"] });
    expect((await events.next()).value?.event).toBe("hello");
    expect((await events.next()).value).toEqual({ event: "quote", data: { symbol: "FPT" } });
    await events.return();
  });
});
