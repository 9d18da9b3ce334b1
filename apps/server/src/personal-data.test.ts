import type { CardReading } from "@trading-oms/id-card";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { limitMinute } from "./http/rate-limits.ts";
import type { Span } from "./log-and-trace.ts";
import { cacheLists } from "./operations/specified/search-symbols/entries.ts";
import { writeLog } from "./runtimes/node/observe/log.ts";
import { openMetrics } from "./runtimes/node/observe/metrics.ts";
import { renderSpans } from "./runtimes/node/observe/telemetry.ts";
import type { ServerServices } from "./services.ts";
import { parseExposition } from "./testing/parse-exposition.ts";
import { wholeReading } from "./testing/plan-cards.ts";
import { tinyImages } from "./testing/tiny-images.ts";

const secret = "NguyenVanAn0123456789";
const cardPath = "/api/v2/chat/api/id-card";
const paths = [
  "/api/v1/notifications",
  `/api/v1/diagnostics/margin-ratios/${secret}`,
  `/api/v1/MarketData/GetSymbolSearch/${secret}`,
  cardPath,
  `/api/v1/${secret}`,
  `/docs/${secret}`,
  `/${secret}/%zz`,
  "/healthz",
  "/readyz",
  "/openapi.json",
];

/** An error like a database's, with the secret in each member. */
function quote(): Error {
  const cause = Object.assign(new SyntaxError(`near "${secret}"\n    at ${secret} (file:///${secret}:1:2)`), {
    code: "ERR_SQLITE_ERROR",
    errstr: secret,
  });
  return Object.assign(new Error(`Key (user_id)=(${secret}) already exists.`, { cause }), {
    code: "23505",
    detail: `Key (user_id)=(${secret})`,
    hint: secret,
    parameters: [secret],
    query: `select '${secret}'`,
    rows: [{ user_id: secret }],
  });
}

/** A reading in which every value is the secret. */
const secretReading: CardReading = {
  ...wholeReading,
  fields: Object.fromEntries(
    Object.keys(wholeReading.fields).map((name) => [name, { value: secret, source: "print", confidence: 1 }]),
  ),
  problems: [{ side: "front", code: "too_blurred", message: secret }],
};

const secretOutcome = { kind: "read", reading: secretReading, copies: { front: new Uint8Array() } } as const;

function fail(): never {
  throw quote();
}

type World = { readonly failing: boolean; readonly isKnown: boolean };

/** A server whose user, store and book all contain the secret. */
function plan({ failing, isKnown }: World) {
  let logged = "";
  const spans: Span[] = [];
  const { log, flush } = writeLog(
    "info",
    () => 0,
    (text) => {
      logged += text;
    },
  );
  const metrics = openMetrics();
  const source = { serviceName: "orders", version: "1", routes: {} };
  const app = createApp({
    store: new Proxy({} as ServerServices["store"], { get: () => (failing ? fail : async () => []) }),
    book: {
      listEntries: fail,
      findInstrument: failing ? fail : () => undefined,
      findProduct: () => undefined,
      ratesOf: fail,
      refresh: async () => false,
      ratesSinceMs: () => undefined,
      catchUpWith: async () => {},
      versions: () => ({ catalog: 0, rates: 0, marks: 0, holidays: 0, quotes: 0, exDates: 0 }),
      holidays: () => new Set<string>(),
      exDatesOf: () => [],
    },
    holidays: () => new Set<string>(),
    board: { search: failing ? fail : () => ({ found: [], quotedAtMs: undefined }) },
    readCard: async () => (failing ? { kind: "crashed", thrown: quote() } : secretOutcome),
    storeImages: fail,
    instanceId: "oms-1",
    addressOf: () => secret,
    limiters: { address: limitMinute(9, () => 0) },
    verifier: {
      verify: async () =>
        isKnown
          ? { kind: "user", userId: secret, role: undefined, expiresAtMs: 1 }
          : { kind: "refused", code: "token_not_trusted", why: "signature", ...{ message: secret } },
    },
    now: () => 0,
    monotonicMs: () => 0,
    makeId: () => "0af7651916cd43dd8448eb211c80319c",
    makeSpanId: () => "00f067aa0ba902b7",
    hash: async () => "",
    log,
    metrics,
    recordSpan: (span) => void spans.push(span),
    chooseTrace: () => true,
    corsOrigins: new Set([`https://${secret.toLowerCase()}.example`]),
    checkReadiness: failing ? fail : () => ({ isReady: false, checks: { store: false } }),
    writeList: cacheLists({ bytesMax: 1_000_000 }),
    documents: new Map(),
  });
  const told = async (): Promise<string> => {
    flush();
    return `${logged}${await metrics.render()}${renderSpans(spans, source)}`;
  };
  return { app, told, spans, metrics };
}

/** A request that contains the secret everywhere. */
function makeRequest(path: string, method: string): Request {
  const headers = {
    authorization: `Bearer ${secret}`,
    cookie: `session=${secret}`,
    "user-agent": secret,
    "x-request-id": `${secret}/${secret}`,
    traceparent: `00-${secret}`,
    tracestate: `vendor=${secret}`,
    baggage: `user=${secret}`,
    "x-forwarded-for": secret,
    "if-none-match": `"${secret}"`,
    origin: `https://${secret.toLowerCase()}.example`,
    [secret]: secret,
  };
  const body = /^(GET|HEAD)$/.test(method) ? null : JSON.stringify({ [secret]: secret });
  const url = `http://${secret}.example${path}?limit=${secret}&${secret}=${secret}`;
  return new Request(url, { method, headers, body });
}

describe("personal data of a request appears in no log, metric or error", () => {
  test.each([
    { failing: false, isKnown: false },
    { failing: false, isKnown: true },
    { failing: true, isKnown: false },
    { failing: true, isKnown: true },
  ])("with %o", async (world) => {
    const { app, told, spans } = plan(world);
    let count = 0;
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "POST", "OPTIONS", "DELETE", secret]) {
        const response = await app.request(makeRequest(path, method));
        const text = await response.text();
        if (response.status >= 500) expect(text).not.toContain(secret);
        count += 1;
      }
    }
    expect((await told()).toLowerCase()).not.toContain(secret.toLowerCase());
    expect(spans.length).toBe(count);
    expect((await told()).match(/"event":"request"/g)?.length).toBe(count);
    expect((await told()).includes('"event":"unexpected failure"')).toBe(world.failing);
  });

  test.each([false, true])("if a card is read and its images cannot be stored: %o", async (failing) => {
    const { app, told } = plan({ failing, isKnown: false });
    const image = Buffer.concat([Buffer.from(tinyImages.png, "base64"), Buffer.from(secret)]).toString(
      "base64",
    );
    const send = async (body: object) => {
      const headers = { "content-type": "application/json" };
      return app.request(cardPath, { method: "POST", headers, body: JSON.stringify(body) });
    };
    const answers = [
      await send({ frontImage: image, backImage: image }),
      await send({ frontImage: secret, [secret]: secret }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([failing ? 500 : 200, 400]);
    expect((await answers[0]?.text())?.includes(secret)).toBe(!failing);
    expect(await told()).toContain(failing ? "card worker crashed" : "storing card images failed");
    expect(await told()).not.toContain(secret);
    expect(await told()).not.toContain(image);
  });

  test("for any value at any place", async () => {
    const arbitrarySecret = fc.stringMatching(/^[A-Z][a-z]{5}[0-9]{6}$/);
    const arbitraryField = fc.constantFrom("path", "symbol", "query", "header", "token", "method", "id");
    await fc.assert(
      fc.asyncProperty(arbitrarySecret, arbitraryField, fc.boolean(), async (planted, field, failing) => {
        const { app, told } = plan({ failing, isKnown: true });
        const at = (which: string): string => (field === which ? planted : "none");
        const url = `http://localhost/api/v1/${field === "path" ? planted : `diagnostics/margin-ratios/${at("symbol")}`}?a=${at("query")}`;
        const headers = {
          [at("header")]: planted,
          authorization: `Bearer ${at("token")}`,
          "x-request-id": `${at("id")}@${at("id")}`,
        };
        await app.request(new Request(url, { method: at("method") === "none" ? "GET" : planted, headers }));
        expect(await told()).not.toContain(planted);
      }),
    );
  });

  test("except request id and trace of the caller, which are meant to be logged", async () => {
    const { app, told } = plan({ failing: false, isKnown: true });
    const traceId = "11111111111111111111111111111111";
    const headers = { "x-request-id": "order-7", traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const response = await app.request("/healthz", { headers });
    expect(response.headers.get("x-request-id")).toBe("order-7");
    expect(response.headers.get("traceparent")).toBe(`00-${traceId}-00f067aa0ba902b7-01`);
    expect(await told()).toContain('"requestId":"order-7"');
    expect(await told()).toContain(`"traceId":"${traceId}","spanId":"00f067aa0ba902b7"`);
  });
});

test("a thousand invented methods and paths create only a few metric series", async () => {
  const { app, metrics, spans } = plan({ failing: false, isKnown: true });
  for (let index = 0; index < 1_000; index += 1) {
    await app.request(new Request(`http://localhost/healthz`, { method: `MADE-UP-${index}` }));
    await app.request(new Request(`http://localhost/made-up-${index}`));
  }
  const { samples } = parseExposition(await metrics.render()).get("oms_requests_total") ?? { samples: [] };
  expect(samples.map(({ labels, value }) => [labels["operation"], labels["status"], value])).toEqual([
    ["other", "405", 1_000],
    ["other", "404", 1_000],
  ]);
  expect(new Set(spans.map(({ method }) => method))).toEqual(new Set(["_OTHER", "GET"]));
});

test("does not record a trace that the caller does not sample, and says so in the answer", async () => {
  const { app, spans } = plan({ failing: false, isKnown: true });
  const headers = { traceparent: "00-11111111111111111111111111111111-b7ad6b7169203331-00" };
  const response = await app.request("/healthz", { headers });
  expect(spans).toEqual([]);
  expect(response.headers.get("traceparent")).toBe("00-11111111111111111111111111111111-00f067aa0ba902b7-00");
});
