import {
  type ChangedPosition,
  findAccountKey,
  type PositionKey,
  type Refusal,
  type Services,
} from "@trading-oms/brokerage";
import type { Desk, Given, Outcome } from "../../command.ts";
import { positionJson } from "../../output/record-json.ts";
import { renderNumber } from "../../output/render-number.ts";

/** Changes the position that the words name, and tells what has become of it. */
export async function changePositionOf(
  given: Given,
  { open }: Desk,
  change: (services: Services, key: PositionKey) => Promise<ChangedPosition | Refusal>,
): Promise<Outcome> {
  const services = await open();
  const account = await findAccountKey(services, given.argument("ACCOUNT"));
  if ("kind" in account) return account;
  const key = { ...account, symbol: given.argument("SYMBOL") };
  const changed = await change(services, key);
  if (changed.kind === "refused") return changed;
  const { position, realizedVnd } = changed;
  return {
    kind: "done",
    json: { ...key, realizedVnd, position: position === undefined ? null : positionJson(position) },
    lines: [tell(key, changed)],
  };
}

function tell({ accountId, symbol }: PositionKey, { position, realizedVnd }: ChangedPosition): string {
  const result = `realised ${renderNumber(realizedVnd)} VND`;
  if (position === undefined) return `${accountId} holds no ${symbol} any more, ${result}.`;
  const holding = `${accountId} holds ${renderNumber(position.quantity)} ${symbol}`;
  if (position.isClosing) return `${holding}, marked as closing.`;
  return `${holding}, entered at ${renderNumber(position.entryVnd)} VND, ${result}.`;
}
