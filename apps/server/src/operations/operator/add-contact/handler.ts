import type { z } from "@hono/zod-openapi";
import { addContact as addContactOf } from "@trading-oms/brokerage";
import type { ContactRecord } from "@trading-oms/brokerage/ports";
import type { routes, schemas } from "@trading-oms/contract/operator";
import { translatedHeaders, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ClockServices, ObservationServices, TradingServices } from "../../../services.ts";
import { readOrder, readOwnedKey, renderStatus, unlessRefused } from "../change.ts";

/** Notes a contact with the owner of a called position. */
export function addContact(
  services: TradingServices & ClockServices & ObservationServices,
): Operation<typeof routes.addContact> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { method, answer, promisedAmount, promisedUntil, note = "" } = body;
    const idempotencyKey = c.req.valid("header")["Idempotency-Key"];
    const owned = await readOwnedKey(services, accountId);
    const noted = unlessRefused(
      await addContactOf(useCaseServices(services), {
        ...owned,
        ...(await readOrder(services, c, idempotencyKey, { accountId, symbol }, body)),
        symbol,
        contact: {
          ...{ method, answer, note },
          ...(promisedAmount !== undefined && { promisedVnd: BigInt(promisedAmount) }),
          ...(promisedUntil !== undefined && { promisedUntilMs: promisedUntil }),
        },
      }),
    );
    const { code, message, contact } = noted;
    return c.json(
      {
        ...renderStatus(code),
        message,
        accountId,
        symbol,
        contact: contact === undefined ? null : renderContact(contact),
      },
      200,
      translatedHeaders,
    );
  };
}

/** A contact as it is sent. */
export function renderContact(contact: ContactRecord): z.output<typeof schemas.Contact> {
  const { atMs, by, method, answer, promisedVnd, promisedUntilMs, note } = contact;
  return {
    time: atMs,
    by,
    method,
    answer,
    promisedAmount: promisedVnd === undefined ? null : Number(promisedVnd),
    promisedUntil: promisedUntilMs ?? null,
    note,
  };
}
