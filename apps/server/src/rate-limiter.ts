/** What is left to somebody in the present window. */
export type Allowance = {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly windowS: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetS: number;
};

/** Counts what somebody asks for. */
export type RateLimiter = { readonly take: (who: string) => Allowance };

/** Counts together with others, who have to be asked. */
export type SharedRateLimiter = { readonly take: (who: string) => Promise<Allowance> };
