import type { D1Access } from "@trading-oms/store/d1";
import { UsageFault } from "./usage-fault.ts";
import type { World } from "./world.ts";

/** Where Cloudflare's interface is, unless the environment says otherwise. */
const usualApiUrl = "https://api.cloudflare.com/client/v4";

/** Finds how a D1 is reached: the account and the token are those that wrangler takes from the environment. */
export function findD1(databaseId: string, { environment }: Pick<World, "environment">): D1Access {
  const accountId = environment["CLOUDFLARE_ACCOUNT_ID"] ?? "";
  const token = environment["CLOUDFLARE_API_TOKEN"] ?? "";
  if (accountId === "" || token === "") {
    throw new UsageFault(
      "A D1 is reached with CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN: set both in the environment.",
    );
  }
  // It goes into a header, where a slip would be told with all of it.
  if (!/^[\w.~+/=-]+$/.test(token)) {
    throw new UsageFault(
      "CLOUDFLARE_API_TOKEN has a character that no token has, as of a line that ends in it.",
    );
  }
  const apiUrl = (environment["CLOUDFLARE_API_BASE_URL"] || usualApiUrl).replace(/\/+$/, "");
  const { protocol, hostname } = URL.parse(apiUrl) ?? {};
  const isOwn = protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname ?? "");
  if (protocol !== "https:" && !isOwn) {
    throw new UsageFault(
      "CLOUDFLARE_API_BASE_URL has to begin with https://; the token is for nobody on the way.",
    );
  }
  return { apiUrl, accountId, databaseId, token, fetch: (url, init) => fetch(url, init) };
}
