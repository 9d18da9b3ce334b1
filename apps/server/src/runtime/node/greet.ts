import { type Jwks, signingKeyOf, signToken } from "@trading-oms/access";
import { greetWithFeed } from "./greet-with-feed.ts";
import type { Settings } from "./settings.ts";

const tokenTtlMs = 8 * 3_600_000;

/** What to paste, for whoever has started the demonstration. */
export async function greet(
  origin: string,
  { tokens: { issuer, audience }, feed }: Settings,
  own: Jwks,
  isOpen: boolean,
): Promise<string> {
  const key = signingKeyOf(own);
  if (key === undefined)
    return "The keys in the data folder can't sign; make one with: npm run oms -- keys make";
  const token = await signToken({
    key,
    userId: "demo",
    ttlMs: tokenTtlMs,
    issuer,
    audience,
    now: () => Date.now(),
  });
  return `
This is a demonstration: invented accounts, and keys that this machine has made for itself. Never put it on a network.
What the service promises: ${origin}/docs
${greetWithFeed(feed, isOpen)}

A token for the user demo, good for 8 hours (another: npm run oms -- token --user demo):

  TOKEN=${token}

Four requests to paste:

  curl -s ${origin}/api/v1/MarketData/GetSymbolSearch/fpt
  curl -s -H "Authorization: Bearer $TOKEN" ${origin}/api/v1/diagnostics/margin-ratios/FPT
  curl -s -H "Authorization: Bearer $TOKEN" "${origin}/api/v1/notifications?limit=2"
  curl -s -i ${origin}/api/v1/notifications
`;
}
