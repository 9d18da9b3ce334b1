import { join } from "node:path";
import { defineConfig } from "vitest/config";

// A package runs its own tests with this file, and the root runs any of them by path.
const tests = ["src/**/*.test.ts", "{apps,packages,tools}/*/src/**/*.test.ts", "bench/src/**/*.test.ts"];
const testsOfCi = tests.map((pattern) => pattern.replace(".test.ts", ".ci.test.ts"));

export default defineConfig({
  test: {
    setupFiles: [join(import.meta.dirname, "vitest.setup.ts")],
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
          // Turbo runs as many packages at once as there are cores; the tests of each that start servers mostly wait.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: "ci",
          include: testsOfCi,
          setupFiles: [join(import.meta.dirname, "vitest.setup.ci.ts")],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
