import {
  type CatalogLine,
  importCatalog,
  moveCash,
  openAccount,
  type Refusal,
  type Services,
  setPosition,
  setRates,
} from "@trading-oms/brokerage";
import type { CalendarDate } from "@trading-oms/market";
import { hashText } from "../cli/database.ts";
import { type DemoPlan, demoBeginsAtMs, listInstruments, planDemo } from "./plan.ts";

/** What came of loading the demonstration. */
type LoadedDemo = {
  readonly kind: "done";
  /** Whether all of it was there already, so that nothing was changed. */
  readonly isRepeat: boolean;
  readonly instrumentCount: number;
  readonly accountCount: number;
  readonly movementCount: number;
  readonly positionCount: number;
};

/** Why it was not loaded. */
type RefusedDemo = { readonly kind: "refused"; readonly code: string; readonly message: string };

/** Loads the demonstration as it is on a day; what an earlier loading left undone is done, and nothing twice. */
export async function loadDemo(
  { store }: Pick<Services, "store">,
  date: CalendarDate,
): Promise<LoadedDemo | RefusedDemo> {
  const plan = planDemo(date);
  const instruments = listInstruments(date);
  const isRepeat = await isLoaded(store, plan);
  const refusal = isRepeat ? undefined : await loadAll(store, plan, instruments);
  return (
    refusal ?? {
      kind: "done",
      isRepeat,
      instrumentCount: instruments.length,
      accountCount: plan.accounts.length,
      movementCount: plan.movements.length,
      positionCount: plan.positions.length,
    }
  );
}

type Store = Services["store"];
type Records = ReturnType<typeof listInstruments>;

/** The last movement is the last of all, so that with it everything is there. */
async function isLoaded(store: Store, { movements }: DemoPlan): Promise<boolean> {
  const last = movements.at(-1);
  return last !== undefined && (await store.readMovement(last.key.userId, last.movementId)) !== undefined;
}

async function loadAll(store: Store, plan: DemoPlan, instruments: Records): Promise<RefusedDemo | undefined> {
  const refusal = await refuseOthers(store, plan);
  if (refusal !== undefined) return refusal;
  // The accounts come first, for by them a loading that broke off is known.
  for (const key of plan.accounts) {
    if ((await store.readAccount(key)) !== undefined) continue;
    const opened = await openAccount(at(store, demoBeginsAtMs), key);
    if (opened.kind === "refused") return opened;
  }
  await loadCatalog(store, instruments);
  for (const setting of plan.rates) {
    const set = await setRates(at(store, demoBeginsAtMs), setting);
    if (set.kind === "refused") return set;
  }
  return (
    (await loadMovements(store, plan.movements.slice(0, -1))) ??
    (await loadPositions(store, plan)) ??
    (await loadMovements(store, plan.movements.slice(-1)))
  );
}

/** Whoever has a catalog or rates of their own keeps them. */
async function refuseOthers(store: Store, { accounts }: DemoPlan): Promise<RefusedDemo | undefined> {
  const owners = await Promise.all(accounts.map(({ accountId }) => store.findOwner(accountId)));
  if (accounts.some(({ userId }, index) => (owners[index] ?? userId) !== userId)) return notEmpty("accounts");
  if (owners.some((owner) => owner !== undefined)) return undefined;
  if ((await store.listInstruments({ limit: 1 })).length > 0) return notEmpty("a catalog");
  return (await store.listRates({ limit: 1 })).length > 0 ? notEmpty("rates") : undefined;
}

function notEmpty(what: string): RefusedDemo {
  const message = `The database has ${what} of its own; load the demonstration into another.`;
  return { kind: "refused", code: "not-empty", message };
}

async function loadCatalog(store: Store, instruments: Records): Promise<void> {
  const imported = await importCatalog(at(store, demoBeginsAtMs), linesOf(instruments));
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

async function loadPositions(store: Store, { positions }: DemoPlan): Promise<Refusal | undefined> {
  for (const { key, quantity, price, atMs } of positions) {
    const state = await store.readAccount(key);
    if (state?.positions.some(({ symbol }) => symbol === key.symbol)) continue;
    const set = await setPosition(at(store, atMs), key, { quantity, price });
    if (set.kind === "refused") return set;
  }
  return undefined;
}

async function loadMovements(store: Store, movements: DemoPlan["movements"]): Promise<Refusal | undefined> {
  for (const { atMs, ...movement } of movements) {
    const moved = await moveCash(at(store, atMs), movement);
    if (moved.kind === "refused") return moved;
  }
  return undefined;
}

/** Every step has its own time, whenever it is loaded; every name is its own. */
function at(store: Store, atMs: number): Services {
  return {
    store,
    now: () => atMs,
    hash: hashText,
    makeId: () => {
      throw new Error("The demonstration names everything itself.");
    },
  };
}
