import { routes } from "@trading-oms/contract";
import { operationOn } from "../operation.ts";
import { tellElapsed } from "../tell-elapsed.ts";
import { whenKnown } from "../when-known.ts";
import { keepEntries } from "./search-symbols/entries.ts";

const writeEntry = keepEntries();

/** Instruments by symbol, ticker code or name; what was written of each when it changed is only joined here. */
export const searchSymbols = operationOn(
  routes.searchSymbols,
  ({ params, query }, { requestId }, services) =>
    whenKnown(services.desk.whenReady?.(params.search), () => {
      const { desk, instanceId, now, monotonicMs, writeList } = services;
      const beganMs = monotonicMs();
      const { found, quotedAtMs } = desk.search(params.search);
      const write = (): string =>
        `{"isSuccess":true,"returnCode":0,"serviceInstance":[{"serviceType":"oms","instanceID":"${instanceId}",` +
        `"lastUnixTime":${now()}}],"requestID":"${requestId}"` +
        renderMember("algoID", query.algoID) +
        renderMember("positionID", query.positionID) +
        `,"requestType":"GetSymbolSearch"` +
        renderMember("detail", services.feedDetail?.()) +
        `,"dataType":"SymbolSearch"` +
        renderMember("executionTime", tellElapsed(beganMs, monotonicMs())) +
        renderMember("lastTime", quotedAtMs) +
        `,"data":`;
      return { written: { list: writeList(params.search, found.map(writeEntry)), write } };
    }),
  { tellsProblems: true },
);

function renderMember(name: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  return `,"${name}":${typeof value === "number" ? value : JSON.stringify(value)}`;
}
