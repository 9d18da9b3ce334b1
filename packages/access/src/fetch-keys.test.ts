import { describe, expect, test } from "vitest";
import type { KeysFaultCode } from "./key-source.ts";
import { publicKeysOf } from "./keys.ts";
import { planVerifier } from "./testing/plan-access.ts";
import { minuteMs, planRemote, settle } from "./testing/plan-remote.ts";

describe("an answer", () => {
  const big = JSON.stringify({ keys: [], note: "a".repeat(65_536) });
  test.for<[string, () => Response, string, KeysFaultCode]>([
    [
      "that says 500",
      () => new Response("{}", { status: 500 }),
      "answered 500 instead of 200",
      "host_status",
    ],
    [
      "that redirects elsewhere",
      () => Response.redirect("https://keys.evil.example/"),
      "answered 302 instead of 200",
      "host_status",
    ],
    ["of 65,537 bytes and more", () => new Response(big), "sent more than 65536 bytes", "answer_too_large"],
    ["that never ends", () => new Response(endless()), "sent more than 65536 bytes", "answer_too_large"],
    ["without a body", () => new Response(null), "It is not valid JSON", "no_usable_key"],
    ["that is a page", () => new Response("<html></html>"), "It is not valid JSON", "no_usable_key"],
    [
      "that is another object",
      () => Response.json({ jwks: [] }),
      "the member keys is missing or not a list",
      "no_usable_key",
    ],
    [
      "with a broken key alone",
      () => Response.json({ keys: [{ kty: "EC", crv: "P-256", x: "AA" }] }),
      "Key 1 can't be used",
      "no_usable_key",
    ],
  ])("%s leaves the keys unchanged", async ([, answer, reason, code]) => {
    const { host, outcomeOf, later, token } = await planRemote();
    host.answer = answer;
    expect(await outcomeOf(token)).toBe("keys_unavailable");
    expect(host.failures).toEqual([expect.stringContaining(reason)]);
    expect(host.faultCodes).toEqual([code]);
    host.answer = undefined;
    later(1_000);
    expect(await outcomeOf(token)).toBe("u-1");
    host.answer = answer;
    later(11 * minuteMs);
    expect(await outcomeOf(token)).toBe("u-1");
    await settle();
    expect(await outcomeOf(token)).toBe("u-1");
    expect(host.count).toBe(3);
  });

  test.for<[string, object[]]>([
    ["without keys", []],
    ["with keys of another kind", [{ kty: "oct", k: "c2VjcmV0" }]],
  ])("%s ends the trust in every token", async ([, keys]) => {
    const { clock, host, source, later, token } = await planRemote();
    const verifier = planVerifier(source, clock);
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    host.answer = () => Response.json({ keys });
    later(10 * minuteMs);
    // The first token after the cache time starts a renewal in the background.
    await verifier.verify(token);
    await settle();
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_trusted", why: "key" });
    expect([verifier.isReady(), host.faultCodes]).toEqual([true, ["keys_empty"]]);
    host.answer = undefined;
    later(30_000);
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
  });

  test("with a broken key and a shared secret yields the remaining keys", async () => {
    const { host, key, outcomeOf, token } = await planRemote();
    const [whole] = publicKeysOf({ keys: [key] }).keys;
    host.answer = () =>
      Response.json({ keys: [{ kty: "EC", crv: "P-256", x: "AA" }, { kty: "oct", k: "AA" }, whole] });
    expect(await outcomeOf(token)).toBe("u-1");
  });

  test("that is late is abandoned at the timeout, and its request is aborted", async () => {
    const { host, outcomeOf, token } = await planRemote();
    let isEnded = false;
    host.answer = (_url, { signal }) => {
      signal?.addEventListener("abort", () => {
        isEnded = true;
      });
      return new Promise(() => {});
    };
    const waiting = outcomeOf(token);
    await settle();
    host.passTime();
    expect(await waiting).toBe("keys_unavailable");
    expect(host.failures).toEqual(["The key host did not answer within 5000 ms."]);
    expect(host.faultCodes).toEqual(["host_late"]);
    expect(isEnded).toBe(true);
  });

  test("that a network error prevents is reported with its cause", async () => {
    const { host, source } = await planRemote({ onFailure: (failure) => failures.push(failure) });
    const failures: unknown[] = [];
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    host.answer = () => Promise.reject(cause);
    expect(await source.obtain()).toBeUndefined();
    expect(failures).toMatchObject([{ name: "KeysFault", code: "host_unreachable", cause }]);
  });

  test("is requested as JSON, without following redirects", async () => {
    const { host, key, outcomeOf, token } = await planRemote();
    const requests: unknown[] = [];
    host.answer = (url, { headers, redirect }) => {
      requests.push({ url, headers, redirect });
      return Response.json(publicKeysOf({ keys: [key] }));
    };
    await outcomeOf(token);
    expect(requests).toEqual([
      { url: "https://login.example/keys", headers: { accept: "application/json" }, redirect: "manual" },
    ]);
  });
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024)) });
}
