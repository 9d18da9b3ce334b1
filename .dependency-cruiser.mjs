/** Tests may import anything, except where a rule says otherwise. */
const tests = String.raw`\.(test|test-d|suite|bench)\.tsx?$|/src/testing/`;
const workspace = "^(packages|apps|tools|bench)/";

/** Code that may touch the machine it runs on; biome.json lists the same folders for globals. */
const runtimes = [
  "^apps/(server/src/runtimes|oms|create)/",
  "^packages/(store|feed|images)/",
  String.raw`^packages/client/src/(node/|world\.ts$)`,
  String.raw`^apps/mock/src/node\.ts$`,
  "^packages/conformance/src/node/",
  "^packages/id-card/src/(node|edge)/",
];

const packages = (...names) => `^packages/(${names.join("|")})/`;
const npm = (name) => `(^|node_modules/)${name}(/|$)`;

/** Within the workspace, the product code of a folder may only import what is in `known`. */
function wall(name, comment, { room, known = [], except = [] }) {
  const from = { path: `^${room}`, pathNot: [tests, ...except] };
  return { name, comment, severity: "error", from, to: { path: workspace, pathNot: [`^${room}`, ...known] } };
}

/** The same for all imports, including npm and the runtime. */
function closedWall(name, comment, { room, known = [], except = [], exceptTypes = [] }) {
  const from = { path: `^${room}`, pathNot: [tests, ...except] };
  const to = { pathNot: [`^${room}`, ...known], dependencyTypesNot: exceptTypes };
  return { name, comment, severity: "error", from, to };
}

function never(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

export default {
  forbidden: [
    closedWall("margin-imports-nothing", "Figures that depend on nothing can be proved once and for all.", {
      room: "packages/margin/src/",
    }),
    closedWall("market-imports-nothing", "Prices are judged the same way wherever they come from.", {
      room: "packages/market/src/",
    }),
    closedWall(
      "id-card-read-imports-nothing",
      "The same reader runs on a server, at the edge and in a browser.",
      {
        room: "packages/id-card/src/read/",
      },
    ),
    closedWall(
      "brokerage-knows-margin-and-market",
      "Storage, feed and wire can change without the use cases.",
      {
        room: "packages/brokerage/src/",
        known: [packages("margin", "market")],
      },
    ),
    never(
      "engine-puts-the-market-together",
      "Node, Workers, the mock and oms open the same market, or parts of it, and one poll reads the store for it.",
      { path: "^packages/brokerage/src/", pathNot: [tests, String.raw`/src/(engine/|index\.ts$)`] },
      {
        path: String.raw`^packages/brokerage/src/(market-board|quotes/mark-book|live/live-changes)\.ts$`,
        dependencyTypesNot: ["type-only", "type-import"],
      },
    ),
    closedWall(
      "client-knows-types-alone",
      "An app that installs the client installs nothing of the server.",
      {
        room: "packages/client/src/",
        known: [packages("types"), npm("openapi-fetch"), npm("eventsource-parser")],
        exceptTypes: ["core"],
      },
    ),
    closedWall(
      "contract-knows-zod-and-hono",
      "Types and contract are made apart, so that comparing them proves something.",
      {
        room: "packages/contract/src/",
        known: [npm("zod"), npm("hono"), npm("@hono/zod-openapi")],
      },
    ),
    never(
      "contract-meets-types-in-proofs-alone",
      "The contract meets the types only in the type tests that compare both.",
      { path: "^packages/contract/", pathNot: String.raw`\.test-d\.ts$` },
      { path: packages("types") },
    ),
    wall("types-import-nothing", "The types follow from the document alone.", {
      room: "packages/types/src/",
    }),
    wall("access-imports-nothing", "Tokens are verified without the rest of the house.", {
      room: "packages/access/src/",
    }),
    wall("id-card-imports-nothing", "The reader is published by itself.", { room: "packages/id-card/src/" }),
    wall("conformance-knows-types-alone", "A suite that shares code with the server shares its mistakes.", {
      room: "packages/conformance/src/",
      known: [packages("types")],
    }),
    ...["store", "feed", "images"].map((name) =>
      wall(`${name}-knows-ports-alone`, "An adapter that knew the domain would begin to decide.", {
        room: `packages/${name}/src/`,
        known: ["^packages/brokerage/src/ports/"],
      }),
    ),
    never(
      "adapters-know-ports-by-type",
      "Nothing of the domain is loaded with an adapter.",
      { path: packages("store", "feed", "images"), pathNot: tests },
      { path: packages("brokerage"), dependencyTypesNot: ["type-only", "type-import"] },
    ),
    wall("server-knows-its-rooms", "A handler cannot reach a database or compute a figure of margin.", {
      room: "apps/server/src/",
      known: [packages("contract", "brokerage", "market", "access", "id-card")],
      except: ["^apps/server/src/runtimes/"],
    }),
    never(
      "handlers-know-no-runtime",
      "What a handler needs of a runtime is passed in, so that it reaches no database by a detour.",
      { path: "^apps/server/src/", pathNot: [tests, "^apps/server/src/runtimes/"] },
      { path: "^apps/server/src/runtimes/" },
    ),
    never(
      "handlers-know-no-handler",
      "What operations share is in operations/wire or beside their folders, so that one can change or go alone.",
      { path: "^apps/server/src/operations/([^/]+)/([^/]+)", pathNot: tests },
      {
        path: "^apps/server/src/operations/[^/]+/[^/]+/",
        pathNot: "^apps/server/src/operations/$1/$2/",
      },
    ),
    never(
      "services-know-no-handler",
      "What a runtime injects is described without those who take it.",
      { path: "^apps/server/src/services", pathNot: tests },
      { path: "^apps/server/src/(http|operations)/" },
    ),
    never(
      "server-roots-know-their-rooms",
      "A composition root wires adapters and computes nothing itself.",
      { path: "^apps/server/src/runtimes/", pathNot: tests },
      {
        path: workspace,
        pathNot: [
          "^apps/server/src/",
          packages("contract", "brokerage", "market", "access", "id-card", "store", "feed", "images"),
        ],
      },
    ),
    wall("oms-knows-its-rooms", "The operator works on the domain, or asks a server as any client does.", {
      room: "apps/oms/src/",
      known: [
        packages("brokerage", "market", "store", "feed", "images", "access", "id-card", "client", "types"),
      ],
    }),
    closedWall(
      "console-knows-clients-alone",
      "The page knows the service as any app does, by its documents.",
      {
        room: "apps/console/src/",
        known: [packages("client", "types"), npm("preact"), npm("@preact/signals"), npm("uplot")],
      },
    ),
    closedWall("example-knows-clients-alone", "What it imports, everybody who copies it can install.", {
      room: "apps/example/src/",
      // The broker in the page, which one file opens.
      except: ["^apps/example/src/broker-in-page"],
      known: [packages("client", "types"), npm("react"), npm("react-dom"), npm("@tanstack/react-query")],
    }),
    closedWall("create-imports-nothing", "npm fetches one small package, and asks for no other.", {
      room: "apps/create/src/",
      exceptTypes: ["core"],
    }),
    wall("mock-is-the-product", "A stand-in with rules of its own would promise what the service does not.", {
      room: "apps/mock/",
      known: [
        String.raw`^apps/server/src/runtimes/in-process\.ts$`,
        String.raw`^apps/oms/src/demo/load\.ts$`,
        "^packages/store/src/memory/",
        packages("brokerage", "market", "margin", "access", "id-card"),
      ],
    }),
    never(
      "wire-types-stop-in-operations",
      "A field on the wire can change without the rest of the server.",
      {
        path: "^apps/server/src/",
        pathNot: [tests, String.raw`^apps/server/src/(operations/|app\.ts$|http/failures\.ts$)`],
      },
      { path: packages("contract", "types") },
    ),
    never(
      "runtime-stays-at-the-edge",
      "The rest runs on Node, Workers, Bun and Deno alike.",
      { path: "^(packages|apps)/[^/]+/src/", pathNot: [tests, ...runtimes] },
      { dependencyTypes: ["core"] },
    ),
    never(
      "runtime-modules-stay-at-the-edge",
      "The same for modules of Bun, Deno and Workers, and for WebAssembly.",
      { path: "^(packages|apps)/[^/]+/src/", pathNot: [tests, ...runtimes] },
      { path: String.raw`^(node|bun|cloudflare|deno)(:|$)|\.wasm` },
    ),
    never(
      "packages-know-no-app",
      "A package that needs an app is a part of that app.",
      { path: "^packages/" },
      { path: "^apps/" },
    ),
    never(
      "packages-know-no-tool",
      "Tools build the product and are not built into it; tests may use them.",
      { path: "^packages/", pathNot: tests },
      { path: "^tools/" },
    ),
    never(
      "spec-knows-no-broker",
      "What reads the documents and generates from them serves any product that is described by such documents.",
      { path: "^tools/spec/" },
      { path: workspace, pathNot: ["^tools/(spec|scratch)/", packages("contract")] },
    ),
    never(
      "spec-meets-the-contract-in-drift-alone",
      "The contract is made by the generator, which does not take it for an answer.",
      { path: "^tools/spec/", pathNot: "^tools/spec/src/drift/" },
      { path: packages("contract") },
    ),
    never(
      "judging-cards-stay-unseen",
      "A reader is not tuned with the cards that the bench judges it by, not even in its tests.",
      { pathNot: "^(bench|tools/cards)/" },
      { path: "^tools/cards/src/judging" },
    ),
    never(
      "packages-are-entered-by-name",
      "An import across packages is seen in package.json.",
      {
        path: "^((packages|apps|tools)/[^/]+|bench)/",
        // The tests of brokerage use the store in memory, which by name would be a circle of packages.
        pathNot: String.raw`^packages/brokerage/src/testing/plan-store\.ts$`,
      },
      {
        pathNot: String.raw`^($1/|openapi/documents\.ts$)`,
        dependencyTypes: ["local"],
        dependencyTypesNot: ["aliased"],
      },
    ),
    never(
      "packages-are-entered-by-exports",
      "What a package does not list in `exports` may be moved without telling anybody.",
      {},
      { couldNotResolve: true, path: "^@trading-oms/" },
    ),
  ],
  options: {
    parser: "tsc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: String.raw`(^|/)(dist|\.tmp[^/]*|generated)/` },
    webpackConfig: { fileName: "tools/lab/src/rules/resolve-workspace.mjs" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["types", "node", "import", "default"],
      extensions: [".ts", ".mts", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
