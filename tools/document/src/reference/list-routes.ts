import type { ServerResponse } from "node:http";
import { drawIcon } from "./draw-icon.ts";
import type { HeldDocument } from "./hold-document.ts";
import { type Content, makeContent } from "./make-content.ts";
import { readExample } from "./read-example.ts";
import { renderFollowScript } from "./render-follow-script.ts";
import { renderPage } from "./render-page.ts";
import { renderStartScript } from "./render-start-script.ts";

/** What a route has to say; how it goes over the wire is decided by `writeAnswer`. */
export type Answer =
  | { readonly kind: "content"; readonly content: Content }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "stream"; readonly join: (listener: ServerResponse) => void }
  | { readonly kind: "failure"; readonly status: number; readonly error: string; readonly message: string };

/** A path, or every path below one, and what is answered there to GET and HEAD. */
export type Route = {
  readonly path: string;
  readonly below: boolean;
  readonly answer: (rest: string) => Promise<Answer> | Answer;
};

/** What the routes are served from. */
export type RouteSources = {
  readonly held: HeldDocument;
  readonly examplesPath: string;
  readonly loadPageScript: () => Promise<Content>;
  /** Where pages wait for word of a change. */
  readonly joinChanges: (listener: ServerResponse) => void;
};

/** Everything that is served, in one table. */
export function listRoutes(sources: RouteSources): readonly Route[] {
  const { held, examplesPath, loadPageScript, joinChanges } = sources;
  const startScript = makeContent(scriptType, renderStartScript());
  const followScript = makeContent(scriptType, renderFollowScript());
  const icon = makeContent("image/svg+xml", drawIcon());
  return [
    at("/", () => ({ kind: "redirect", location: "/docs" })),
    at("/docs", async () => say(await composePage(held))),
    at("/docs/scalar.js", async () => say(await loadPageScript())),
    at("/docs/start.js", () => say(startScript)),
    at("/docs/icon.svg", () => say(icon)),
    at("/openapi.yaml", async () => say((await held.current()).authored)),
    at("/openapi.json", async () => say((await held.current()).parsed)),
    at("/healthz", async () => say(await composeHealth(held))),
    { path: "/examples/", below: true, answer: (rest) => answerExample(examplesPath, rest) },
    at("/docs/follow-changes.js", () => say(followScript)),
    at("/changes", () => ({ kind: "stream", join: joinChanges })),
  ];
}

const scriptType = "text/javascript; charset=utf-8";

function at(path: string, answer: () => Promise<Answer> | Answer): Route {
  return { path, below: false, answer };
}

function say(content: Content): Answer {
  return { kind: "content", content };
}

async function composePage(held: HeldDocument): Promise<Content> {
  const { title, version } = await held.current();
  return makeContent("text/html; charset=utf-8", renderPage({ title, version, followsChanges: true }));
}

async function composeHealth(held: HeldDocument): Promise<Content> {
  const { version, faults } = await held.current();
  const document = faults.length === 0 ? "current" : "last-good";
  return makeContent("application/json; charset=utf-8", JSON.stringify({ status: "ok", version, document }));
}

async function answerExample(examplesPath: string, name: string): Promise<Answer> {
  const example = await readExample(examplesPath, name);
  if (example !== undefined) return say(example);
  return {
    kind: "failure",
    status: 404,
    error: "not_found",
    message: "There is no such example; the document names those there are.",
  };
}
