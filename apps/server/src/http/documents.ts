import type { Context, Handler } from "hono";
import type {
  CallerServices,
  DocumentEncoding,
  Documents,
  ListedDocument,
  ServedDocument,
  SiteServices,
} from "../services.ts";
import { matchesTag, serveGet } from "./middleware.ts";
import type { App, AppEnv } from "./request-context.ts";

/** Serves each document at its own path, so that no other path reaches a file. */
export function serveDocuments(app: App, { documents, corsOrigins }: SiteServices & CallerServices): void {
  const serve = (path: string, handler: Handler<AppEnv>): void =>
    serveGet(app, path, "documents", corsOrigins, handler);
  if (documents.has("/docs")) serve("/", (c) => c.redirect("/docs"));
  for (const [path, document] of documents) serve(path, (c) => answerDocument(document, c));
  for (const path of ["/docs", "/console"])
    if (documents.has(path)) serve(`${path}/`, (c) => c.redirect(path));
  // The page says that a view is unknown. What has a dot would be a file.
  const console = documents.get("/console");
  if (console !== undefined) serve("/console/:view{[^/.]+}", (c) => answerDocument(console, c));
}

async function answerDocument(
  { headers, forms, read }: ServedDocument,
  c: Context<AppEnv>,
): Promise<Response> {
  const encoding = chooseEncoding(
    forms.map((form) => form.encoding),
    c.req.header("accept-encoding") ?? null,
  );
  const form = forms.find((each) => each.encoding === encoding);
  if (form === undefined) throw new Error("A document has no uncompressed form.");
  const etag = `"${form.tag}"`;
  // A browser takes the headers of a cached page from the 304, so the content security policy is sent with it too.
  const kept = {
    ...headers,
    "Cache-Control": "no-cache",
    ETag: etag,
    ...(forms.length > 1 ? { Vary: "Accept-Encoding" } : {}),
  };
  if (matchesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, kept);
  const sent = {
    ...kept,
    "Content-Length": String(form.byteCount),
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  if (c.req.method === "HEAD") return c.body(null, 200, sent);
  return c.body(sliced(await read(form.tag)), 200, sent);
}

/** Creates the documents from their list; bodies are read on demand from where the runtime stores them. */
export function openDocuments(listed: readonly ListedDocument[], read: ServedDocument["read"]): Documents {
  return new Map(listed.map((document) => [document.pathname, { ...document, read }]));
}

/** Below the smallest weight that a client can write, so identity is the last choice unless the client names it. */
const unspokenWeight = 0.0001;

/** Chooses the offered encoding with the highest client weight; ties go to the one offered first. */
export function chooseEncoding(
  offered: readonly DocumentEncoding[],
  acceptEncoding: string | null,
): DocumentEncoding {
  const weights = readWeights(acceptEncoding ?? "");
  const weightOf = (encoding: DocumentEncoding): number =>
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? unspokenWeight : 0);
  const [best] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  // A client that accepts nothing gets the uncompressed document rather than an error.
  return best ?? "identity";
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const entries = header.split(",").map((element): [string, number] => {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
  });
  return new Map(entries);
}

const wholeBytesMax = 262_144;

/** What the slowest accepted client reads within the time an answer may stay unread. */
const sliceBytes = 65_536;

/**
 * Streams a large body in slices. Bun and Deno report no progress within one write, so a slow client would look
 * stalled.
 */
export function sliced(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.length <= wholeBytesMax) return bytes;
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at + sliceBytes));
      at += sliceBytes;
      if (at >= bytes.length) controller.close();
    },
  });
}
