import { type Jwks, signingKeyOf, signToken } from "@trading-oms/access";
import type { FeedSettings, Settings } from "./settings/settings.ts";

const tokenTtlMs = 8 * 3_600_000;

export async function greet(
  origin: string,
  { dataFolder, issuer, audience, roleClaim, feed, desk }: Settings,
  own: Jwks,
  isOpen: boolean,
): Promise<string> {
  const key = signingKeyOf(own);
  if (key === undefined)
    return `The keys in the data folder can't sign; make one with: ${omsCommand(dataFolder, "keys make")}`;
  const sign = { key, ttlMs: tokenTtlMs, issuer, audience, now: () => Date.now() };
  const token = await signToken({ ...sign, userId: "demo" });
  const deskToken = await signToken({ ...sign, userId: "desk", role: "operator", roleClaim });
  return `
This is a demonstration: invented accounts, and keys that this machine has made for itself. Never put it on a network.
What the service promises: ${origin}/docs
Pages on http://localhost and http://127.0.0.1 may call it, at any port. CORS_ORIGINS allows others.
${greetWithFeed(feed, isOpen)}
${desk === undefined ? "" : greetWithDesk(origin, deskToken)}
A token for the user demo, good for 8 hours (another: ${omsCommand(dataFolder, "token --user demo")}):

  TOKEN=${token}

The same promises on a page that sends requests as this user; the token leaves its address at once:

  ${origin}/docs#token=${token}

Four requests to paste:

  curl -s ${origin}/api/v1/MarketData/GetSymbolSearch/fpt
  curl -s -H "Authorization: Bearer $TOKEN" ${origin}/api/v1/diagnostics/margin-ratios/FPT
  curl -s -H "Authorization: Bearer $TOKEN" "${origin}/api/v1/notifications?limit=2"
  curl -s -i ${origin}/api/v1/notifications

What happens as it happens; a position of the user demo is called within two minutes:

  curl -N -H "Authorization: Bearer $TOKEN" "${origin}/companion/v0/live?symbols=FPT,VN30F1M&after=0"
`;
}

/** A command line of `oms` that finds the folder of this server. */
export function omsCommand(dataFolder: string, command: string): string {
  const isPlain = /^[\w./-]+$/.test(dataFolder);
  const folder = isPlain ? dataFolder : `'${dataFolder.replaceAll("'", "'\\''")}'`;
  return `${dataFolder === "./data" ? "" : `DATA_DIR=${folder} `}npm run oms -- ${command}`;
}

/** The address of the desk's page. The page takes the token out of it, which never reaches the server's log. */
export function greetWithDesk(origin: string, token: string): string {
  return `
The desk of those who answer for margin calls; the address signs in as its operator, good for 8 hours:

  ${origin}/console#token=${token}
`;
}

export function greetWithFeed(feed: FeedSettings, isOpen: boolean): string {
  if (feed.kind === "none") return "No feed is connected: FEED=simulated plays an exchange.";
  if (feed.kind === "nats") return `Prices come over NATS from ${feed.servers.servers.join(", ")}.`;
  const { speed, hours, seed } = feed;
  const pace = speed === 1 ? "as fast as the clock" : `${speed} times as fast as the clock`;
  const played = `Prices are simulated, ${pace}, with the seed ${seed}`;
  if (hours === "always")
    return `${played}, at any hour: SIMULATED_HOURS=exchange keeps the hours of the exchanges.`;
  const state = isOpen ? "" : ", which are closed now: SIMULATED_HOURS=always trades all the same";
  return `${played}, at the hours of the exchanges${state}.`;
}
