import type { FeedMessage } from "@trading-oms/brokerage/ports";

type Session = Extract<FeedMessage, { readonly kind: "session" }>["session"];

const sessions: Readonly<Record<Session, true>> = {
  "opening-auction": true,
  continuous: true,
  "closing-auction": true,
  "post-close": true,
  closed: true,
};

/** Reads what an exchange does with a symbol. */
export function readSession(value: unknown): Session | undefined {
  return typeof value === "string" && Object.hasOwn(sessions, value) ? (value as Session) : undefined;
}
