import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { statusesStandInOneTable } from "./statuses-stand-in-one-table.ts";

test("A failing status and the type of a problem are refused outside of the table", () => {
  const files = {
    "apps/server/src/app.ts":
      "context.json({}, 404);\nnew Response(null, { status: 500 });\ncontext.status(429);\nconst type = 'application/problem+json';",
  };
  expect(findIn(statusesStandInOneTable, files)).toEqual([
    "apps/server/src/app.ts:1: `404` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
    "apps/server/src/app.ts:2: `500` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
    "apps/server/src/app.ts:3: `429` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
    "apps/server/src/app.ts:4: `application/problem+json` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
  ]);
});

test("The table itself chooses, an operation answers 200, and other numbers are no statuses", () => {
  const files = {
    "apps/server/src/http/failures.ts": "export const answerFailure = { unknown: { status: 404 } };",
    "apps/server/src/operations/cover.ts": "context.json({}, 200);\nconst bytesMax = 512;\nlimit(429);",
  };
  expect(findIn(statusesStandInOneTable, files)).toEqual([]);
});

test("The bounds of failing statuses are 400 and 599, and only a status is one", () => {
  const files = {
    "apps/server/src/app.ts":
      "const a = { status: 400 };\nconst b = { status: 599 };\nconst c = { status: 399 };\nconst d = { status: 600 };\nconst e = { size: 500 };",
  };
  expect(findIn(statusesStandInOneTable, files)).toEqual([
    "apps/server/src/app.ts:1: `400` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
    "apps/server/src/app.ts:2: `599` is chosen outside of the table of failures. Mend: Return or throw a failure by its code, and give the code its status in apps/server/src/http/failures.ts. [statuses-stand-in-one-table]",
  ]);
});

test("A client may know what a status means", () => {
  const files = {
    "packages/client/src/client.ts": "const gone = { status: 404 };",
    "apps/server/src/app.test.ts": "const gone = { status: 404 };",
  };
  expect(findIn(statusesStandInOneTable, files)).toEqual([]);
});
