import { openFailingApp } from "../../http/middleware.ts";
import { nameNetwork } from "../../http/rate-limits.ts";
import type { Log, LogLevel } from "../../log-and-trace.ts";
import type { RateLimiter, ServerServices } from "../../services.ts";
import { logRanks, renderEntry } from "../log-lines.ts";
import { createMetrics } from "./metrics.ts";
import type { Environment } from "./settings.ts";

export type Serve = (request: Request) => Response | Promise<Response>;

export type Worker = {
  readonly fetch: (request: Request, environment: Environment) => Promise<Response>;
};

/**
 * Creates a Worker that is wired at the first request of its isolate. Concurrent first requests each wire
 * their own services, because a request cannot wait for another one; the first result is kept.
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

/** Logs the faults of the settings, and answers every request with 503. */
export function rejectFaulty(writeLine: WriteLine, faults: readonly string[]): Serve {
  const services = makeBaseServices(writeLine);
  logFaults(services.log, faults);
  const fail = openFailingApp({ ...services, corsOrigins: new Set() });
  return (request) => fail({ code: "not_ready" }, request);
}

/** Logs the faults of the settings, and fails the event, so that the platform shows the failure. */
export function failEvent(writeLine: WriteLine, faults: readonly string[]): never {
  logFaults(makeBaseServices(writeLine).log, faults);
  throw new Error("The settings are faulty.");
}

function logFaults(log: Log, faults: readonly string[]): void {
  log({ level: "error", event: "invalid settings", notes: { faults: faults.join(" ") } });
}

export type WriteLine = (line: string) => void;

/** The services of every Worker: clocks, ids, log and metrics. */
export type BaseServices = Pick<
  ServerServices,
  "now" | "monotonicMs" | "makeId" | "makeSpanId" | "hash" | "log" | "metrics" | "recordSpan"
>;

/** Creates the services of every Worker; the log is written line by line. */
export function makeBaseServices(writeLine: WriteLine, logLevel: LogLevel = "info"): BaseServices {
  const log: Log = (entry) => {
    if (logRanks[entry.level] <= logRanks[logLevel]) writeLine(renderEntry(entry, new Date().toISOString()));
  };
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    makeId: () => makeId(16),
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

export async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** The network of the client, from Cloudflare's header. */
export function addressOf({ headers }: Request): string {
  return nameNetwork(headers.get("cf-connecting-ip") ?? "");
}

type Limiter = {
  readonly limit: (asked: { readonly key: string }) => Promise<{ readonly success: boolean }>;
};

/**
 * Combines an isolate's limiter with the platform's shared one, if bound. The shared limiter reports no
 * figures, so answers show this isolate's count; if it fails, that count decides alone.
 */
export function limitTogether(
  own: RateLimiter | undefined,
  environment: Environment,
  name: string,
): RateLimiter | undefined {
  const limiter = environment[name] as Limiter | undefined;
  if (own === undefined || limiter === undefined) return own;
  return {
    take: async (who) => {
      const allowance = await own.take(who);
      const { success } = await limiter.limit({ key: who }).catch(() => ({ success: true }));
      return success ? allowance : { ...allowance, isAllowed: false, remaining: 0 };
    },
  };
}

/** Waits; rejects when the signal aborts. */
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
