import type { RouteHandler } from "@hono/zod-openapi";
import { routes } from "@trading-oms/contract";
import type { CardReading, FieldName, Language } from "@trading-oms/id-card";
import type { Handler, Hono } from "hono";
import type { Issue } from "../../../failure.ts";
import { Refusal } from "../../../http/errors.ts";
import { allowMethods } from "../../../http/middleware.ts";
import { admit, languageOf, type Operation, translatedHeaders } from "../../../http/operation.ts";
import type { App, AppEnv } from "../../../http/request-context.ts";
import { placeOperation, serveOperations } from "../../../http/served-contract.ts";
import type {
  CallerServices,
  CardServices,
  ImageUrls,
  ObservationServices,
  ReadCard,
} from "../../../services.ts";
import { type CardOptions, takeImages } from "./images.ts";
import { describeCardError, describeLateCard, neededFields } from "./messages.ts";

/** The document's path, and a mistyped one that some clients use. */
export const cardPaths = [
  routes.parseIdCard.getRoutingPath(),
  "/api/v2/chat/api/v2/chat/api/id-card",
] as const;

/** Reads cards at both paths; the second is not in the document. */
export function parseIdCard(
  services: CardServices & ObservationServices,
  options: CardOptions = {},
): Operation<typeof routes.parseIdCard> {
  return {
    handler: readPhotographs(services),
    alsoAt: cardPaths.slice(1),
    checkServices: (request) =>
      services.checkForwarded?.(request) ??
      (services.readCard === undefined ? { code: "card_reading_disabled" } : options.checkRoom?.()),
    takeBody: takeImages(services, options),
  };
}

export function serveCards(
  app: App,
  services: CardServices & ObservationServices & CallerServices,
  options: CardOptions,
): void {
  const { parseIdCard: route } = routes;
  serveOperations(app, [placeOperation("parseIdCard", route, parseIdCard(services, options))], services);
}

/** Forwards both paths to another server after the rate limit per network address. */
export function forwardCards(app: Hono<AppEnv>, services: CallerServices, forward: Handler<AppEnv>): void {
  const checks = admit("parseIdCard", routes.parseIdCard, services);
  for (const path of cardPaths) {
    app.on(["POST"], [path], ...checks, forward);
    allowMethods(app, path, ["POST"], services.corsOrigins);
  }
}

/** Reads the photographs of a card. A doubtful number is no field of a reading, so it cannot be sent. */
function readPhotographs(
  services: CardServices & ObservationServices,
): RouteHandler<typeof routes.parseIdCard, AppEnv> {
  return async (c) => {
    const requestId = c.get("requestId");
    const language = languageOf(c.req.header("accept-language"));
    if (services.readCard === undefined) throw new Refusal({ code: "card_reading_disabled" });
    const outcome = await services.readCard(c.get("images"), c.get("cardTurn"));
    if (outcome.kind === "busy" || outcome.kind === "aborted")
      throw new Refusal({ code: "cards_queue_full" });
    if (outcome.kind === "late") {
      const error = describeLateCard(language);
      return c.json({ success: false, data: {}, error }, 200, headersIn(language));
    }
    if (outcome.kind === "crashed" || outcome.kind === "away") {
      const isAway = outcome.kind === "away";
      const event = isAway ? "image decoding unavailable" : "card worker crashed";
      const { thrown } = outcome;
      services.log({ level: "error", event, requestId, operation: "parseIdCard", thrown });
      throw new Refusal({ code: isAway ? "card_decoder_unavailable" : "card_worker_crashed" });
    }
    const issues = outcome.kind === "read" ? listBroken(outcome.reading) : [brokenPortrait];
    if (outcome.kind !== "read" || issues.length > 0) throw new Refusal({ code: "invalid_request", issues });
    const { reading } = outcome;
    const success = isWholeCard(reading);
    const kept = await keep(outcome, requestId, services);
    const answer = { success, data: dataOf(reading), ...kept };
    const error = success ? {} : { error: describeCardError(reading, language) };
    return c.json({ ...answer, ...error }, 200, headersIn(language));
  };
}

/** Whether the reading has everything that the sides show, and all needed fields. */
function isWholeCard({ isComplete, fields }: CardReading): boolean {
  return isComplete && neededFields.every((name) => fields[name] !== undefined);
}

/** The language is that of `error`; the values are as printed on the card. */
function headersIn(language: Language): Record<string, string> {
  return { ...translatedHeaders, "Content-Language": language };
}

function dataOf({ fields }: CardReading): Partial<Record<FieldName | "address", string>> {
  const data: Partial<Record<FieldName | "address", string>> = {};
  for (const [name, field] of Object.entries(fields)) data[name as FieldName] = field.value;
  if (data.placeOfResidence !== undefined) data.address = data.placeOfResidence;
  return data;
}

/** Lists images that have a valid beginning but cannot be decoded, to be rejected like other invalid ones. */
function listBroken({ problems }: CardReading): readonly Issue[] {
  return problems
    .filter(({ code }) => code === "not_decodable")
    .map(({ side, message }) => ({ field: side === "front" ? "frontImage" : "backImage", message }));
}

const brokenPortrait: Issue = {
  field: "portraitImage",
  message: "the image is damaged and cannot be decoded; send it again",
};

/** Stores the images and returns links. If the image store fails, the reading is answered without links. */
async function keep(
  card: ReadCard,
  requestId: string,
  { storeImages, log }: CardServices & ObservationServices,
): Promise<{ readonly imageUrls?: ImageUrls }> {
  try {
    return (await storeImages?.(card, requestId)) ?? {};
  } catch (thrown) {
    log({ level: "error", event: "storing card images failed", requestId, operation: "parseIdCard", thrown });
    return {};
  }
}
