import { expect, test } from "vitest";
import { weighPackages } from "./weigh-packages.ts";

test("Files count for their package, whether it is installed or ours, the heaviest first", () => {
  const sizes = {
    "apps/server/dist/answer.js": 10,
    "../packages/market/dist/a.js": 1,
    "../packages/market/dist/b.js": 2,
    "node_modules/.pnpm/zod@4/node_modules/zod/index.js": 30,
    "node_modules/.pnpm/@hono+x@1/node_modules/@hono/x/dist/y.js": 20,
  };
  const inputs = Object.fromEntries(
    Object.entries(sizes).map(([path, size]) => [path, { bytesInOutput: size }]),
  );
  const outputs = { "worker.js": { bytes: 63, inputs, imports: [], exports: [] } };
  expect(weighPackages({ outputs })).toEqual([
    { name: "zod", sizeBytes: 30 },
    { name: "@hono/x", sizeBytes: 20 },
    { name: "apps/server", sizeBytes: 10 },
    { name: "packages/market", sizeBytes: 3 },
  ]);
});
