import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const tests = ["{apps,packages,tools}/*/src/**/*.test.ts", "bench/src/**/*.test.ts"];
const testsOfCi = ["{apps,packages,tools}/*/src/**/*.ci.test.ts"];

export default defineConfig({
  test: {
    setupFiles: ["vitest.setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "plain",
          include: tests,
          exclude: testsOfCi,
          // Tests take up to 5 s on a free machine; a busy one is slower, and that is no fault of theirs.
          testTimeout: 20_000,
          hookTimeout: 20_000,
          isolate: false,
          // Tests that start servers mostly wait, so one more worker than cores is useful.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: "ci",
          include: testsOfCi,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
