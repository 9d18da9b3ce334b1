import type { Command } from "../cli/command.ts";
import { makeCompletion } from "../cli/completion.ts";
import { accountsCommands } from "./accounts.ts";
import { auditCommands } from "./audit.ts";
import { callListCommands } from "./call-lists.ts";
import { callsCommands } from "./calls.ts";
import { carryCommands } from "./carry.ts";
import { cashCommands } from "./cash.ts";
import { coversCommands } from "./covers.ts";
import { dbCommands } from "./db.ts";
import { demoCommands } from "./demo.ts";
import { holidaysCommands } from "./holidays.ts";
import { idCardCommands } from "./id-card.ts";
import { imagesCommands } from "./images.ts";
import { importCommands } from "./imports.ts";
import { instrumentsCommands } from "./instruments.ts";
import { keysCommands } from "./keys.ts";
import { marginCommands } from "./margin.ts";
import { notificationsCommands } from "./notifications.ts";
import { positionsCommands } from "./positions.ts";
import { pricesCommands } from "./prices.ts";
import { publishCommands } from "./publish.ts";
import { ratesCommands } from "./rates.ts";
import { recordCommands } from "./record.ts";
import { shockCommands } from "./shock.ts";
import { watchCommands } from "./watch.ts";

const commands: readonly Command[] = [
  ...accountsCommands,
  ...cashCommands,
  ...positionsCommands,
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

/** Every command, in the order of the help. */
export const everyCommand: readonly Command[] = [...commands, makeCompletion(commands)];
