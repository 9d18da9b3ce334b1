import { addContact as addContactOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { refuseField } from "../../../http/errors.ts";
import { type Operation, renderStatus, translatedHeaders, unlessRefused } from "../../../http/operation.ts";
import type { ChangeServices } from "../../../services.ts";
import { renderContact } from "../../wire/call.ts";
import { readOrder, readOwnedKey, showChange } from "../change.ts";

export function addContact(services: ChangeServices): Operation<typeof routes.addContact> {
  return async (c) => {
    const { accountId, symbol } = c.req.valid("param");
    const body = c.req.valid("json");
    const { method, answer, promisedAmount, promisedUntil, note = "" } = body;
    const owned = await readOwnedKey(services, accountId);
    const noted = await addContactOf(services, {
      ...owned,
      ...(await readOrder(services, c, { accountId, symbol }, body)),
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
