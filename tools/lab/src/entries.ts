import type { LabTest } from "./harness/lab-test.ts";

/** What `pnpm lab NAME` runs: test files of the Vitest project `ci`, then a program or a lab test. */
export type Entry = {
  readonly about: string;
  /** Parts of the paths of `*.ci.test.ts` files. */
  readonly tests?: readonly string[];
  readonly vitestOptions?: readonly string[];
  /** A program with a `--help` of its own. It receives the remaining arguments. */
  readonly command?: readonly string[];
  readonly load?: () => Promise<{ readonly test: LabTest }>;
};

export const entries: Readonly<Record<string, Entry>> = {
  crash: {
    about: "processes are killed while they write; nothing acknowledged is lost",
    tests: ["after-a-kill"],
    load: () => import("./crash/crash.ts"),
  },
  import: { about: "a large import lets others write", load: () => import("./crash/import.ts") },
  engines: {
    about: "the store keeps its promises on PostgreSQL and D1",
    tests: ["tools/scratch/src/postgresql", "packages/store"],
    vitestOptions: ["--maxWorkers=2"],
  },
  race: { about: "two servers on one store tell one story", load: () => import("./race/check-race.ts") },
  watch: {
    about: "each owner gets each notification once, even when a server dies",
    load: () => import("./watch/check-watch.ts"),
  },
  clock: {
    about: "a clock that was ahead silences no call",
    load: () => import("./watch/check-clock.ts"),
  },
  adjust: {
    about: "an adjustment of many positions, killed and repeated, is made once and tells no call of its own",
    load: () => import("./adjust/check-adjust.ts"),
  },
  live: {
    about:
      "each reader of the stream gets each notification once while servers are killed; foreign accounts answer like absent ones",
    tests: ["tools/lab/src/live", "operations/companion"],
    load: () => import("./live/check-live.ts"),
  },
  soak: {
    about:
      "memory, handles and the event loop stay flat under ordinary use; each notification reaches each stream once",
    load: () => import("./soak/soak.ts"),
  },
  console: {
    about: "the desk's page works in Chromium, by mouse and by keyboard, light and dark, wide and narrow",
    load: () => import("./console/check-console.ts"),
  },
  example: {
    about: "the example app works by keyboard and by axe in Chromium, on the page's broker and a server",
    load: () => import("./example/check-example.ts"),
  },
  desk: {
    about: "what the desk lists is what the store says, and callers without a role learn nothing",
    tests: ["tools/lab/src/desk", "operations/operator"],
  },
  mock: {
    about: "the mock is light, quick, keeps every claim in a page, and answers as a server does",
    tests: ["apps/mock"],
  },
  feed: {
    about: "a feed over NATS is right again after outages, losses and invalid messages",
    tests: ["packages/feed", "runtimes/node/market/feed", "apps/oms/src/commands/market/record"],
    load: () => import("./feed/check-feed.ts"),
  },
  cluster: {
    about: "three servers bear what goes away: a server, the database, NATS",
    load: () => import("./cluster/check-cluster.ts"),
  },
  catalog: {
    about: "a server follows a large catalog while it is searched",
    load: () => import("./catalog/check-catalog.ts"),
  },
  images: { about: "hostile images do no harm", load: () => import("./images/check-images.ts") },
  "images-kept": {
    about: "images are kept on S3 and on disk, and removed in time",
    tests: ["packages/images", "images-kept-on"],
  },
  cards: {
    about: "cards are read in processes of their own, and at the edge",
    tests: [
      "packages/id-card",
      "runtimes/node/cards/cards.ci",
      "serve-cards",
      "apps/oms/src/commands/cards/id-card",
    ],
  },
  server: {
    about: "a server bears stops, slow senders, floods, a lost store, malformed requests and hostile bodies",
    load: () => import("./server/check-server.ts"),
  },
  "server-process": {
    about: "the built server starts, listens and stops as its settings say",
    tests: ["runtimes/node/start-server"],
  },
  runtimes: {
    about: "Bun and Deno serve as Node does",
    tests: ["tools/scratch/src/runtimes", "start-on-runtime", "tools/lab/src/runtimes", "tools/sim"],
    vitestOptions: ["--no-file-parallelism"],
  },
  workers: {
    about: "the Workers answer, and their deployment is rehearsed; `pnpm edge check` weighs and times them",
    tests: ["tools/edge", "tools/lab/src/conformance/workerd"],
  },
  claims: {
    about: "every planted fault of the service is found by its claim",
    load: () => import("./conformance/check-conformance.ts"),
  },
  mutations: {
    about: "every change of document, contract or types is caught by a gate",
    tests: ["tools/spec/src/drift"],
  },
  mutants: {
    about:
      "at least 95 in 100 changes of margin's code fail one of its tests; packages/margin/README.md explains the others",
    command: ["pnpm", "--filter", "@trading-oms/margin", "mutants"],
  },
  document: {
    about: "Spectral, Prism, Python and Java take the documents",
    tests: ["tools/spec/src/rules/portability"],
  },
  reference: {
    about: "the calls of the reference run; its page and the documentation site work in Chromium",
    tests: ["tools/site", "tools/release/src/use"],
  },
  guide: {
    about: "the guide to a new operation, followed to the letter in a copy",
    command: ["node", "tools/release/src/rehearse/rehearse-guide.ts"],
  },
  "third-document": {
    about: "a third document, planted in a copy: generated, served, typed, claimed and compared",
    command: ["node", "tools/release/src/rehearse/rehearse-document.ts"],
  },
  guides: {
    about: "every other guide in docs/, followed to the letter; each output is as shown",
    load: () => import("./guides/check-guides.ts"),
  },
  release: {
    about: "a release is packed, published to a local registry, installed and used; the image's steps work",
    tests: ["tools/release/src/pack", "tools/release/src/deploy"],
    command: ["node", "tools/release/src/rehearse/rehearse-release.ts"],
  },
  rules: {
    about: "every rule of the repository finds its planted breach; an edit runs the tests that depend on it",
    tests: ["tools/lab/src/rules"],
    load: () => import("./rules/check-planted.ts"),
  },
  walks: {
    about: "a search, a cover and a card enter the files that docs/ARCHITECTURE.md shows",
    load: () => import("./walks/check-walks.ts"),
  },
  long: {
    about: "whole days are played, and odd cards drawn",
    tests: ["packages/market", "tools/cards"],
  },
  breaking: {
    about: "what the document changes for clients, and which release that takes at least",
    command: ["node", "tools/spec/src/changes/check-breaking.ts"],
  },
  graph: {
    about: "draws which package imports which, as Mermaid",
    command: [
      "depcruise",
      "packages",
      "apps",
      ...["--include-only", "^(packages|apps)/[^/]+/src/"],
      ...["--exclude", "[.](test|suite)|/testing/"],
      ...["--collapse", "^(packages|apps)/[^/]+"],
      ...["--output-type", "mermaid"],
    ],
  },
  properties: {
    about: "every property test of `npm test` again, with at least 2,000 cases",
    load: () => import("./check-properties.ts"),
  },
};
