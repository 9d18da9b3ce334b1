import type { Command } from "../cli/command.ts";
import { makeCompletion } from "../cli/completion.ts";
import { accountsList, accountsOpen, accountsShow } from "./accounts.ts";
import { auditList, auditVerify } from "./audit.ts";
import { pricesCarry } from "./carry.ts";
import { cashDeposit, cashWithdraw } from "./cash.ts";
import { coversSet } from "./covers.ts";
import { dbBackup, dbInfo, dbMigrate, dbRestore } from "./db.ts";
import { demoLoad } from "./demo.ts";
import { holidaysList, holidaysSet } from "./holidays.ts";
import { idCardRead } from "./id-card.ts";
import { imagesDelete, imagesKey, imagesList } from "./images.ts";
import { instrumentsImport, instrumentsList } from "./instruments.ts";
import { keysList, keysMake, keysRetire, token } from "./keys.ts";
import { marginExplain } from "./margin.ts";
import { notificationsList, notificationsRead } from "./notifications.ts";
import { positionsClose, positionsList, positionsReduce, positionsSet } from "./positions.ts";
import { pricesList, pricesSet } from "./prices.ts";
import { feedPublish } from "./publish.ts";
import { ratesList, ratesSet } from "./rates.ts";
import { feedRecord } from "./record.ts";
import { watchStatus } from "./watch.ts";

const commands: readonly Command[] = [
  accountsOpen,
  accountsShow,
  accountsList,
  cashDeposit,
  cashWithdraw,
  positionsSet,
  positionsReduce,
  positionsClose,
  positionsList,
  coversSet,
  marginExplain,
  auditVerify,
  auditList,
  watchStatus,
  pricesSet,
  pricesList,
  pricesCarry,
  feedPublish,
  feedRecord,
  ratesSet,
  ratesList,
  holidaysSet,
  holidaysList,
  instrumentsImport,
  instrumentsList,
  notificationsList,
  notificationsRead,
  token,
  keysMake,
  keysList,
  keysRetire,
  idCardRead,
  imagesKey,
  imagesList,
  imagesDelete,
  dbMigrate,
  dbBackup,
  dbRestore,
  dbInfo,
  demoLoad,
];

/** Every command, in the order in which help tells of them. */
export const everyCommand: readonly Command[] = [...commands, makeCompletion(commands)];
