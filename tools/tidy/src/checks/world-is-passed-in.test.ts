import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { worldIsPassedIn } from "./world-is-passed-in.ts";

test("Clock, randomness, timers, fetch and console are refused within a package", () => {
  const files = {
    "packages/margin/src/reach.ts":
      "Date.now();\nnew Date();\nMath.random();\ncrypto.randomUUID();\nsetTimeout(go, 1);\nfetch('/');\nconsole.log(1);\nglobalThis.performance.now();",
  };
  expect(findIn(worldIsPassedIn, files)).toEqual([
    "packages/margin/src/reach.ts:1: `Date.now` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:3: `Math.random` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:4: `crypto.randomUUID` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:5: `setTimeout` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:6: `fetch` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:7: `console` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:8: `performance.now` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
    "packages/margin/src/reach.ts:2: `new Date()` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
  ]);
});

test("What is handed in may be called what the global is called", () => {
  const files = {
    "packages/client/src/send.ts":
      "export function send(fetch: typeof globalThis.fetch, at: number) {\n  new Date(at);\n  return fetch('/');\n}",
  };
  expect(findIn(worldIsPassedIn, files)).toEqual([]);
});

test("A default that falls back on the global is a reach as well", () => {
  const files = { "packages/client/src/send.ts": "export function send(fetch = globalThis.fetch) {}" };
  expect(findIn(worldIsPassedIn, files)).toEqual([
    "packages/client/src/send.ts:1: `fetch` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
  ]);
});

test("The server is handed its world, and its composition root hands it in", () => {
  const files = {
    "apps/server/src/app.ts": "export const app = Date.now;",
    "apps/server/src/runtimes/node/main.ts": "app(Date.now);",
  };
  expect(findIn(worldIsPassedIn, files)).toEqual([
    "apps/server/src/app.ts:1: `Date.now` is reached for. Mend: Take it as an argument, and let the composition root hand it in. [world-is-passed-in]",
  ]);
});

test("Adapters, tools and tests may reach for it themselves", () => {
  const files = {
    "packages/store/src/open.ts": "Date.now();",
    "tools/a/src/run.ts": "fetch('/');",
    "packages/margin/src/a.test.ts": "Date.now();",
  };
  expect(findIn(worldIsPassedIn, files)).toEqual([]);
});
