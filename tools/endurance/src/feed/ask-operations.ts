import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** How the operations answered for as long as they were asked. */
export type Asking = {
  readonly stop: () => Promise<{
    readonly count: number;
    readonly slowestMs: number;
    readonly faults: readonly string[];
  }>;
};

type Request = { readonly name: string; readonly path: string; readonly made: RequestInit };

const pauseMs = 15;
/** A request that takes longer was not answered. */
const answerMsMax = 2_000;

/** Asks all five operations in turn until it is stopped, as clients of good faith do. */
export function askOperations(port: number, token: string): Asking {
  const faults: string[] = [];
  let [count, slowestMs] = [0, 0];
  let isStopped = false;
  const asking = ask();
  return {
    stop: async () => {
      isStopped = true;
      await asking;
      return { count, slowestMs, faults };
    },
  };

  async function ask(): Promise<void> {
    while (!isStopped) {
      for (const { name, path, made } of requestsOf(token)) {
        const began = performance.now();
        const status = await fetch(`http://127.0.0.1:${port}${path}`, {
          ...made,
          signal: AbortSignal.timeout(answerMsMax),
        }).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          (thrown: unknown) => String(thrown),
        );
        count += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
        if (!isAnswer(name, status)) faults.push(`${name} was answered with ${status}`);
      }
      await wait(pauseMs);
    }
  }
}

function requestsOf(token: string): Request[] {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const cover = { accountId: "888C000017", symbol: "FPT", amount: 2_000_000 };
  return [
    { name: "searchSymbols", path: "/api/v1/MarketData/GetSymbolSearch/fpt", made: {} },
    {
      name: "parseIdCard",
      path: "/api/v2/chat/api/id-card",
      made: { method: "POST", headers, body: JSON.stringify({}) },
    },
    {
      name: "setCoveredMarginCall",
      path: "/api/v1/users/covered-margin-call",
      made: {
        method: "PATCH",
        headers: { ...headers, "Idempotency-Key": randomUUID() },
        body: JSON.stringify(cover),
      },
    },
    { name: "getMarginRatio", path: "/api/v1/diagnostics/margin-ratios/FPT", made: { headers } },
    { name: "listNotifications", path: "/api/v1/notifications?limit=5", made: { headers } },
  ];
}

/** A request without a card is refused, and so it is where cards are not read; nothing else may be. */
function isAnswer(name: string, status: number | string): boolean {
  if (name === "parseIdCard") return typeof status === "number" && status >= 400 && status < 500;
  return status === 200;
}
