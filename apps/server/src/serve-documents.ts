import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Answer } from "./answer.ts";
import { answerOtherMethods } from "./answer-other-methods.ts";
import type { Asked } from "./asked.ts";
import { chooseEncoding } from "./choose-encoding.ts";
import type { ServedDocument } from "./documents.ts";
import type { Respond } from "./make-responder.ts";
import { matchesTag } from "./matches-tag.ts";
import type { ServerServices } from "./server-services.ts";

/** Serves the document, its page and its examples: each at its own path, so that no other path leads to a file. */
export function serveDocuments(app: OpenAPIHono, services: ServerServices, respond: Respond): void {
  if (services.documents.has("/docs"))
    serve("/", () => ({ status: 302, headers: { Location: "/docs" }, body: null }));
  for (const [pathname, document] of services.documents) {
    serve(pathname, (request) => answerDocument(document, request));
  }

  function serve(path: string, answer: (request: Asked) => Answer | Promise<Answer>): void {
    app.all(path, ({ req: { raw }, env }) =>
      raw.method === "GET" || raw.method === "HEAD"
        ? respond(raw, "documents", answer, env)
        : respond(raw, "other", () => answerOtherMethods(raw, ["GET"], services.corsOrigins), env),
    );
  }
}

async function answerDocument({ headers, forms }: ServedDocument, request: Asked): Promise<Answer> {
  const encoding = chooseEncoding(
    forms.map((form) => form.encoding),
    request.headers.get("accept-encoding"),
  );
  const form = forms.find((each) => each.encoding === encoding);
  if (form === undefined) throw new Error("A document has no form that is as it is.");
  // A browser that keeps the page takes its headers from the 304, so that what the page may do stands there too.
  const kept = {
    ...headers,
    "Cache-Control": "no-cache",
    ETag: form.etag,
    ...(forms.length > 1 ? { Vary: "Accept-Encoding" } : {}),
  };
  if (matchesTag(request.headers.get("if-none-match"), form.etag)) {
    return { status: 304, headers: kept, body: null };
  }
  const sent = {
    ...kept,
    "Content-Length": String(form.byteCount),
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { status: 200, headers: sent, body: request.method === "HEAD" ? null : await form.read() };
}
