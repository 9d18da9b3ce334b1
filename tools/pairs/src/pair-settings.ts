/** The origin whose pages may call every pair. */
export const allowedOrigin = "https://app.example.com";

/** What every pair is told alike: no limit on requests, no prices but those of the seed, and one origin that may call. */
export const pairSettings: Readonly<Record<string, string>> = {
  RATE_LIMIT_USER: "0",
  RATE_LIMIT_ADDRESS: "0",
  RATE_LIMIT_CARDS: "0",
  LOG_LEVEL: "error",
  CORS_ORIGINS: allowedOrigin,
  FEED: "none",
  WATCH: "off",
};
