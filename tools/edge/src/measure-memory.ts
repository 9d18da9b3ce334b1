import { createHash } from "node:crypto";
import { makeKey, publicKeysOf, signToken } from "@trading-oms/access";
import { loadLargeMarket, symbolOf } from "./load-large-market.ts";
import { measureIsolate } from "./measure-isolate.ts";
import { type StartedEdge, startEdge } from "./start-edge.ts";

/** Has garbage collected at once, so that what is seen is what is held. */
const collecting = "--gc-global --gc-interval=100";

/** Measures the bytes that the isolate which answers requests holds, once it has searched so many instruments. */
export async function measureMemory(instrumentCount: number): Promise<number> {
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  process.env["MINIFLARE_WORKERD_V8_FLAGS"] = collecting;
  const edge = await startEdge({
    texts: { AUTH_JWKS: JSON.stringify(publicKeysOf({ keys: [key] })), RATE_LIMIT_ADDRESS: "0" },
    port: 0,
    isInspected: true,
  });
  delete process.env["MINIFLARE_WORKERD_V8_FLAGS"];
  try {
    const store = await edge.openStore();
    const hash = async (text: string) => createHash("sha256").update(text).digest("hex");
    const services = { store, now: () => Date.now(), makeId: () => crypto.randomUUID(), hash };
    await loadLargeMarket(services, instrumentCount);
    const token = await signToken({
      key,
      userId: "u-1",
      ttlMs: 60_000,
      issuer: "trading-oms",
      audience: "trading-oms",
      now: () => Date.now(),
    });
    for (let index = 0; index < 100; index += 1) await ask(edge, symbolOf(index * 100), token);
    return await measureIsolate(await edge.miniflare.getInspectorURL(), "trading-oms");
  } finally {
    await edge.stop();
  }
}

async function ask({ url }: StartedEdge, symbol: string, token: string): Promise<void> {
  const found = await fetch(`${url}/api/v1/MarketData/GetSymbolSearch/${symbol.slice(0, 3)}`);
  const { data } = (await found.json()) as { readonly data: readonly unknown[] };
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/api/v1/diagnostics/margin-ratios/${symbol}`, { headers });
  if (data.length === 0 || status !== 200) throw new Error(`The Worker does not know ${symbol}.`);
}
