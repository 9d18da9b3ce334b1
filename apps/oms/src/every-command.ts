import type { Command } from "./cli/command.ts";
import { accountsCommands } from "./commands/accounts/accounts.ts";
import { adjustmentsCommands } from "./commands/accounts/adjustments.ts";
import { auditCommands } from "./commands/accounts/audit.ts";
import { importCommands } from "./commands/accounts/imports.ts";
import { marginCommands } from "./commands/accounts/margin.ts";
import { notificationsCommands } from "./commands/accounts/notifications.ts";
import { positionsCommands } from "./commands/accounts/positions.ts";
import { watchCommands } from "./commands/calls/watch.ts";
import { idCardCommands } from "./commands/cards/id-card.ts";
import { imagesCommands } from "./commands/cards/images.ts";
import { keysCommands } from "./commands/keys.ts";
import { carryCommands } from "./commands/market/carry.ts";
import { holidaysCommands } from "./commands/market/holidays.ts";
import { instrumentsCommands } from "./commands/market/instruments.ts";
import { publishCommands } from "./commands/market/publish.ts";
import { recordCommands } from "./commands/market/record.ts";
import { dbCommands } from "./commands/store/db.ts";
import { demoCommands } from "./commands/store/demo.ts";
import { makeServerCommands } from "./server-commands/server-commands.ts";

/**
 * Operations without a command, because a local command has the same words or does more: it needs no server, takes any user, or goes
 * through all accounts.
 */
export const operationsWithoutCommand: readonly string[] = [
  "adjustPositions",
  "verifyAudit",
  "listAccounts",
  "readNotifications",
  "countNotifications",
];

/** Every command, in the order of the help. */
export const everyCommand: readonly Command[] = [
  ...accountsCommands,
  ...positionsCommands,
  ...adjustmentsCommands,
  ...marginCommands,
  ...auditCommands,
  ...watchCommands,
  ...carryCommands,
  ...publishCommands,
  ...recordCommands,
  ...holidaysCommands,
  ...instrumentsCommands,
  ...importCommands,
  ...notificationsCommands,
  ...keysCommands,
  ...idCardCommands,
  ...imagesCommands,
  ...dbCommands,
  ...demoCommands,
  ...makeServerCommands(operationsWithoutCommand),
];
