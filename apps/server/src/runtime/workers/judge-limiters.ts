import type { Environment } from "./environment.ts";

/** Tells what is bound under the name of a limiter and can't limit; nothing at all may be bound there. */
export function judgeLimiters(names: readonly string[], environment: Environment, faults: string[]): void {
  for (const name of names) {
    const { limit } = (environment[name] ?? {}) as { readonly limit?: unknown };
    if (environment[name] !== undefined && typeof limit !== "function") {
      faults.push(`${name} is no rate limiter: bind one under that name (ratelimits in the configuration).`);
    }
  }
}
