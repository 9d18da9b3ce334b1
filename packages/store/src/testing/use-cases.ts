import {
  addContact,
  closeHolding,
  markClosing,
  markNotificationsRead,
  moveCash,
  openAccount,
  reduceHolding,
  type Services,
  setCover,
  setPosition,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";

/** A use case of one account. */
export type UseCase = {
  readonly name: string;
  readonly prepare: (services: Services, key: AccountKey) => Promise<void>;
  readonly act: (services: Services, key: AccountKey) => Promise<{ readonly kind: string }>;
  /** The state of the account and its user afterwards. */
  readonly after: {
    readonly version: number;
    readonly equityVnd: bigint;
    readonly quantities: readonly bigint[];
    readonly notificationCount: number;
  };
};

const at = (thousand: bigint): bigint => thousand * 1_000_000n;

/** Every use case that changes one account. */
export const useCases: readonly UseCase[] = [
  {
    name: "an opening",
    prepare: async () => {},
    act: openAccount,
    after: { version: 1, equityVnd: 0n, quantities: [], notificationCount: 0 },
  },
  {
    name: "a deposit with an id",
    prepare: open,
    act: (services, key) => deposit(services, key, "m-1"),
    after: { version: 2, equityVnd: 80_000_000n, quantities: [], notificationCount: 1 },
  },
  {
    name: "a deposit without an id",
    prepare: open,
    act: (services, key) => deposit(services, key, undefined),
    after: { version: 2, equityVnd: 80_000_000n, quantities: [], notificationCount: 1 },
  },
  {
    name: "a withdrawal",
    prepare: hold,
    act: (services, key) =>
      moveCash(services, { key, kind: "withdrawal", amountVnd: 5_000_000n, movementId: "m-2" }),
    after: { version: 4, equityVnd: 75_000_000n, quantities: [1_000n], notificationCount: 2 },
  },
  {
    name: "a position that is opened",
    prepare: fund,
    act: setHolding,
    after: { version: 3, equityVnd: 80_000_000n, quantities: [1_000n], notificationCount: 1 },
  },
  {
    name: "a position that is replaced",
    prepare: hold,
    act: (services, key) =>
      setPosition(services, { ...key, symbol: "FPT" }, { quantity: 700n, price: at(90n) }),
    after: { version: 4, equityVnd: 80_000_000n, quantities: [700n], notificationCount: 1 },
  },
  {
    name: "a position that is reduced",
    prepare: hold,
    act: (services, key) =>
      reduceHolding(
        services,
        { ...key, symbol: "FPT" },
        { quantity: 400n, price: at(90n) },
        { isConfirmed: true },
      ),
    after: { version: 4, equityVnd: 84_000_000n, quantities: [600n], notificationCount: 1 },
  },
  {
    name: "a position that is closed",
    prepare: hold,
    act: (services, key) => closeHolding(services, { ...key, symbol: "FPT" }, at(70n), { isConfirmed: true }),
    after: { version: 4, equityVnd: 70_000_000n, quantities: [], notificationCount: 1 },
  },
  {
    name: "an opened position that is called at once",
    prepare: fund,
    act: setCalled,
    after: { version: 3, equityVnd: 80_000_000n, quantities: [1_000n], notificationCount: 2 },
  },
  {
    name: "a cover with an idempotency key that ends a margin call",
    prepare: async (services, key) => {
      await fund(services, key);
      mustBeDone(await setCalled(services, key));
    },
    act: (services, key) =>
      setCover(services, {
        ...key,
        symbol: "FPT",
        amountVnd: 2_000_000n,
        actor: { kind: "user", name: "somebody" },
        requestId: "r-1",
        idempotency: { key: "k-1", fingerprint: "f-1" },
      }),
    after: { version: 4, equityVnd: 80_000_000n, quantities: [1_000n], notificationCount: 2 },
  },
  {
    name: "a contact with an idempotency key",
    prepare: async (services, key) => {
      await fund(services, key);
      mustBeDone(await setCalled(services, key));
    },
    act: (services, key) =>
      addContact(services, {
        ...key,
        symbol: "FPT",
        contact: { method: "telephone", answer: "promised", promisedVnd: 2_000_000n, note: "" },
        actor: { kind: "operator", name: "lan" },
        requestId: "r-1",
        idempotency: { key: "k-1", fingerprint: "f-1" },
      }),
    after: { version: 4, equityVnd: 80_000_000n, quantities: [1_000n], notificationCount: 2 },
  },
  {
    name: "notifications that are all marked as read",
    prepare: fund,
    act: (services, { userId }) => markNotificationsRead(services, userId),
    after: { version: 2, equityVnd: 80_000_000n, quantities: [], notificationCount: 1 },
  },
  {
    name: "a notification that is marked as read by its id",
    prepare: fund,
    act: async (services, { userId }) => {
      const { newestId } = await services.store.countNotifications(userId);
      return markNotificationsRead(services, userId, [newestId]);
    },
    after: { version: 2, equityVnd: 80_000_000n, quantities: [], notificationCount: 1 },
  },
  {
    name: "a position that is marked as closing",
    prepare: hold,
    act: (services, key) =>
      markClosing(services, { ...key, symbol: "FPT" }, true, { actor: { kind: "operator", name: "lan" } }),
    after: { version: 4, equityVnd: 80_000_000n, quantities: [1_000n], notificationCount: 1 },
  },
];

async function open(services: Services, key: AccountKey): Promise<void> {
  mustBeDone(await openAccount(services, key));
}

async function fund(services: Services, key: AccountKey): Promise<void> {
  await open(services, key);
  mustBeDone(await deposit(services, key, "m-1"));
}

async function hold(services: Services, key: AccountKey): Promise<void> {
  await fund(services, key);
  mustBeDone(await setHolding(services, key));
}

function deposit(
  services: Services,
  key: AccountKey,
  movementId: string | undefined,
): ReturnType<typeof moveCash> {
  return moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n, movementId });
}

function setHolding(services: Services, key: AccountKey): ReturnType<typeof setPosition> {
  return setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: at(80n) });
}

/** Bought at 100,000 with a mark of 80,000, its margin ratio is 0.375, below the call rate of 0.4. */
function setCalled(services: Services, key: AccountKey): ReturnType<typeof setPosition> {
  return setPosition(services, { ...key, symbol: "FPT" }, { quantity: 1_000n, price: at(100n) });
}

function mustBeDone(outcome: { readonly kind: string }): void {
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
}
