import type { PageRecord, Walk } from "./browser.ts";
import type { Expectations } from "./expectations.ts";

/** Everything that was observed of the page and of the browser that showed it. */
export type Observation = {
  readonly origin: string;
  readonly walk: Walk;
  readonly record: PageRecord;
  /** Hosts that were asked for outside the origin, as `host` or `host:port`. */
  readonly trapped: readonly string[];
  /** By how many pixels the page is wider than a telephone's window. */
  readonly overflowPx: number;
  readonly serverComplaints: string;
};

/** One thing that is claimed of the page, and what speaks against it. */
type Verdict = { readonly claim: string; readonly faults: readonly string[] };

/** Holds what was observed against what the document says the page should show. */
export function judgeReference(expected: Expectations, observed: Observation): readonly Verdict[] {
  const { walk, record, origin } = observed;
  const { operations, schemas, examples } = expected;
  // A button stands in a line of its own; within a sentence of the document the same word is no offer.
  const lines = walk.text.split("\n").map((line) => line.trim());
  return [
    { claim: `the title is ${JSON.stringify(expected.title)}`, faults: judgeTitle(expected, walk) },
    {
      claim: `all ${operations.length} operations are shown, each with summary, operationId, method and path`,
      faults: judgeOperations(expected, walk),
    },
    {
      claim: `all ${schemas.length} schemas are shown and open`,
      faults: schemas
        .filter((schema) => !walk.schemasOpened.includes(schema))
        .map((schema) => `the schema ${schema} does not stand on the page, or does not open`),
    },
    {
      claim: `all ${examples.length} example files are drawn, in ${walk.examplePlaces} places`,
      faults: judgeExamples(expected, observed),
    },
    {
      claim: "nothing offers to call a server, to ask an assistant, or to share the document",
      faults: offersElsewhere
        .filter((offer) => lines.includes(offer))
        .map((offer) => `the page says ${JSON.stringify(offer)}`),
    },
    {
      claim: "a window 390 pixels wide needs no scrolling sideways",
      faults: observed.overflowPx > 0 ? [`the page is ${observed.overflowPx} pixels too wide`] : [],
    },
    {
      claim: `all ${record.requests.size} addresses asked for lie on ${origin}`,
      faults: judgeRequests(observed),
    },
    {
      claim: "no console error, no page error, no breach of the page's policy, no complaint of the server",
      faults: [...new Set([...record.complaints, ...observed.serverComplaints.split("\n")])].filter(Boolean),
    },
  ];
}

/** Whether a trapped host is one that Chromium asks on its own account, with or without a page. */
export function isBrowserHost(host: string): boolean {
  return /(?:^|\.)(?:google|googleapis|gstatic|gvt1)\.com(?::\d+)?$/.test(host);
}

const offersElsewhere = ["Test Request", "Open API Client", "Ask AI", "Connect MCP", "Deploy", "Share"];

function judgeTitle(expected: Expectations, walk: Walk): string[] {
  if (walk.title === expected.title) return [];
  return [`the title is ${JSON.stringify(walk.title)}`];
}

function judgeOperations({ operations }: Expectations, { text }: Walk): string[] {
  return operations.flatMap(({ id, method, path, summary }) =>
    [summary, id, `${method}\n${path}`]
      .filter((part) => !text.includes(part))
      .map((part) => `${id}: ${JSON.stringify(part)} does not stand on the page`),
  );
}

function judgeExamples({ examples }: Expectations, { origin, record, walk }: Observation): string[] {
  const missing = examples.flatMap((path) => {
    const status = record.requests.get(origin + path);
    if (status === 200) return [];
    return [
      status === undefined ? `the page never asked for ${path}` : `${path} was answered with ${status}`,
    ];
  });
  return walk.text.includes("Could not load this example")
    ? [...missing, "an example is not drawn"]
    : missing;
}

function judgeRequests({ origin, record, trapped }: Observation): string[] {
  const elsewhere = [...record.requests.keys()].filter((url) => !staysAt(url, origin));
  const hosts = trapped.filter((host) => !isBrowserHost(host));
  return [
    ...elsewhere.map((url) => `the page asked for ${url}`),
    ...hosts.map((host) => `something asked for ${host}`),
  ];
}

function staysAt(url: string, origin: string): boolean {
  // Addresses of data stand for themselves and reach nobody.
  return url.startsWith(`${origin}/`) || url.startsWith("data:");
}
