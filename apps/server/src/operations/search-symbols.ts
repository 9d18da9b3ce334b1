import { routes } from "@trading-oms/contract";
import { joinJsonList } from "../join-json-list.ts";
import { operationOn } from "../operation.ts";
import { tagList } from "../tag-list.ts";
import { tellElapsed } from "../tell-elapsed.ts";
import { whenKnown } from "../when-known.ts";

/** Instruments by symbol, ticker code or name; what was written of each when it changed is only joined here. */
export const searchSymbols = operationOn(
  routes.searchSymbols,
  ({ params, query }, { requestId }, services) =>
    whenKnown(services.desk.whenListed?.(), () => {
      const { desk, instanceId, now, monotonicMs } = services;
      const beganMs = monotonicMs();
      const { entries, quotedAtMs } = desk.search(params.search);
      const write = (): Uint8Array<ArrayBuffer> => {
        const head = JSON.stringify({
          isSuccess: true,
          returnCode: 0,
          serviceInstance: [{ serviceType: "oms", instanceID: instanceId, lastUnixTime: now() }],
          requestID: requestId,
          algoID: query.algoID,
          positionID: query.positionID,
          requestType: "GetSymbolSearch",
          detail: services.feedDetail?.(),
          dataType: "SymbolSearch",
          executionTime: tellElapsed(beganMs, monotonicMs()),
          lastTime: quotedAtMs,
        });
        return joinJsonList(`${head.slice(0, -1)},"data":[`, entries, "]}");
      };
      return { written: { etag: tagList(entries), write } };
    }),
  { tellsProblems: true },
);
