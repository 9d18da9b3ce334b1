import type { Command } from "../cli/command.ts";
import { accountsCommands } from "./accounts/accounts.ts";
import { adjustmentsCommands } from "./accounts/adjustments.ts";
import { auditCommands } from "./accounts/audit.ts";
import { cashCommands } from "./accounts/cash.ts";
import { coversCommands } from "./accounts/covers.ts";
import { importCommands } from "./accounts/imports.ts";
import { marginCommands } from "./accounts/margin.ts";
import { notificationsCommands } from "./accounts/notifications.ts";
import { positionsCommands } from "./accounts/positions.ts";
import { callListCommands } from "./calls/call-lists.ts";
import { callsCommands } from "./calls/calls.ts";
import { shockCommands } from "./calls/shock.ts";
import { watchCommands } from "./calls/watch.ts";
import { idCardCommands } from "./cards/id-card.ts";
import { imagesCommands } from "./cards/images.ts";
import { keysCommands } from "./keys.ts";
import { carryCommands } from "./market/carry.ts";
import { holidaysCommands } from "./market/holidays.ts";
import { instrumentsCommands } from "./market/instruments.ts";
import { pricesCommands } from "./market/prices.ts";
import { publishCommands } from "./market/publish.ts";
import { ratesCommands } from "./market/rates.ts";
import { recordCommands } from "./market/record.ts";
import { dbCommands } from "./store/db.ts";
import { demoCommands } from "./store/demo.ts";

/** Every command, in the order of the help. */
export const everyCommand: readonly Command[] = [
  ...accountsCommands,
  ...cashCommands,
  ...positionsCommands,
  ...adjustmentsCommands,
  ...coversCommands,
  ...marginCommands,
  ...callListCommands,
  ...callsCommands,
  ...shockCommands,
  ...auditCommands,
  ...watchCommands,
  ...pricesCommands,
  ...carryCommands,
  ...publishCommands,
  ...recordCommands,
  ...ratesCommands,
  ...holidaysCommands,
  ...instrumentsCommands,
  ...importCommands,
  ...notificationsCommands,
  ...keysCommands,
  ...idCardCommands,
  ...imagesCommands,
  ...dbCommands,
  ...demoCommands,
];
