import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { connect } from "@nats-io/transport-node";
import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import { type ScratchNats, startNats } from "@trading-oms/scratch";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { describeFeed } from "../feed.suite.ts";
import { openTestBoard } from "../testing/open-test-board.ts";
import { type NatsFeed, type NatsFeedEvent, openNatsFeed } from "./nats-feed.ts";
import { type LinkEvent, natsSubjects } from "./nats-link.ts";
import {
  listenToPublishers,
  type NatsPublisher,
  type NatsPublisherOptions,
  openNatsPublisher,
} from "./nats-publisher.ts";
import { type NatsServers, readNatsServers } from "./read-nats-servers.ts";

let nats: ScratchNats;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats.stop());

let publisherCount = 0;

describeFeed("over NATS", {
  make: async () => {
    const own = await startNats();
    onTestFinished(() => own.stop());
    const { publisher, publish } = openPublisher(serversOf(own));
    await publisher.opened;
    const feed = openFeed(serversOf(own));
    const { followed, whenTaken } = noteTaken(feed);
    await until(() => feed.counts().isConnected);
    const send = async (message: FeedMessage): Promise<void> => {
      publish(message);
      publisher.flush();
      await whenTaken(message);
    };
    return { feed: followed, send };
  },
});

test("a subscriber without a publisher gets messages as soon as one starts", async () => {
  const own = await startNats();
  onTestFinished(() => own.stop());
  const feed = openFeed(serversOf(own));
  const taken: FeedMessage[] = [];
  await feed.follow((messages) => taken.push(...messages));
  await wait(300);
  const { publisher, publish } = openPublisher(serversOf(own));
  await publisher.opened;
  publish(dayOf(1));
  publish(trade(2));
  await until(() => taken.length > 0);
  expect(taken.at(-1)).toMatchObject({ symbol: "FPT", seq: 2 });
});

test("opens and subscribes without NATS, and delivers once it is up", async () => {
  const own = await startNats();
  onTestFinished(() => own.stop());
  await own.stop();
  const feed = openFeed(serversOf(own));
  const taken: FeedMessage[] = [];
  const began = performance.now();
  await feed.follow((messages) => taken.push(...messages));
  expect(performance.now() - began).toBeLessThan(500);
  const { publish } = openPublisher(serversOf(own));
  publish(dayOf(1));
  await own.start();
  await until(() => taken.length > 0);
  expect(taken[0]).toMatchObject({ kind: "snapshot", symbol: "FPT", seq: 1 });
});

test("recovers messages sent while NATS was down within two seconds of its return", async () => {
  const own = await startNats();
  onTestFinished(() => own.stop());
  const { publisher, publish, board } = openPublisher(serversOf(own));
  await publisher.opened;
  const feed = openFeed(serversOf(own));
  const follower = openTestBoard();
  await feed.follow((messages) => messages.forEach(follower.apply));
  publish(dayOf(1));
  await until(() => follower.snapshotOf("FPT")?.seq === 1);
  await own.stop();
  for (let seq = 2; seq <= 50; seq += 1) {
    publish(trade(seq));
    await wait(20);
  }
  await own.start();
  const began = performance.now();
  await until(() => follower.snapshotOf("FPT")?.seq === 50);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(follower.snapshotOf("FPT")).toEqual(board.snapshotOf("FPT"));
});

test("follows a restarted publisher from its snapshots", async () => {
  const first = openPublisher(serversOf(nats));
  await first.publisher.opened;
  const feed = openFeed(serversOf(nats));
  const follower = openTestBoard();
  await feed.follow((messages) => messages.forEach(follower.apply));
  for (let seq = 1; seq <= 9; seq += 1) first.publish(seq === 1 ? dayOf(1) : trade(seq));
  await until(() => follower.snapshotOf("FPT")?.seq === 9);
  await first.publisher.close();
  const second = openPublisher(serversOf(nats));
  await second.publisher.opened;
  const later = 3_600_000;
  second.publish({ ...dayOf(1), atMs: dayOf(1).atMs + later });
  second.publish({ ...trade(2), atMs: trade(2).atMs + later });
  await until(() => follower.snapshotOf("FPT")?.seq === 2);
  expect(follower.snapshotOf("FPT")).toEqual(second.board.snapshotOf("FPT"));
});

test("recovers a lost frame without further messages of its symbols", async () => {
  let isLosing = false;
  const { publisher, publish } = openPublisher(serversOf(nats), {
    isSent: () => !isLosing,
    heartbeatMs: 100,
  });
  await publisher.opened;
  const feed = openFeed(serversOf(nats));
  const follower = openTestBoard();
  await feed.follow((messages) => messages.forEach(follower.apply));
  publish(dayOf(1));
  await until(() => follower.snapshotOf("FPT")?.seq === 1);
  isLosing = true;
  publish(trade(2));
  publisher.flush();
  isLosing = false;
  await until(() => follower.snapshotOf("FPT")?.seq === 2);
  expect(feed.counts()).toMatchObject({ gapCount: 0, lostFrameCount: 1 });
});

test("publishes, requests and recovers everything with a max_payload of 4,096 bytes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "nats-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "nats.conf"), "max_payload: 4096\n");
  const own = await startNats([], ["-c", join(folder, "nats.conf")]);
  onTestFinished(() => own.stop());
  const failures: unknown[] = [];
  const note = (event: { readonly kind: string }): void => {
    if (event.kind === "failed") failures.push(event);
  };
  const { publisher, publish, board } = openPublisher(serversOf(own), { onEvent: note });
  await publisher.opened;
  const feed = openNatsFeed({ servers: serversOf(own), name: "a test", onEvent: note });
  onTestFinished(() => feed.close());
  const follower = openTestBoard();
  await feed.follow((messages) => messages.forEach(follower.apply));
  const symbols = Array.from({ length: 1_000 }, (_, index) => `SYMBOL-${index}`);
  const item = { title: "ờ".repeat(400), publishedAtMs: beganMs };
  for (const symbol of symbols) publish(dayOf(1, symbol));
  await until(() => symbols.every((symbol) => follower.snapshotOf(symbol)?.seq === 1));
  for (const symbol of symbols) board.apply({ kind: "news", symbol, seq: 2, atMs: beganMs + 2, item });
  // Every symbol has a gap, and the request that names them all is longer than max_payload.
  for (const symbol of symbols) publish(trade(3, symbol));
  await until(() => symbols.every((symbol) => follower.snapshotOf(symbol)?.seq === 3));
  expect(follower.snapshotOf("SYMBOL-7")).toEqual(board.snapshotOf("SYMBOL-7"));
  expect(failures).toEqual([]);
});

test("with deploy/nats.conf publisher and server work, and neither has the permissions of the other", async () => {
  const { asUser } = await startWithPermissions();
  const failures: string[] = [];
  const note = (event: LinkEvent | NatsFeedEvent): void => {
    if (event.kind === "failed") failures.push(String(event.thrown));
  };
  const { publisher, publish } = openPublisher(asUser("publisher"), { onEvent: note, heartbeatMs: 50 });
  await publisher.opened;
  publish(dayOf(1));
  const feed = openNatsFeed({ servers: asUser("server"), name: "a test", onEvent: note });
  onTestFinished(() => feed.close());
  const taken: string[] = [];
  await feed.follow((messages) => {
    for (const { kind } of messages) if (kind !== "heartbeat") taken.push(kind);
  });
  await until(() => feed.counts().isWhole);
  publish(trade(2));
  await until(() => taken.length === 2);
  const listener = listenToPublishers({ servers: asUser("publisher"), name: "a test" });
  onTestFinished(() => listener.close());
  await until(() => listener.publishers().length > 0);
  expect(failures).toEqual([]);

  // With the credentials of a server one can neither publish prices nor answer requests.
  expect(
    await denialsOf(asUser("server"), ["oms.market.changes", "_INBOX.x"], ["oms.market.snapshots"]),
  ).toEqual([
    'Permissions Violation for Publish to "oms.market.changes"',
    'Permissions Violation for Publish to "_INBOX.x"',
    'Permissions Violation for Subscription to "oms.market.snapshots"',
  ]);
  expect(await denialsOf(asUser("publisher"), ["oms.market.snapshots", "_INBOX.x"], ["_INBOX.>"])).toEqual([
    'Permissions Violation for Publish to "oms.market.snapshots"',
    'Permissions Violation for Publish to "_INBOX.x"',
    'Permissions Violation for Subscription to "_INBOX.>"',
  ]);
  expect(taken).toEqual(["snapshot", "trade"]);
  expect(feed.counts()).toMatchObject({ strangeFrameCount: 0, isWhole: true });
});

test("with deploy/nats.conf a client without a password, or with a wrong one, is refused", async () => {
  const { nats: guarded, asUser } = await startWithPermissions();
  const refused = async (servers: NatsServers): Promise<unknown> => {
    const { servers: addresses, user, pass } = servers;
    const options = { servers: [...addresses], ...(user && { user, pass: pass ?? "" }) };
    return connect(options).catch((thrown: unknown) => String(thrown));
  };
  expect(await refused(serversOf(guarded))).toMatch(/authorization violation/i);
  expect(await refused({ ...asUser("server"), pass: "wrong" })).toMatch(/authorization violation/i);
});

test("symbols are doubtful while a second process answers as the publisher, and correct afterwards", async () => {
  const own = await startNats();
  onTestFinished(() => own.stop());
  const { publisher, publish, board } = openPublisher(serversOf(own), { heartbeatMs: 50 });
  await publisher.opened;
  const feed = openFeed(serversOf(own));
  const follower = openTestBoard();
  const following = await feed.follow((messages) => messages.forEach(follower.apply));
  publish(dayOf(1));
  publish(dayOf(1, "VNM"));
  publish(trade(2));
  await until(() => follower.snapshotOf("FPT")?.seq === 2 && !feed.isDoubtful?.("FPT"));
  // It receives the publisher's answers and sends them again with another price.
  const intruder = await connect({ servers: serversOf(own).servers[0] ?? "" });
  const inboxes: string[] = [];
  intruder.subscribe(natsSubjects.snapshots, {
    callback: (_failure, message) => void inboxes.push(message.reply ?? ""),
  });
  intruder.subscribe("_INBOX.>", {
    callback: (_failure, { subject, data }) => {
      const answer = new TextDecoder().decode(data);
      const forged = answer.replace('"lastPrice":80000000', '"lastPrice":1000000');
      if (inboxes.includes(subject) && forged !== answer) intruder.publish(subject, forged);
    },
  });
  await intruder.flush();
  following.need(["FPT"]);
  await until(() => feed.counts().conflictCount > 0);
  expect([feed.isDoubtful?.("FPT"), feed.isDoubtful?.("VNM")]).toEqual([true, false]);
  await wait(1_000);
  expect(feed.isDoubtful?.("FPT")).toBe(true);
  await intruder.close();
  await until(() => feed.isDoubtful?.("FPT") === false);
  expect(follower.snapshotOf("FPT")).toEqual(board.snapshotOf("FPT"));
});

test("connects over TLS only to the host of the certificate, and only with a trusted authority", async () => {
  const [own, other, plain] = [
    await startEncrypted("localhost"),
    await startEncrypted("other"),
    await startWithPermissions(),
  ];
  const program = `
    const { openNatsFeed } = await import(${JSON.stringify(new URL("nats-feed.ts", import.meta.url))});
    const { readNatsServers } = await import(${JSON.stringify(new URL("read-nats-servers.ts", import.meta.url))});
    const servers = readNatsServers(process.argv[1]);
    const failed = Promise.withResolvers();
    const feed = openNatsFeed({ servers, name: "a test", onEvent: ({ thrown }) => thrown && failed.resolve(String(thrown)) });
    console.log(await Promise.race([feed.opened.then(() => "connected"), failed.promise]));
    process.exit();`;
  const connectTo = async ({ url }: ScratchNats, authority?: string): Promise<string> => {
    const address = `tls://server:p7server@localhost:${new URL(url).port}`;
    const env = { ...process.env, ...(authority && { NODE_EXTRA_CA_CERTS: authority }) };
    const options = ["--input-type=module", "--eval", program, address];
    return (await promisify(execFile)(process.execPath, options, { env })).stdout.trim();
  };
  expect(
    await Promise.all([
      connectTo(own.nats, own.certificate),
      connectTo(own.nats),
      connectTo(other.nats, other.certificate),
      connectTo(plain.nats, own.certificate),
    ]),
  ).toEqual([
    "connected",
    expect.stringContaining("self-signed certificate"),
    expect.stringContaining("does not match certificate's altnames"),
    expect.stringContaining("server does not support 'tls'"),
  ]);
});

test("publisher and feed report permission errors of NATS", async () => {
  const { asUser } = await startWithPermissions({
    change: (text) => text.replace("allow_responses", "# allow_responses"),
  });
  const failures: string[] = [];
  const note = (event: LinkEvent | NatsFeedEvent): void => {
    if (event.kind === "failed") failures.push(String(event.thrown));
  };
  const { publisher, publish } = openPublisher(asUser("publisher"), { onEvent: note });
  await publisher.opened;
  publish(dayOf(1));
  const feed = openNatsFeed({ servers: asUser("server"), name: "a test", onEvent: note });
  onTestFinished(() => feed.close());
  await feed.follow(() => {});
  await until(() => failures.length > 0);
  expect(failures.join()).toMatch(/permissions violation/i);
  expect(feed.counts().isWhole).toBe(false);
});

test("counts a thousand bad messages among good ones and delivers the good ones", async () => {
  const { publisher, publish } = openPublisher(serversOf(nats));
  await publisher.opened;
  const feed = openFeed(serversOf(nats));
  // Messages sent before the feed has subscribed would be lost.
  await until(() => feed.counts().isConnected);
  const follower = openTestBoard();
  await feed.follow((messages) => messages.forEach(follower.apply));
  const intruder = await connect({ servers: serversOf(nats).servers[0] ?? "" });
  onTestFinished(() => intruder.close());
  for (let seq = 1; seq <= 1_000; seq += 1) {
    publish(seq === 1 ? dayOf(1) : trade(seq));
    if (seq % 100 === 0) await wait(5);
    intruder.publish(natsSubjects.changes, seq % 2 === 0 ? `{"version":1,"frame":${seq}}` : "\u0000invalid");
  }
  await intruder.flush();
  const countBad = () => Object.values(feed.counts().bad).reduce((sum, count) => sum + count, 0);
  await until(() => follower.snapshotOf("FPT")?.seq === 1_000 && countBad() === 1_000);
  expect(feed.counts().bad).toMatchObject({ frame: 500, "not-json": 500 });
});

const beganMs = Date.parse("2026-11-16T09:15:00+07:00");

function dayOf(seq: number, symbol = "FPT"): FeedMessage & { readonly atMs: number } {
  const atMs = beganMs + seq;
  return { kind: "day", symbol, seq, atMs, date: "2026-11-16", referencePrice: 80_000_000n };
}

function trade(seq: number, symbol = "FPT"): FeedMessage & { readonly atMs: number } {
  const atMs = beganMs + seq;
  return { kind: "trade", symbol, seq, atMs, price: 80_000_000n, quantity: 100, side: "buy" };
}

function serversOf({ url }: ScratchNats): NatsServers {
  const servers = readNatsServers(url);
  if (servers === undefined) throw new Error(`${url} is not a NATS address.`);
  return servers;
}

/** Starts NATS with deploy/nats.conf, which `change` may edit. */
async function startWithPermissions({
  change = (text) => text,
  options = [],
}: {
  readonly change?: (text: string) => string;
  readonly options?: readonly string[];
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), "nats-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const deployed = await readFile(new URL("../../../../deploy/nats.conf", import.meta.url), "utf8");
  await writeFile(join(folder, "nats.conf"), change(deployed));
  const passwords = ["NATS_PUBLISHER_PASSWORD=p7publisher", "NATS_SERVER_PASSWORD=p7server"];
  const own = await startNats(["env", ...passwords], ["-c", join(folder, "nats.conf"), ...options]);
  onTestFinished(() => own.stop());
  const asUser = (user: "publisher" | "server"): NatsServers => ({
    ...serversOf(own),
    user,
    pass: `p7${user}`,
  });
  return { nats: own, asUser };
}

/** Does the same with a self-signed certificate for a host name. */
async function startEncrypted(host: string) {
  const folder = await mkdtemp(join(tmpdir(), "nats-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const name = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`, "-days", "1"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...name,
  ];
  await promisify(execFile)("openssl", args);
  const { nats } = await startWithPermissions({
    options: ["--tls", "--tlscert", certificate, "--tlskey", key],
  });
  return { nats, certificate };
}

/** The permission errors of a user that publishes and then subscribes. */
async function denialsOf(
  { servers, user = "", pass = "" }: NatsServers,
  published: readonly string[],
  subscribed: readonly string[],
): Promise<string[]> {
  const client = await connect({ servers: [...servers], user, pass });
  onTestFinished(() => client.close());
  const denials: string[] = [];
  const watching = (async () => {
    for await (const status of client.status()) {
      if (status.type === "error") denials.push(status.error.message);
    }
  })();
  watching.catch(() => {});
  for (const subject of published) client.publish(subject, "{}");
  await client.flush();
  for (const subject of subscribed) client.subscribe(subject, { callback: () => {} });
  await until(() => denials.length === published.length + subscribed.length);
  return denials;
}

function openFeed(servers: NatsServers): NatsFeed {
  const feed = openNatsFeed({ servers, name: "a test" });
  onTestFinished(() => feed.close());
  return feed;
}

type Opened = {
  readonly publisher: NatsPublisher;
  readonly board: ReturnType<typeof openTestBoard>;
  readonly publish: (message: FeedMessage) => void;
};

function openPublisher(servers: NatsServers, options: Partial<NatsPublisherOptions> = {}): Opened {
  const board = openTestBoard();
  publisherCount += 1;
  const source = `test-${publisherCount}`;
  const { snapshotOf } = board;
  const publisher = openNatsPublisher({
    ...{ servers, source, snapshotOf, isSimulated: false, heartbeatMs: 0 },
    ...options,
  });
  onTestFinished(() => publisher.close());
  const publish = (message: FeedMessage): void => {
    board.apply(message);
    publisher.publish([message]);
  };
  return { publisher, board, publish };
}

/** Wraps a feed so that a sender can wait until all subscribers have taken a message. */
function noteTaken(feed: Feed): {
  readonly followed: Feed;
  readonly whenTaken: (message: FeedMessage) => Promise<void>;
} {
  const newest = new Set<{ at: number }>();
  const follow: Feed["follow"] = async (take) => {
    const note = { at: 0 };
    const following = await feed.follow((messages) => {
      const untaken = take(messages);
      for (const { atMs } of messages) note.at = atMs;
      return untaken ?? [];
    });
    newest.add(note);
    const stop = async (): Promise<void> => {
      newest.delete(note);
      await following.stop();
    };
    return { need: following.need, stop };
  };
  return {
    followed: { isAlwaysTrading: feed.isAlwaysTrading, follow },
    whenTaken: ({ atMs }) => until(() => [...newest].every(({ at }) => at === atMs)),
  };
}

async function until(isMet: () => boolean): Promise<void> {
  for (const began = performance.now(); !isMet(); await wait(2)) {
    if (performance.now() - began > 10_000) throw new Error("The condition did not hold within ten seconds.");
  }
}
