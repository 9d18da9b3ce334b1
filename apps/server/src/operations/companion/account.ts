/** Which accounts a caller of the companion may read. */

import { includesRole } from "@trading-oms/access";
import { findReadableKey } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { Context } from "hono";
import { unlessRefused } from "../../http/operation.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { DeskServices, TradingServices } from "../../services.ts";

/** The key of the account in the path: any account for a viewer where the desk is on, else one of the user's own. */
export async function readAccountKey(
  services: Pick<TradingServices, "store" | "refreshBook"> & DeskServices,
  c: Context<AppEnv>,
  accountId: string,
): Promise<AccountKey> {
  const mayReadAll = services.callDesk !== undefined && includesRole(c.get("role"), "viewer");
  return unlessRefused(await findReadableKey(services, { userId: c.get("userId"), accountId, mayReadAll }));
}
