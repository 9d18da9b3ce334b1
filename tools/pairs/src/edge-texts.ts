import { allowedOrigin } from "./pair-settings.ts";

/** What the Workers of every pair are told: no limit on requests, and one origin that may call. */
const ofEach = { CORS_ORIGINS: allowedOrigin, LOG_LEVEL: "error" };

/** The texts of the Worker that answers requests, and of the one that reads cards. */
export function edgeTexts(jwks: string) {
  return {
    texts: { ...ofEach, RATE_LIMIT_USER: "0", RATE_LIMIT_ADDRESS: "0", AUTH_JWKS: jwks },
    cardTexts: { ...ofEach, RATE_LIMIT_CARDS: "0" },
  };
}
