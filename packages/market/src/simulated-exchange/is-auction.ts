import type { Session } from "../session-of.ts";

/** Whether orders are gathered until all of them are traded at one price. */
export function isAuction(session: Session | undefined): boolean {
  return session === "opening-auction" || session === "closing-auction";
}
