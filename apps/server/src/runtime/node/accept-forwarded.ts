import { createHash, timingSafeEqual } from "node:crypto";
import type { Asked } from "../../asked.ts";
import type { Failure } from "../../failure.ts";
import type { Log } from "../../log.ts";
import { forwardedHeaders } from "../forwarded-cards.ts";
import { tellSeldom } from "./tell-seldom.ts";

/** How a server that reads cards for Workers knows what they have forwarded. */
export type Forwarded = {
  /** Whom a forwarded request counts against; `undefined` where it was not forwarded by one who knows the secret. */
  readonly senderOf: (request: Asked) => string | undefined;
  /** Refuses what claims to be forwarded and does not prove it. */
  readonly judgeForwarded: (request: Asked) => Failure | undefined;
};

/** Accepts forwarded requests by their secret; without one of its own a server accepts none. */
export function acceptForwarded(secret: string | undefined, log: Log): Forwarded {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const own = secret === undefined ? undefined : digest(secret);
  const isKnown = (given: string) => own !== undefined && timingSafeEqual(digest(given), own);
  const tellRefused = tellSeldom(() =>
    log({
      level: "warn",
      event: "a forwarded card refused",
      notes: { why: own === undefined ? "CARD_READER_SECRET is not set here" : "its secret is another" },
    }),
  );
  return {
    senderOf: ({ headers }) => {
      const given = headers.get(forwardedHeaders.secret);
      return given !== null && isKnown(given) ? (headers.get(forwardedHeaders.sender) ?? "") : undefined;
    },
    judgeForwarded: ({ headers }) => {
      const given = headers.get(forwardedHeaders.secret);
      if (given === null || isKnown(given)) return undefined;
      tellRefused(undefined);
      return { code: "cards-away" };
    },
  };
}
