import { expect, test } from "vitest";
import type { Answer, WireRequest } from "./ask.ts";
import { BrokenClaim } from "./broken-claim.ts";
import { claimsOf } from "./claim.ts";
import { everyClaim } from "./claims/every-claim.ts";
import type { Plan } from "./plan.ts";
import { runClaims } from "./run-claims.ts";
import { planAnswer } from "./testing/plan-answer.ts";

const claim = claimsOf("everyOperation");
const title = "Nothing at all is claimed.";

function run(
  claims: Parameters<typeof runClaims>[0]["claims"],
  plan: Plan,
  wire: (asked: WireRequest) => Promise<Answer>,
) {
  const waits: number[] = [];
  const settings = {
    claims,
    plan,
    wire,
    monotonicMs: () => 0,
    makeId: () => "id",
    wait: (durationMs: number) => {
      waits.push(durationMs);
      return Promise.resolve();
    },
  };
  return runClaims(settings).then((outcomes) => ({ outcomes, waits }));
}

test("a claim without one of its needs is not asked", async () => {
  const asked: WireRequest[] = [];
  const { outcomes } = await run(everyClaim, {}, (request) => {
    asked.push(request);
    return Promise.resolve({ ...planAnswer({ status: 500 }), asked: request });
  });
  const guarded = outcomes.filter(({ claim: { needs } }) => needs.includes("user"));
  expect(guarded.length).toBeGreaterThan(100);
  expect(new Set(guarded.map(({ verdict }) => verdict))).toEqual(new Set(["not asked"]));
  expect(outcomes.some(({ verdict }) => verdict === "held")).toBe(false);
});

test("a claim is broken if it throws or the deployment does not answer", async () => {
  const silent = () => Promise.reject(new BrokenClaim(undefined, "no answer (ECONNREFUSED)", "an answer"));
  const { outcomes } = await run(
    [
      claim("every.a", { title, prove: () => Promise.reject(new Error("oops")) }),
      claim("every.b", { title, prove: async (ask) => void (await ask("GET", "/readyz")) }),
    ],
    {},
    silent,
  );
  expect(outcomes.map((each) => (each.verdict === "broken" ? each.broken.came : each.verdict))).toEqual([
    '"oops"',
    "no answer (ECONNREFUSED)",
  ]);
});

test("a request is repeated after Retry-After, three times in all", async () => {
  let count = 0;
  const wire = () => {
    count += 1;
    const headers = { "content-type": "application/json", "retry-after": "7" };
    return Promise.resolve(planAnswer({ status: 429, headers, body: { error: "too_many_requests" } }));
  };
  const ask = claim("every.a", {
    title,
    prove: async (asking) => void (await asking("GET", "/api/v1/notifications")),
  });
  const { waits } = await run([ask], {}, wire);
  expect({ count, waits }).toEqual({ count: 3, waits: [7_000, 7_000] });
});

test("the token is sent in the Authorization header only, and a null header is omitted", async () => {
  const sent: WireRequest[] = [];
  const ask = claim("every.a", {
    title,
    needs: ["user"],
    prove: async (asking, { user: { token } }) => {
      await asking("PATCH", "/x", { token, json: { a: 1 }, headers: { "Content-Type": null } });
    },
  });
  await run([ask], { user: { token: "t" } }, (asked) => {
    sent.push(asked);
    return Promise.resolve(planAnswer({ path: "/x" }));
  });
  expect(sent).toEqual([
    { method: "PATCH", path: "/x", headers: { Authorization: "Bearer t" }, body: '{"a":1}' },
  ]);
});

test("no outcome contains a token of the plan", async () => {
  const plan: Plan = { user: { token: "opaque-1" }, refusedTokens: { expired: "opaque-2" } };
  const { outcomes } = await run(
    [
      claim("every.a", {
        title,
        needs: ["user"],
        prove: async (ask, { user: { token } }) => {
          const answer = await ask("PATCH", `/x?t=${token}`, { token, json: { token } });
          throw new BrokenClaim(answer.asked, `200 ${token} opaque-2`, `no ${token}`);
        },
      }),
    ],
    plan,
    (asked) => Promise.resolve({ ...planAnswer({ path: "/x" }), asked }),
  );
  const [outcome] = outcomes;
  expect(outcome?.verdict === "broken" ? outcome.broken : undefined).toMatchObject({
    asked: { path: "/x?t=…", headers: { Authorization: "Bearer …" }, body: '{"token":"…"}' },
    came: "200 … …",
    expected: "no …",
  });
});

test("a row sends what it names of the plan, and breaks if a member differs", async () => {
  const ratio = claimsOf("getMarginRatio");
  const claims = ["{symbol}", "{alias}"].map((symbol) =>
    ratio("ratio.a", { title, body: { symbol }, rows: [{ at: { symbol: "{symbol}" } }] }),
  );
  expect(claims.map(({ needs }) => needs)).toEqual([
    ["user", "symbol"],
    ["user", "symbol", "alias"],
  ]);
  const plan: Plan = { user: { token: "t" }, symbol: "FPT", alias: "VN30F1M" };
  const sent: string[] = [];
  const { outcomes } = await run(claims, plan, ({ method, path }) => {
    sent.push(`${method} ${path}`);
    return Promise.resolve(planAnswer({ path, body: { symbol: "FPT" } }));
  });
  expect(sent).toEqual(Array(2).fill("GET /api/v1/diagnostics/margin-ratios/FPT"));
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(["held", "broken"]);
});

test("a row that names no input of a plan is no claim", () => {
  expect(() => claim("every.a", { title, path: "/{nothing}" })).toThrow("names nothing, which is no input");
});
