import { describe, expect, it } from "vitest";
import { rules } from "./rules.ts";

/** Runs a rule on literal files and returns its findings as `path:line: wrong`. */
function findIn(name: string, files: Readonly<Record<string, string>>): string[] {
  const rule = rules.find((each) => each.name === name);
  const tree = {
    root: "/srv/planted/repository",
    paths: Object.keys(files),
    text: (path: string) => files[path] ?? "",
  };
  return [...(rule?.find(tree) ?? ["no such rule"])].map((found) =>
    typeof found === "string" ? found : `${found.path}:${found.line}: ${found.wrong}`,
  );
}

describe("money-is-bigint", () => {
  const file = "packages/brokerage/src/cash.ts";

  it("refuses a number, alone, in a union, in a list, as a parameter and in a class", () => {
    const text =
      "interface A { cashVnd: number }\ntype B = { vnd?: number | undefined };\nfunction c(sumsVnd: number[]) {}\nclass D { readonly owedVnd: number = 1 }\nconst MAX_VND: number = 1;";
    expect(findIn("money-is-bigint", { [file]: text })).toEqual([
      `${file}:1: cashVnd: number`,
      `${file}:2: vnd: number`,
      `${file}:3: sumsVnd: number`,
      `${file}:4: owedVnd: number`,
      `${file}:5: MAX_VND: number`,
    ]);
  });

  it("ignores bigint, other names, tests and other packages", () => {
    const files = {
      [file]: "interface A { cashVnd: bigint; count: number }",
      "packages/brokerage/src/cash.test.ts": "const cashVnd: number = 1;",
      "packages/client/src/cash.ts": "interface A { cashVnd: number }",
    };
    expect(findIn("money-is-bigint", files)).toEqual([]);
  });
});

describe("margin-computes-exactly", () => {
  it("refuses fractions and conversions of a bigint to a floating-point number", () => {
    const file = "packages/margin/src/ratio.ts";
    const text = "const half = 0.5;\nNumber(1n);\nMath.round(1);\nparseFloat('1');\nNumber.parseInt('1');";
    expect(findIn("margin-computes-exactly", { [file]: text })).toEqual([
      `${file}:1: 0.5`,
      `${file}:2: Number`,
      `${file}:3: Math.round`,
      `${file}:4: parseFloat`,
      `${file}:5: Number.parseInt`,
    ]);
  });

  it("allows bigint, whole numbers and checks of them, and floating point elsewhere", () => {
    const files = {
      "packages/margin/src/ratio.ts":
        "const million = 1_000_000n;\nconst places = 6;\nNumber.isSafeInteger(places);",
      "packages/market/src/drift.ts": "const half = Math.random() * 0.5;",
    };
    expect(findIn("margin-computes-exactly", files)).toEqual([]);
  });
});

describe("wire-numbers-have-one-room", () => {
  const text = "const sum = Number(sumVnd);\nconst most = Number.MAX_SAFE_INTEGER;";

  it("refuses a conversion of a handler", () => {
    const file = "apps/server/src/operations/operator/set-cover/handler.ts";
    expect(findIn("wire-numbers-have-one-room", { [file]: text })).toEqual([`${file}:1: Number`]);
  });

  it("ignores the room itself, tests and the rest of the server", () => {
    const files = {
      "apps/server/src/operations/wire/numbers.ts": text,
      "apps/server/src/operations/operator/desk.test.ts": text,
      "apps/server/src/http/validation.ts": text,
    };
    expect(findIn("wire-numbers-have-one-room", files)).toEqual([]);
  });
});

describe("statuses-stand-in-one-table", () => {
  const file = "apps/server/src/app.ts";

  it("refuses an error status and the media type of a problem outside of the table", () => {
    const text =
      "c.json({}, 404);\nnew Response(null, { status: 500 });\nc.status(429);\nconst type = 'application/problem+json';";
    expect(findIn("statuses-stand-in-one-table", { [file]: text })).toEqual([
      `${file}:1: 404`,
      `${file}:2: 500`,
      `${file}:3: 429`,
      `${file}:4: application/problem+json`,
    ]);
  });

  it("counts 400 to 599 as errors, and only in an answer", () => {
    const text =
      "const a = { status: 400 };\nconst b = { status: 599 };\nconst c = { status: 399 };\nconst d = { status: 600 };\nconst e = { size: 500 };\nlimit(429);";
    expect(findIn("statuses-stand-in-one-table", { [file]: text })).toEqual([
      `${file}:1: 400`,
      `${file}:2: 599`,
    ]);
  });

  it("ignores the table itself, tests and the client", () => {
    const text = "const gone = { status: 404 };";
    const files = {
      "apps/server/src/http/failures.ts": text,
      "apps/server/src/app.test.ts": text,
      "packages/client/src/client.ts": text,
    };
    expect(findIn("statuses-stand-in-one-table", files)).toEqual([]);
  });
});

describe("nothing-happens-on-import", () => {
  const file = "packages/a/src/registry.ts";

  it("refuses a call, a top-level await and a side-effect import", () => {
    const text =
      "import 'polyfill';\nexport const registry = await load();\nregistry.add(1);\nif (registry) start();\nfor (const a of b) c(a);";
    expect(findIn("nothing-happens-on-import", { [file]: text })).toEqual([
      `${file}:1: import "polyfill"`,
      `${file}:2: await`,
      `${file}:3: ExpressionStatement`,
      `${file}:4: IfStatement`,
      `${file}:5: ForOfStatement`,
    ]);
  });

  it("allows declarations with computed values, and async functions", () => {
    const text =
      "'use strict';\nimport type {} from 'a';\nexport const schema = z.object({});\nexport async function load() {\n  await read();\n}";
    expect(findIn("nothing-happens-on-import", { [file]: text })).toEqual([]);
  });

  it("allows entry points: a worker, a composition root and a tool", () => {
    const files = {
      "packages/store/src/write.worker.ts": "listen();",
      "apps/server/src/runtimes/node/main.ts": "serve();",
      "tools/a/src/main.ts": "main();",
    };
    expect(findIn("nothing-happens-on-import", files)).toEqual([]);
  });
});

describe("ports-are-types-alone", () => {
  const file = "packages/brokerage/src/ports/store.ts";

  it("refuses run-time code", () => {
    const text =
      "import { a } from '../a.ts';\nexport const b = [];\nexport class C {}\nexport { d } from './d.ts';\nexport * from './e.ts';";
    const lines = findIn("ports-are-types-alone", { [file]: text }).map((found) => found.split(":")[1]);
    expect(lines).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("allows types and type imports, and code elsewhere", () => {
    const text =
      "import type { A } from './a.ts';\nexport interface B {}\nexport type C = 'c';\nexport type { D } from './d.ts';\nexport type * from './e.ts';";
    const files = { [file]: text, "packages/brokerage/src/cover.ts": "export const cover = 1;" };
    expect(findIn("ports-are-types-alone", files)).toEqual([]);
  });
});

describe("compiler-is-not-silenced", () => {
  const name = "compiler-is-not-silenced";

  it("refuses every way to suppress an error", () => {
    const silencers = [
      "// @ts-expect-error Because.",
      "/* @ts-nocheck */",
      "  // @ts-ignore",
      "/* eslint-disable */",
    ];
    for (const silencer of silencers) {
      expect(findIn(name, { "packages/a/src/a.ts": `const a = 1;\n${silencer}\nconst b = 2;` })).toHaveLength(
        1,
      );
    }
  });

  it("allows a biome-ignore with a reason, but not for type rules", () => {
    const judge = (comment: string) => findIn(name, { "packages/a/src/a.ts": `${comment}\nconst a = 1;` });
    expect(judge("// biome-ignore lint/style/useText: Only what is rendered can be read.")).toEqual([]);
    expect(judge("// biome-ignore lint/style/useText: Needed.")).toHaveLength(1);
    expect(
      judge("// biome-ignore lint/suspicious/noExplicitAny: Only what is rendered can be read."),
    ).toHaveLength(1);
    expect(judge("// biome-ignore-all lint/style/useText: Only what is rendered can be read.")).toHaveLength(
      1,
    );
    expect(judge("// biome-ignore plugin: Only what is rendered can be read.")).toHaveLength(1);
  });

  it("allows @ts-expect-error in a type test, and a comment about suppressions", () => {
    const files = {
      "packages/a/src/a.test-d.ts": "// @ts-expect-error A text is no amount.\nconst a: bigint = '1';",
      "packages/a/src/b.ts": "// Nobody writes @ts-ignore here.\nconst b = 2;",
    };
    expect(findIn(name, files)).toEqual([]);
  });
});

describe("ci-test-is-run", () => {
  const test = "packages/a/src/a.ci.test.ts";
  const matrix = "        stage:\n          [\n            test,\n            slow,\n          ]\n";
  const judge = (entries: string, command = "lab long --short", jobs = matrix) =>
    findIn("ci-test-is-run", {
      "tools/lab/src/entries.ts": entries,
      ".ci/run": `beside=(slow)\nalone=()\nstage_slow() {\n  ${command}\n}\n`,
      ".github/workflows/ci.yml": jobs,
      [test]: "",
    });
  const unrun = [`${test}:1: run by nothing that \`.ci/run\` asks for`];
  const entry = 'quick: { about: "no test" },\n  long: { about: "tests", tests: ["packages/a"] },\n';

  it("allows a test of an entry that CI runs", () => {
    expect(judge(entry)).toEqual([]);
  });

  it("refuses a test without an entry, or of an entry that CI does not run", () => {
    expect(judge(entry.replace("packages/a", "packages/b"))).toEqual(unrun);
    expect(judge(entry, "lab quick; lab longer")).toEqual(unrun);
  });

  it("refuses a command outside of every stage, and a stage without a job", () => {
    expect(judge(entry, "true\n}\nstage_unlisted() {\n  lab long")).toEqual(unrun);
    expect(judge(entry, "lab long", matrix.replace("slow", "other"))).toEqual([
      ".github/workflows/ci.yml:1: no job for the stage slow",
    ]);
  });
});

describe("versions-come-from-the-catalog", () => {
  it("refuses a version in a package, and allows catalogs and workspace packages", () => {
    const files = {
      "package.json": '{\n  "devDependencies": {\n    "turbo": "2.0.0"\n  }\n}',
      "packages/a/package.json":
        '{\n  "dependencies": {\n    "a": "catalog:",\n    "b": "workspace:*",\n    "c": "catalog:old",\n    "d": "^1.0.0"\n  }\n}',
    };
    expect(findIn("versions-come-from-the-catalog", files)).toEqual([
      'package.json:3: "turbo": "2.0.0"',
      'packages/a/package.json:6: "d": "^1.0.0"',
    ]);
  });
});

describe("doc-link-resolves", () => {
  it("refuses a broken link, inline and by reference", () => {
    const files = { "docs/a.md": "See [b](b.md).\n[c](/docs/c.md)\n\n[d]: ../d.md\n" };
    expect(findIn("doc-link-resolves", files)).toEqual([
      "docs/a.md:1: b.md",
      "docs/a.md:2: /docs/c.md",
      "docs/a.md:4: ../d.md",
    ]);
  });

  it("allows files, folders, anchors, web addresses, and code", () => {
    const text =
      "[b](b.md#part) [folder](../docs) [root](/docs/b.md) [here](#here) [web](https://example.org)\n`[x](y.md)`\n```\n[x](y.md)\n```\n";
    expect(findIn("doc-link-resolves", { "docs/a.md": text, "docs/b.md": "" })).toEqual([]);
  });
});

describe("generated-files-stay-uncommitted", () => {
  it("refuses a committed generated file", () => {
    const files = {
      "packages/a/src/a.gen.ts": "",
      "packages/a/src/b.gen.d.ts": "",
      "packages/a/src/generate.ts": "",
    };
    expect(findIn("generated-files-stay-uncommitted", files)).toEqual([
      "packages/a/src/a.gen.ts:1: a generated file",
      "packages/a/src/b.gen.d.ts:1: a generated file",
    ]);
  });
});

describe("no-path-of-one-machine", () => {
  // Concatenated, since this file is checked as well.
  const home = ["", "Users", "somebody"].join("/");

  it("refuses a home folder, the path of the tree, and its parent folder", () => {
    const files = {
      "docs/a.md": `One line.\nSee ${home}/notes.`,
      "docs/b.md": "See /srv/planted/repository/docs.",
      "tools/a/src/run.ts": 'export const run = "/srv/planted/notes";',
    };
    expect(findIn("no-path-of-one-machine", files)).toEqual([
      `docs/a.md:2: ${home}`,
      "docs/b.md:1: /srv/planted/repository/docs",
      "tools/a/src/run.ts:1: /srv/planted/notes",
    ]);
  });

  it("ignores parts of longer paths, web addresses and pictures", () => {
    const files = {
      "docs/a.md": "See https://example.org/home/page, ./home/page, src/root/a.ts and /srv/other.",
      "docs/a.png": home,
    };
    expect(findIn("no-path-of-one-machine", files)).toEqual([]);
  });
});

describe("no-host-of-one-registry", () => {
  // Concatenated, since this file is checked as well.
  const host = ["https:", "", "registry.example.org"].join("/");
  const setting = ["registry", "https://packages.example.org"].join("=");
  const tarball = ["tarball", "https://packages.example.org/a.tgz"].join(": ");

  it("refuses a host in a page, in the lockfile and in a setting", () => {
    const files = {
      ".npmrc": `fund=false\n${setting}\n`,
      "docs/a.md": `From ${host}/hono.`,
      "pnpm-lock.yaml": `packages:\n\n  resolution: {integrity: sha512-a, ${tarball} }\n`,
    };
    expect(findIn("no-host-of-one-registry", files)).toEqual([
      `.npmrc:2: ${setting}`,
      `docs/a.md:1: ${host}`,
      `pnpm-lock.yaml:3: ${tarball}`,
    ]);
  });

  it("allows a registry on loopback, and a lockfile without hosts", () => {
    const files = {
      "tools/a/src/a.ts":
        "const one = 'http://127.0.0.1:4873';\nconst other = 'http://localhost:4873/registry';",
      "tools/a/.npmrc": "registry=http://127.0.0.1:4873",
      "pnpm-lock.yaml": "resolution: {integrity: sha512-a}",
    };
    expect(findIn("no-host-of-one-registry", files)).toEqual([]);
  });
});
