import type { RateLimiter, SharedRateLimiter } from "../../rate-limiter.ts";
import type { Environment } from "./environment.ts";

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
