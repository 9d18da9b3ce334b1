import { listNotifications, type Services, type ToldNotification } from "@trading-oms/brokerage";

const rowsInPart = 500;

/** Reads all that users were told, of each newest first. */
export async function readTellings(
  services: Services,
  userIds: Iterable<string>,
): Promise<ToldNotification[]> {
  const parts = await Promise.all([...userIds].map((userId) => readOf(services, userId)));
  return parts.flat();
}

async function readOf(services: Services, userId: string): Promise<ToldNotification[]> {
  const told: ToldNotification[] = [];
  for (;;) {
    const part = await listNotifications(services, userId, { limit: rowsInPart, offset: told.length });
    told.push(...part);
    if (part.length < rowsInPart) return told;
  }
}
