import type { OpenAPIHono } from "@hono/zod-openapi";
import { answerImage, type ImageService } from "./answer-image.ts";
import type { Respond } from "./make-responder.ts";

/** Serves kept images to whoever has a link. */
export function serveImages(app: OpenAPIHono, service: ImageService, respond: Respond): void {
  app.all("/cards/:card/:side", ({ req, env }) => {
    const { card: cardId, side } = req.param();
    return answerImage(service, respond, req.raw, { cardId, side }, env);
  });
}
