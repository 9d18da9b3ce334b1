import { judgeEdgeImage } from "@trading-oms/id-card/edge";
import type { Issue } from "../../http/failures.ts";
import type { CardImagesTaken } from "../../operations/parse-id-card/images.ts";

const fields = { front: "frontImage", back: "backImage", portrait: "portraitImage" } as const;

/** Refuses images that an isolate has no memory for, as those are that no limit lets pass. */
export function judgeForEdge(taken: CardImagesTaken, hasWebp: boolean): CardImagesTaken {
  if ("failure" in taken) return taken;
  const issues: Issue[] = [];
  for (const name of ["front", "back", "portrait"] as const) {
    const image = taken.value[name];
    const message = image && judgeEdgeImage(image, hasWebp)?.says;
    if (message !== undefined) issues.push({ field: fields[name], message });
  }
  return issues.length === 0 ? taken : { failure: { code: "invalid-request", issues } };
}
