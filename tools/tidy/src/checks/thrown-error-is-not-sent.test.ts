import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { thrownErrorIsNotSent } from "./thrown-error-is-not-sent.ts";

test("The message and the stack of what was thrown are refused in the server", () => {
  const files = {
    "apps/server/src/app.ts": "try {} catch (error) {\n  send(error.message);\n  send(failure.stack);\n}",
  };
  expect(findIn(thrownErrorIsNotSent, files)).toEqual([
    "apps/server/src/app.ts:2: `error.message` is read where answers are made. Mend: Hand the whole error to the log, and answer by the failure's code alone. [thrown-error-is-not-sent]",
    "apps/server/src/app.ts:3: `failure.stack` is read where answers are made. Mend: Hand the whole error to the log, and answer by the failure's code alone. [thrown-error-is-not-sent]",
  ]);
});

test("The whole error may go to the log, and an issue's message to the answer", () => {
  const files = {
    "apps/server/src/app.ts": "try {} catch (error) {\n  log(error);\n  send(issue.message);\n}",
  };
  expect(findIn(thrownErrorIsNotSent, files)).toEqual([]);
});

test("A composition root that fails to start may tell the operator why", () => {
  const files = {
    "apps/server/src/runtimes/node/main.ts": "try {} catch (error) {\n  tell(error.message);\n}",
  };
  expect(findIn(thrownErrorIsNotSent, files)).toEqual([]);
});

test("Other members of an error, and messages of other things, may be read", () => {
  const files = {
    "apps/server/src/app.ts": "send(error.code);\nsend(outcome.refusal.message);\nsend(outcome.message);",
    "packages/store/src/open.ts": "tell(error.message);",
    "apps/server/src/app.test.ts": "tell(error.message);",
  };
  expect(findIn(thrownErrorIsNotSent, files)).toEqual([]);
});
