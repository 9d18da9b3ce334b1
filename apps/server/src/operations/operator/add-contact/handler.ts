import { addContact as addContactOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { refuseField } from "../../../http/errors.ts";
import { renderStatus, translatedHeaders, unlessRefused, useCaseServices } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { ChangeServices } from "../../../services.ts";
import { renderContact } from "../../wire/call.ts";
import { readOrder, readOwnedKey, showChange } from "../change.ts";

/** Notes a contact with the owner of a called position. */
export function addContact(services: ChangeServices): Operation<typeof routes.addContact> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { method, answer, promisedAmount, promisedUntil, note = "" } = body;
    const idempotencyKey = c.req.valid("header")["Idempotency-Key"];
    const owned = await readOwnedKey(services, accountId);
    const noted = await addContactOf(useCaseServices(services), {
      ...owned,
      ...(await readOrder(services, c, idempotencyKey, { accountId, symbol }, body)),
      symbol,
      contact: {
        ...{ method, answer, note },
        ...(promisedAmount !== undefined && { promisedVnd: BigInt(promisedAmount) }),
        ...(promisedUntil !== undefined && { promisedUntilMs: promisedUntil }),
      },
    });
    if (noted.kind === "refused" && noted.code === "date_not_valid")
      throw refuseField("promisedUntil", "has to be a time to come");
    const { code, message, contact } = unlessRefused(noted);
    await showChange(services, c, owned);
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
