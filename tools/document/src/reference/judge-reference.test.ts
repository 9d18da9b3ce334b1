import { describe, expect, test } from "vitest";
import type { Expectations } from "./expectations.ts";
import { isBrowserHost, judgeReference, type Observation } from "./judge-reference.ts";

const origin = "http://127.0.0.1:8787";

const expected: Expectations = {
  title: "Orchard 0.3.0",
  operations: [{ id: "listTrees", method: "GET", path: "/trees", summary: "List the trees" }],
  schemas: ["TreePage"],
  examples: ["/examples/list-trees/200.json"],
};

const sound: Observation = {
  origin,
  walk: {
    title: "Orchard 0.3.0",
    text: "List the trees\nlistTrees\nGET\n/trees\nTreePage",
    schemasOpened: ["TreePage"],
    examplePlaces: 1,
  },
  record: {
    requests: new Map([
      [`${origin}/docs`, 200],
      [`${origin}/examples/list-trees/200.json`, 200],
    ]),
    complaints: [],
  },
  trapped: ["accounts.google.com:443"],
  overflowPx: 0,
  serverComplaints: "",
};

const faultsOf = (observed: Observation): string[] =>
  judgeReference(expected, observed).flatMap(({ faults }) => faults);
const withRequests = (...more: [string, number][]): Observation => ({
  ...sound,
  record: { requests: new Map([...sound.record.requests, ...more]), complaints: [] },
});
const withText = (text: string): Observation => ({ ...sound, walk: { ...sound.walk, text } });

describe("the verdict on a page", () => {
  test("that shows all and stays at home is without a fault", () => {
    expect(faultsOf(sound)).toEqual([]);
  });

  test("names a request to another origin, be it only another port", () => {
    expect(faultsOf(withRequests(["http://127.0.0.1:87870/x", 200]))).toEqual([
      "the page asked for http://127.0.0.1:87870/x",
    ]);
  });

  test("names a host that only the trap saw", () => {
    expect(faultsOf({ ...sound, trapped: ["fonts.scalar.com:443"] })).toEqual([
      "something asked for fonts.scalar.com:443",
    ]);
  });

  test.each([
    ["accounts.google.com:443", true],
    ["update.googleapis.com", true],
    ["google.com.example:443", false],
    ["notgoogle.com", false],
    ["proxy.scalar.com:443", false],
  ])("takes %s for the browser's own: %s", (host, own) => {
    expect(isBrowserHost(host)).toBe(own);
  });

  test("names an operation, a schema or a title that is not shown", () => {
    expect(faultsOf(withText("List the trees\nGET\n/trees"))).toEqual([
      'listTrees: "listTrees" does not stand on the page',
    ]);
    expect(faultsOf({ ...sound, walk: { ...sound.walk, schemasOpened: [], title: "API" } })).toEqual([
      'the title is "API"',
      "the schema TreePage does not stand on the page, or does not open",
    ]);
  });

  test("names an example that was never asked for, or is missing", () => {
    const requests = new Map([[`${origin}/docs`, 200]]);
    expect(faultsOf({ ...sound, record: { requests, complaints: [] } })).toEqual([
      "the page never asked for /examples/list-trees/200.json",
    ]);
    expect(faultsOf(withRequests([`${origin}/examples/list-trees/200.json`, 404]))).toEqual([
      "/examples/list-trees/200.json was answered with 404",
    ]);
  });

  test("names what the page offers although nothing is behind it", () => {
    expect(faultsOf(withText(`${sound.walk.text}\nTest Request`))).toEqual(['the page says "Test Request"']);
  });

  test("names each complaint once, the server's too", () => {
    const complaints = ["console: lost", "console: lost"];
    const record = { requests: sound.record.requests, complaints };
    expect(faultsOf({ ...sound, record, serverComplaints: "Error: broken\n" })).toEqual([
      "console: lost",
      "Error: broken",
    ]);
  });

  test("names how far a narrow window would have to be scrolled sideways", () => {
    expect(faultsOf({ ...sound, overflowPx: 12 })).toEqual(["the page is 12 pixels too wide"]);
  });
});
