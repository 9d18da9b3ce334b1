import { verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import { insist } from "./insist.ts";
import type { Writing } from "./writing.ts";

/** Looks through the audit of an account, link by link and while others add to it, and tells what came of it. */
export async function lookAtAudit({ services, tell, triesMax }: Writing, key: AccountKey): Promise<void> {
  const verdict = await insist(() => verifyAudit(services, key), triesMax);
  if (verdict.kind !== "refused") tell(`cover ${key.accountId} audit ${JSON.stringify(verdict)}`);
}
