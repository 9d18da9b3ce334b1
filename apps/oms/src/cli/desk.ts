/** What an operator's desk shows, read from the database: the same lists and figures as a server's. */
import { DeskProjection, openBooks, type Services } from "@trading-oms/brokerage";
import { type DueRule, dueDefaults, parseTimeOfDay } from "@trading-oms/market";
import { UsageFault, type World } from "./command.ts";

/** Reads all accounts, rates and last prices. */
export async function openDesk(
  services: Services,
  { environment }: Pick<World, "environment">,
): Promise<DeskProjection> {
  const due = readDueRule(environment);
  const { book, marks } = await openBooks(services, { isPlayed: services.marks?.isPlayed });
  const projection = new DeskProjection(
    { ...services, book, marks },
    { due, yieldToEventLoop: async () => {} },
  );
  await projection.follow();
  return projection;
}

function readDueRule(environment: World["environment"]): DueRule {
  const { CALL_DUE_TIME, CALL_DUE_DAYS } = environment;
  const minuteOfDay = parseTimeOfDay(CALL_DUE_TIME || dueDefaults.time);
  if (minuteOfDay === undefined) {
    throw new UsageFault(
      `CALL_DUE_TIME is "${CALL_DUE_TIME}": write a time of day such as ${dueDefaults.time}.`,
    );
  }
  const days = CALL_DUE_DAYS || dueDefaults.days;
  const isDays = /^[0-9]{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= dueDefaults.daysMax;
  if (!isDays) throw new UsageFault(`CALL_DUE_DAYS is "${days}": write 1 to ${dueDefaults.daysMax}.`);
  return { days: Number(days), minuteOfDay };
}
