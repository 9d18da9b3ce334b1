import type { Command } from "../command.ts";
import { accountsList } from "./accounts/list.ts";
import { accountsOpen } from "./accounts/open.ts";
import { accountsShow } from "./accounts/show.ts";
import { auditList } from "./audit/list.ts";
import { auditVerify } from "./audit/verify.ts";
import { cashDeposit } from "./cash/deposit.ts";
import { cashWithdraw } from "./cash/withdraw.ts";
import { coversSet } from "./covers/set.ts";
import { dbBackup } from "./db/backup.ts";
import { dbInfo } from "./db/info.ts";
import { dbMigrate } from "./db/migrate.ts";
import { dbRestore } from "./db/restore.ts";
import { demoLoad } from "./demo/load.ts";
import { feedPublish } from "./feed/publish.ts";
import { feedRecord } from "./feed/record.ts";
import { holidaysList } from "./holidays/list.ts";
import { holidaysSet } from "./holidays/set.ts";
import { idCardRead } from "./id-card/read.ts";
import { imagesDelete } from "./images/delete.ts";
import { imagesKey } from "./images/key.ts";
import { imagesList } from "./images/list.ts";
import { instrumentsImport } from "./instruments/import.ts";
import { instrumentsList } from "./instruments/list.ts";
import { keysList } from "./keys/list.ts";
import { keysMake } from "./keys/make.ts";
import { keysRetire } from "./keys/retire.ts";
import { marginExplain } from "./margin/explain.ts";
import { notificationsList } from "./notifications/list.ts";
import { notificationsRead } from "./notifications/read.ts";
import { positionsClose } from "./positions/close.ts";
import { positionsList } from "./positions/list.ts";
import { positionsReduce } from "./positions/reduce.ts";
import { positionsSet } from "./positions/set.ts";
import { pricesCarry } from "./prices/carry.ts";
import { pricesList } from "./prices/list.ts";
import { pricesSet } from "./prices/set.ts";
import { ratesList } from "./rates/list.ts";
import { ratesSet } from "./rates/set.ts";
import { token } from "./token.ts";
import { watchStatus } from "./watch/status.ts";

/** Every command, in the order in which help tells of them. */
export const everyCommand: readonly Command[] = [
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
