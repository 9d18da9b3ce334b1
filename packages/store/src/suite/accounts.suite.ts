import type { Change, ContactRecord, Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import {
  makeAudit,
  makeChange,
  makeContact,
  makeDraft,
  makeEpisode,
  makeJudged,
  makePosition,
  openAccount,
} from "../testing/make-change.ts";
import type { StoreHarness } from "../testing/store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };

const fresh = { version: 1, equityVnd: 0n, auditCount: 0, auditHash: "" };

const page = { limit: 50, offset: 0 };

/** Changes are atomic and durable. */
export function describeChanges({ open }: StoreHarness<Store>): void {
  test("a new account is empty and has version 1", async () => {
    const store = await open();
    expect(await store.readAccount(key)).toBeUndefined();
    await openAccount(store, "u-1", "A-1");
    expect(await store.readAccount(key)).toEqual({
      account: { ...key, ...fresh, openedAtMs: 1_000, changedAtMs: 1_000 },
      positions: [],
      episodes: [],
      notificationCount: 0,
      versions: await store.readVersions(),
      prices: { marks: [], quotes: [] },
    });
  });

  test("an account is opened once and has one owner", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    expect(await store.commit(makeChange("u-1", "A-1"))).toBe("version-moved");
    expect(await store.commit(makeChange("u-2", "A-1"))).toBe("version-moved");
    expect(await store.commit(makeChange("u-2", "A-1", { expectedVersion: 1 }))).toBe("version-moved");
    expect(await store.findOwner("A-1")).toBe("u-1");
    expect(await store.readAccount({ userId: "u-2", accountId: "A-1" })).toBeUndefined();
  });

  test("a commit stores equity, positions, episodes, audit entries, movement, outcome and notification", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = makeWhole();
    expect(await store.commit(change)).toBe("committed");
    expect(await store.readAccount(key)).toEqual({
      account: {
        ...key,
        version: 2,
        equityVnd: 9_007_199_254_740_991n,
        openedAtMs: 1_000,
        changedAtMs: 2_000,
        auditCount: 2,
        auditHash: "b".repeat(64),
      },
      positions: change.positions,
      episodes: change.episodes,
      notificationCount: 1,
      versions: await store.readVersions(),
      prices: { marks: [], quotes: [] },
    });
    expect(await store.listAudits(key, { limit: 9 })).toEqual([
      { place: 1, ...makeAudit("a") },
      { place: 2, ...makeAudit("b") },
    ]);
    expect(await store.readMovement("u-1", "m-1")).toEqual({
      ...change.movement,
      accountId: "A-1",
      atMs: 2_000,
    });
    expect(await store.listMovements(key, { limit: 9 })).toEqual([await store.readMovement("u-1", "m-1")]);
    expect(await store.listMovements(key, { after: "m-1", limit: 9 })).toEqual([]);
    expect(await store.listMovements({ ...key, accountId: "A-2" }, { limit: 9 })).toEqual([]);
    expect(await store.readOutcome("u-1", "k-1")).toEqual({ ...change.outcome, atMs: change.atMs });
    expect(await store.readOutcome("u-2", "k-1")).toBeUndefined();
  });
}

function makeWhole(): Change {
  const outcome = { idempotencyKey: "k-1", fingerprint: "f-1", answer: '{"done":true}' };
  return makeChange("u-1", "A-1", {
    expectedVersion: 1,
    atMs: 2_000,
    equityVnd: 9_007_199_254_740_991n,
    positions: [
      makePosition("FPT", { changedAtMs: 2_000 }),
      makePosition("VNM", { quantity: -300n, isClosing: true, openedAtMs: 1_500, changedAtMs: 1_600 }),
    ],
    movement: { movementId: "m-1", kind: "deposit", amountVnd: 9_007_199_254_740_991n },
    outcome,
    episodes: [
      makeEpisode("FPT", {
        number: 3n,
        isForceCloseNotified: true,
        reminder: 2n,
        lastContact: makeContact(),
      }),
      makeEpisode("VNM", { isOpen: false, openedAtMs: 1_500 }),
    ],
    audits: [makeAudit("a"), makeAudit("b")],
    notifications: [makeDraft("Deposit/m-1")],
  });
}

/** Positions and accounts read back as they were written. */
export function describePositions({ open }: StoreHarness<Store>): void {
  test("a change replaces and removes the named positions only", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = (version: number, members: Partial<Change>): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion: version, ...members }));
    await change(1, { positions: [makePosition("FPT"), makePosition("VNM")] });
    await change(2, {
      positions: [makePosition("FPT", { quantity: 50n, coveredVnd: 7n })],
      closedSymbols: ["VNM"],
    });
    const state = await store.readAccount(key);
    expect(state?.positions).toEqual([makePosition("FPT", { quantity: 50n, coveredVnd: 7n })]);
  });

  test("keeps the price of a position's last decision, whatever its origin", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const positions = [
      makePosition("FPT", { decisionPrice: makeJudged(80_000_000n) }),
      makePosition("HPG", { decisionPrice: makeJudged(9_007_199_254_740_991n, { seq: 0, isByHand: true }) }),
      makePosition("VIC", { decisionPrice: makeJudged(1n, { atMs: 9_007_199_254_740_991, isPlayed: true }) }),
      makePosition("VNM"),
    ];
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, positions }));
    expect((await store.readAccount(key))?.positions).toEqual(positions);
    expect((await store.readAccounts([key]))[0]?.positions).toEqual(positions);
    const later = makePosition("FPT", { decisionPrice: makeJudged(78_000_000n, { atMs: 2_000, seq: 8 }) });
    await store.commit(makeChange("u-1", "A-1", { expectedVersion: 2, positions: [later] }));
    expect((await store.readAccount(key))?.positions).toEqual([later, ...positions.slice(1)]);
  });

  test("keeps the last contact of an episode, with a promise or without, until a change leaves it out", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = (version: number, members: Partial<Change>): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion: version, ...members }));
    const plain: ContactRecord = { atMs: 3_000, method: "message", answer: "noAnswer", by: "hoa", note: "" };
    await change(1, {
      episodes: [
        makeEpisode("FPT", { lastContact: makeContact() }),
        makeEpisode("VNM", { lastContact: plain }),
      ],
    });
    const episodes = (await store.readAccount(key))?.episodes;
    expect(episodes).toEqual([
      makeEpisode("FPT", { lastContact: makeContact() }),
      makeEpisode("VNM", { lastContact: plain }),
    ]);
    expect((await store.readAccounts([key]))[0]?.episodes).toEqual(episodes);
    await change(2, { episodes: [makeEpisode("FPT", { isOpen: false })] });
    expect((await store.readAccount(key))?.episodes[0]).toEqual(makeEpisode("FPT", { isOpen: false }));
  });

  test("lists accounts in pages, of all users or of one", async () => {
    const store = await open();
    for (const [user, account] of [
      ["u-2", "B-1"],
      ["u-1", "A-2"],
      ["u-1", "A-1"],
    ] as const) {
      await openAccount(store, user, account);
    }
    const first = await store.listAccounts({ limit: 2 });
    expect(first.map(({ accountId }) => accountId)).toEqual(["A-1", "A-2"]);
    const rest = await store.listAccounts({ limit: 2, after: first[1] });
    expect(rest.map(({ accountId }) => accountId)).toEqual(["B-1"]);
    const own = await store.listAccounts({ limit: 9, userId: "u-1" });
    expect(own.map(({ accountId }) => accountId)).toEqual(["A-1", "A-2"]);
  });
}

/** A change commits only on the version it was decided on. */
export function describeConditions({ open }: StoreHarness<Store>): void {
  test("one of twelve concurrent changes of twelve users commits under a key of another user, who has no account", async () => {
    const store = await open();
    const users = Array.from({ length: 12 }, (_, index) => `u-${index}`);
    for (const user of users) await openAccount(store, user, `A-${user}`);
    const outcome = { idempotencyKey: "k-1", userId: "desk", fingerprint: "f-1", answer: "{}" };
    const change = (user: string, members: object = {}): Change =>
      makeChange(user, `A-${user}`, { expectedVersion: 1, equityVnd: 5n, outcome, ...members });
    const done = await Promise.all(users.map((user) => store.commit(change(user))));
    expect(done.filter((each) => each === "committed")).toHaveLength(1);
    expect(done.filter((each) => each === "key-used")).toHaveLength(11);
    const accounts = await store.listAccounts({ limit: 99 });
    expect(accounts.filter(({ equityVnd }) => equityVnd === 5n)).toHaveLength(1);
    expect(await store.readOutcome("desk", "k-1")).toMatchObject({
      idempotencyKey: "k-1",
      fingerprint: "f-1",
    });
    expect(await store.readOutcome("u-0", "k-1")).toBeUndefined();
    const user = users.find((_, index) => done[index] === "key-used") ?? "";
    const audits = { audits: [makeAudit("a")], episodes: [makeEpisode("FPT")] };
    expect(await store.commit(change(user, audits))).toBe("key-used");
    expect(await store.commit(change(user, { outcome: { ...outcome, userId: undefined } }))).toBe(
      "committed",
    );
  });

  test("a change of a missing account writes nothing", async () => {
    const store = await open();
    const change = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      episodes: [makeEpisode("FPT")],
      audits: [makeAudit("a")],
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(change)).toBe("version-moved");
    expect(await store.listAudits(key, { limit: 9 })).toEqual([]);
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });

  test("a change decided on an older version writes nothing", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await store.commit(
      makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, audits: [makeAudit("a")] }),
    );
    const stale = makeChange("u-1", "A-1", {
      expectedVersion: 1,
      equityVnd: 7n,
      positions: [makePosition("FPT")],
      episodes: [makeEpisode("FPT")],
      audits: [makeAudit("b")],
      outcome: { idempotencyKey: "k-1", fingerprint: "f-1", answer: "{}" },
      notifications: [makeDraft("Deposit/m-1")],
    });
    expect(await store.commit(stale)).toBe("version-moved");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n, auditCount: 1, auditHash: "a".repeat(64) },
      positions: [],
      episodes: [],
    });
    expect(await store.listAudits(key, { limit: 9 })).toEqual([{ place: 1, ...makeAudit("a") }]);
    expect(await store.readOutcome("u-1", "k-1")).toBeUndefined();
    expect(await store.listNotifications("u-1", page)).toEqual([]);
  });
}

/** An audit is append-only. */
export function describeAudits({ open, openBeside }: StoreHarness<Store>): void {
  test("audit entries of successive changes have successive places, and the account keeps their number and the last hash", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const change = (accountId: string, version: number, letters: string): Promise<unknown> =>
      store.commit(
        makeChange("u-1", accountId, { expectedVersion: version, audits: [...letters].map(makeAudit) }),
      );
    expect(await change("A-1", 1, "a")).toBe("committed");
    expect(await change("A-2", 1, "f")).toBe("committed");
    expect(await change("A-1", 2, "")).toBe("committed");
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 3, auditCount: 1, auditHash: "a".repeat(64) },
    });
    expect(await change("A-1", 3, "bcd")).toBe("committed");
    expect(await store.listAccounts({ limit: 9 })).toMatchObject([
      { accountId: "A-1", auditCount: 4, auditHash: "d".repeat(64) },
      { accountId: "A-2", auditCount: 1, auditHash: "f".repeat(64) },
    ]);
    const entries = ["a", "b", "c", "d"].map((letter, index) => ({ place: index + 1, ...makeAudit(letter) }));
    expect(await store.listAudits(key, { limit: 9 })).toEqual(entries);
    expect(await store.listAudits(key, { limit: 2, after: 1 })).toEqual(entries.slice(1, 3));
    expect(await store.listAudits(key, { limit: 9, after: 4 })).toEqual([]);
    expect(await store.listAudits({ userId: "u-2", accountId: "A-1" }, { limit: 9 })).toEqual([]);
  });

  test("one of twenty concurrent audit entries over two connections commits, and the chain has one entry more", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    const letters = [..."abcdefghijklmnopqrst"];
    const outcomes = await Promise.all(
      letters.map((letter, index) =>
        (index % 2 ? store : beside).commit(
          makeChange("u-1", "A-1", { expectedVersion: 1, audits: [makeAudit(letter)] }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    const winner = letters[outcomes.indexOf("committed")] ?? "";
    expect(await store.listAudits(key, { limit: 9 })).toEqual([{ place: 1, ...makeAudit(winner) }]);
    expect(await store.readAccount(key)).toMatchObject({
      account: { auditCount: 1, auditHash: winner.repeat(64) },
    });
  });
}

/** Episodes outlive their positions. */
export function describeEpisodes({ open }: StoreHarness<Store>): void {
  test("an episode is replaced by symbol and remains after its position is closed", async () => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    const change = (version: number, members: Partial<Change>): Promise<unknown> =>
      store.commit(makeChange("u-1", "A-1", { expectedVersion: version, ...members }));
    await change(1, {
      positions: [makePosition("VNM"), makePosition("FPT")],
      episodes: [makeEpisode("VNM"), makeEpisode("FPT")],
    });
    const ended = makeEpisode("VNM", {
      number: 2n,
      isOpen: false,
      isForceCloseNotified: true,
      reminder: 5n,
      openedAtMs: 4_000,
    });
    await change(2, { closedSymbols: ["VNM"], episodes: [ended] });
    const state = await store.readAccount(key);
    expect(state?.positions).toEqual([makePosition("FPT")]);
    expect(state?.episodes).toEqual([makeEpisode("FPT"), ended]);
  });
}

/** Idempotency keys and movement ids are unique per user. */
export function describeKeys({ open }: StoreHarness<Store>): void {
  test.each([
    ["key", { outcome: { idempotencyKey: "k-1", fingerprint: "f-1", answer: "{}" } }],
    ["movement", { movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n } }],
  ] as const)("reports a used %s at any version", async (_what, members) => {
    const store = await open();
    await openAccount(store, "u-1", "A-1");
    expect(await store.commit(makeChange("u-1", "A-1", { expectedVersion: 1, ...members }))).toBe(
      "committed",
    );
    const again = { equityVnd: 9n, ...members };
    for (const expectedVersion of [1, 2]) {
      expect(await store.commit(makeChange("u-1", "A-1", { expectedVersion, ...again }))).toBe("key-used");
    }
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 2, equityVnd: 0n } });
  });

  test("two users may use the same key and movement id", async () => {
    const store = await open();
    for (const [user, account] of [
      ["u-1", "A-1"],
      ["u-2", "B-1"],
    ] as const) {
      await openAccount(store, user, account);
      const change = makeChange(user, account, {
        expectedVersion: 1,
        movement: { movementId: "m-1", kind: "deposit", amountVnd: 5n },
        outcome: { idempotencyKey: "k-1", fingerprint: "f-1", answer: "{}" },
      });
      expect(await store.commit(change)).toBe("committed");
    }
  });
}

/** One of several concurrent changes succeeds. */
export function describeRaces({ open, openBeside }: StoreHarness<Store>): void {
  test("one of fifty concurrent changes of an account over two connections succeeds", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : beside).commit(
          makeChange("u-1", "A-1", {
            expectedVersion: 1,
            equityVnd: BigInt(index),
            notifications: [makeDraft(`Deposit/m-${index}`)],
          }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "version-moved")).toHaveLength(49);
    expect(await store.listNotifications("u-1", page)).toHaveLength(1);
    const winner = outcomes.indexOf("committed");
    expect(await beside.readAccount(key)).toMatchObject({ account: { equityVnd: BigInt(winner) } });
  });

  test("one of fifty users who open the same account concurrently owns it", async () => {
    const store = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.commit(makeChange(`u-${index}`, "A-1"))),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(await store.findOwner("A-1")).toBe(`u-${outcomes.indexOf("committed")}`);
  });

  test("concurrent notifications of two accounts of one user have consecutive, unique numbers", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const notify = async (by: Store, account: string): Promise<void> => {
      for (let version = 1; version <= 20; version += 1) {
        const notifications = [makeDraft(`${account}/${version}`)];
        const change = makeChange("u-1", account, { expectedVersion: version, notifications });
        expect(await by.commit(change)).toBe("committed");
      }
    };
    await Promise.all([notify(store, "A-1"), notify(beside, "A-2")]);
    const listed = await store.listNotifications("u-1", page);
    const [last = 0] = listed.map(({ id }) => id);
    expect(listed.map(({ id }) => last - id)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(new Set(listed.map(({ messageId }) => messageId)).size).toBe(40);
  });
}
