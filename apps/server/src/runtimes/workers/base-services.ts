import type { Log, LogLevel } from "../../http/log-and-trace.ts";
import { openFailingApp } from "../../http/middleware.ts";
import { nameNetwork, type RateLimiter, type SharedRateLimiter } from "../../http/rate-limits.ts";
import type { ServerServices } from "../../services.ts";
import { logRanks, renderEntry } from "../log-lines.ts";
import { createMetrics } from "./metrics.ts";
import type { Environment } from "./settings.ts";

/** What answers a request. */
export type Serve = (request: Request) => Response | Promise<Response>;

/** A Worker, as its runtime calls it. */
export type Worker = {
  readonly fetch: (request: Request, environment: Environment) => Promise<Response>;
};

/**
 * Makes a Worker that is wired at the first request of its isolate. Requests that come at once each wire their own, since none
 * can wait for another; the first is kept.
 */
export function wireAtFirstRequest(wire: (environment: Environment) => Promise<Serve>): Worker {
  let serve: Serve | undefined;
  return {
    fetch: async (request, environment) => {
      if (serve === undefined) {
        const wired = await wire(environment);
        serve ??= wired;
      }
      return serve(request);
    },
  };
}

/** Logs what is wrong with the settings, and answers each request that the Worker is not ready. */
export function refuseFaulty(writeLine: WriteLine, faults: readonly string[]): Serve {
  const services = makeBaseServices(writeLine);
  logFaults(services.log, faults);
  const fail = openFailingApp({ ...services, corsOrigins: new Set() });
  return (request) => fail({ code: "not-ready" }, request);
}

/** Logs what is wrong with the settings, and fails the event, so that the platform shows that its work is not done. */
export function failEvent(writeLine: WriteLine, faults: readonly string[]): never {
  logFaults(makeBaseServices(writeLine).log, faults);
  throw new Error("The settings are faulty.");
}

function logFaults(log: Log, faults: readonly string[]): void {
  log({ level: "error", event: "faulty settings", notes: { faults: faults.join(" ") } });
}

/** Takes a line of the log. */
export type WriteLine = (line: string) => void;

/** What every Worker has: clocks, ids, a log and metrics. */
export type BaseServices = Pick<
  ServerServices,
  "now" | "monotonicMs" | "makeTraceId" | "makeSpanId" | "hash" | "log" | "metrics" | "recordSpan"
>;

/** Makes what every Worker has; its log goes line by line to the runtime. */
export function makeBaseServices(writeLine: WriteLine, logLevel: LogLevel = "info"): BaseServices {
  const log: Log = (entry) => {
    if (logRanks[entry.level] <= logRanks[logLevel]) writeLine(renderEntry(entry, new Date().toISOString()));
  };
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    makeTraceId: () => makeId(16),
    makeSpanId: () => makeId(8),
    hash: hashText,
    log,
    metrics: createMetrics(),
    recordSpan: undefined,
  };
}

function makeId(byteCount: number): string {
  return crypto.getRandomValues(new Uint8Array(byteCount)).toHex();
}

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** The network that a request comes from, as Cloudflare tells it. */
export function addressOf({ headers }: Request): string {
  return nameNetwork(headers.get("cf-connecting-ip") ?? "");
}

/** As much of a rate limiter of the platform as is used of it. */
type Limiter = {
  readonly limit: (asked: { readonly key: string }) => Promise<{ readonly success: boolean }>;
};

/**
 * Counts together with all isolates of a place, where a limiter is bound by a name. It tells no figures, so that what an
 * answer says is left is what this isolate has counted; and where it is not to be asked, that count decides.
 */
export function limitTogether(
  own: RateLimiter | undefined,
  environment: Environment,
  name: string,
): RateLimiter | SharedRateLimiter | undefined {
  const limiter = environment[name] as Limiter | undefined;
  if (own === undefined || limiter === undefined) return own;
  return {
    take: (who) => {
      const allowance = own.take(who);
      return limiter.limit({ key: who }).then(
        ({ success }) => (success ? allowance : { ...allowance, isAllowed: false, remaining: 0 }),
        () => allowance,
      );
    },
  };
}

/** Waits, and rejects as soon as it is told to give up. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((settle, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      settle();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
