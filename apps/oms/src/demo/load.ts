import {
  addContact,
  type CatalogLine,
  importCatalog,
  moveCash,
  openAccount,
  openReferenceBook,
  type Services,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { CalendarDate } from "@trading-oms/market";
import { type DeskAccount, planDesk } from "./desk-plan.ts";
import { type DemoPlan, listFutureCodes, listInstruments, planDemo } from "./plan.ts";

/** The loaded demonstration. */
export type LoadedDemo = {
  /** Whether it was loaded before, so that nothing was changed. */
  readonly isRepeat: boolean;
  readonly instrumentCount: number;
  readonly accountCount: number;
  readonly movementCount: number;
  readonly positionCount: number;
};

/** The refusal of a database with other data. */
export type RefusedDemo = { readonly kind: "refused"; readonly code: "not_empty"; readonly message: string };

/** Loads the demonstration for a day. An interrupted load is completed, and nothing is loaded twice. */
export async function loadDemo(
  { store, hash }: DemoServices,
  date: CalendarDate,
  { hasDesk = false }: { readonly hasDesk?: boolean } = {},
): Promise<LoadedDemo | RefusedDemo> {
  const plan = planDemo(date);
  const instruments = listInstruments(date);
  const services = { store, hash };
  const isRepeat = await isLoaded(store, plan);
  if (!isRepeat) {
    const what = await findForeignData(store, plan);
    const message = `The database has other ${what}: load the demonstration into another database.`;
    if (what !== undefined) return { kind: "refused", code: "not_empty", message };
    await loadAll(services, plan, instruments);
  }
  const desk = hasDesk ? await planDeskOf(store, date) : [];
  const areDeskRepeats: boolean[] = [];
  for (const account of desk) areDeskRepeats.push(await loadDeskAccount(services, account));
  return {
    isRepeat: isRepeat && areDeskRepeats.every(Boolean),
    instrumentCount: instruments.length,
    accountCount: plan.accounts.length + desk.length,
    movementCount: plan.movements.length + desk.length,
    positionCount: plan.positions.length + desk.flatMap(({ positions }) => positions).length,
  };
}

/** What a load needs; times and ids are those of the plan. */
type DemoServices = Pick<Services, "store" | "hash">;
type Store = Services["store"];
type Records = ReturnType<typeof listInstruments>;

/** `loadAll` writes the last movement last, so if it exists, everything does. */
async function isLoaded(store: Store, { movements }: DemoPlan): Promise<boolean> {
  const last = movements.at(-1);
  return last !== undefined && (await store.readMovement(last.key.userId, last.movementId)) !== undefined;
}

async function loadAll(services: DemoServices, plan: DemoPlan, instruments: Records): Promise<void> {
  // The accounts come first, because `findForeignData` recognizes an interrupted load by them.
  for (const key of plan.accounts) {
    if ((await services.store.readAccount(key)) !== undefined) continue;
    mustBeDone(await openAccount(servicesAt(services, plan.beginsAtMs), key));
  }
  await loadCatalog(servicesAt(services, plan.beginsAtMs), instruments);
  for (const setting of plan.rates)
    mustBeDone(await setRates(servicesAt(services, plan.beginsAtMs), { ...setting, requestId }));
  await loadMovements(services, plan.movements.slice(0, -1));
  await loadPositions(services, plan);
  await loadMovements(services, plan.movements.slice(-1));
}

/** Names data that the demonstration would overwrite; undefined if there is none. */
async function findForeignData(store: Store, { accounts }: DemoPlan): Promise<string | undefined> {
  const owners = await Promise.all(accounts.map(({ accountId }) => store.findOwner(accountId)));
  if (accounts.some(({ userId }, index) => (owners[index] ?? userId) !== userId)) return "accounts";
  if (owners.some((owner) => owner !== undefined)) return undefined;
  if ((await store.listInstruments({ limit: 1 })).length > 0) return "instruments";
  return (await store.listRates({ limit: 1 })).length > 0 ? "rates" : undefined;
}

async function loadCatalog(services: Services, instruments: Records): Promise<void> {
  const imported = await importCatalog(services, linesOf(instruments), () => {}, {
    requestId,
  });
  if (imported.kind === "done") return;
  const [{ line, fault } = { line: 0, fault: "" }] = imported.faults;
  throw new Error(`The demonstration's own catalog is at fault in row ${line}: ${fault}`);
}

async function* linesOf(instruments: Records): AsyncGenerator<CatalogLine> {
  let line = 0;
  for (const record of instruments) {
    line += 1;
    yield { line, record };
  }
}

async function loadPositions(services: DemoServices, { positions }: DemoPlan): Promise<void> {
  for (const { key, quantity, price, atMs } of positions) {
    const state = await services.store.readAccount(key);
    if (state?.positions.some(({ symbol }) => symbol === key.symbol)) continue;
    mustBeDone(await setPosition(servicesAt(services, atMs), key, { quantity, price }, { requestId }));
  }
}

async function loadMovements(services: DemoServices, movements: DemoPlan["movements"]): Promise<void> {
  for (const { atMs, ...movement } of movements) {
    mustBeDone(await moveCash(servicesAt(services, atMs), movement));
  }
}

/** The request of positions, rates and the catalog in their audits. */
const requestId = "demo";

async function planDeskOf(store: Store, date: CalendarDate): Promise<DeskAccount[]> {
  const { findInstrument } = await openReferenceBook({ store });
  return planDesk(date, listFutureCodes(date)[0] ?? "", findInstrument);
}

/** Returns whether the account was loaded before, also on another day; its last position comes last. */
async function loadDeskAccount(services: DemoServices, account: DeskAccount): Promise<boolean> {
  const { userId, accountId, openedAtMs, depositVnd, positions } = account;
  const key = { userId, accountId };
  const before = await services.store.readAccount(key);
  if (before?.positions.length === positions.length) return true;
  const begun = servicesAt(services, openedAtMs);
  if (before === undefined) mustBeDone(await openAccount(begun, key));
  const movementId = `DEMO-${accountId}`;
  mustBeDone(await moveCash(begun, { key, kind: "deposit", amountVnd: depositVnd, movementId }));
  for (const { symbol, quantity, entryVnd, atMs, contacts } of positions) {
    if (before?.positions.some((position) => position.symbol === symbol)) continue;
    const entry = { quantity, entryVnd };
    mustBeDone(await setPosition(servicesAt(services, atMs), { ...key, symbol }, entry, { requestId }));
    for (const { atMs: saidAtMs, by, ...contact } of contacts) {
      const actor = { kind: "operator", name: by } as const;
      const order = { ...key, symbol, actor, contact: { ...contact, note: "" }, requestId };
      mustBeDone(await addContact(servicesAt(services, saidAtMs), order));
    }
  }
  return false;
}

/** The services at the fixed time of one step. All ids are part of the plan, so `makeId` is never called. */
function servicesAt({ store, hash }: DemoServices, atMs: number): Services {
  return {
    store,
    now: () => atMs,
    hash,
    makeId: () => {
      throw new Error("The demonstration names everything itself.");
    },
  };
}

/** The rules allow all of the plan, so a refusal is a fault of the plan. */
function mustBeDone(answer: object): void {
  if ("code" in answer && answer.code !== undefined)
    throw new Error(`The demonstration is refused: ${JSON.stringify(answer)}`);
}
