import { OpenAPIHono } from "@hono/zod-openapi";
import {
  checkEdgeImage,
  type EdgeModules,
  type ImagesBinding,
  openEdgeReader,
  shrinkByPlatform,
} from "@trading-oms/id-card/edge";
import type { Hono } from "hono";
import { makeMemoryBudget } from "../../http/memory-budget.ts";
import { getPath, openApp, withMiddleware } from "../../http/middleware.ts";
import { limitMinute, widenNetwork } from "../../http/rate-limits.ts";
import { type AppEnv, type ContextServices, renderTraceParent } from "../../http/request-context.ts";
import { onValidated } from "../../http/validation.ts";
import { forwardCards, serveCards } from "../../operations/specified/parse-id-card/handler.ts";
import type { ServerServices } from "../../services.ts";
import { readShared, warnOfMistyped } from "../settings.ts";
import {
  addressOf,
  limitTogether,
  makeBaseServices,
  rejectFaulty,
  type Serve,
  type Worker,
  type WriteLine,
  wireAtFirstRequest,
} from "./base-services.ts";
import { type CardReader, forwardCard, readCardReader } from "./forward-cards.ts";
import { type ImageSettings, readImageSettings, storeImages } from "./kept-images.ts";
import { readOneByOne } from "./read-one-by-one.ts";
import { checkLimiters, type Environment, readBinding } from "./settings.ts";

type CardWorld = {
  readonly modules: EdgeModules;
  /** Keeps the isolate alive for work that continues after the answer or without its request. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly writeLine: WriteLine;
};

/** A body, its text and its images are in memory at once, within the 128 MB of an isolate. */
const bodyBytesMax = 12_000_000;

/** Memory for all bodies in progress: the largest one and a typical one. */
const memoryBytesMax = 16_000_000;

/**
 * Creates the Worker that reads cards for the main Worker, in an isolate of its own. It reads them itself or
 * forwards them to a server.
 */
export function createCardWorker(world: CardWorld): Worker {
  return wireAtFirstRequest((environment) => wire(world, environment));
}

async function wire(world: CardWorld, environment: Environment): Promise<Serve> {
  const { values, faults, mistyped } = readShared("cards", environment);
  checkLimiters(["CARD_LIMITER"], environment, faults);
  const decoder = readBinding<ImagesBinding>(environment, decoderKind, faults);
  const reader = readCardReader(environment, values, faults);
  const images = await readImageSettings(environment, values, faults);
  if (faults.length > 0) return rejectFaulty(world.writeLine, faults);
  const base = makeBaseServices(world.writeLine, values.logLevel);
  warnOfMistyped(mistyped, base.log);
  const services: CardServices = {
    ...base,
    corsOrigins: values.corsOrigins,
    limiters: {
      card: limitTogether(
        limitMinute(values.cardRequestsMax, base.now, widenNetwork),
        environment,
        "CARD_LIMITER",
      ),
    },
    addressOf,
  };
  const app = reader === undefined ? readHere(world, services, decoder, images) : forwardTo(reader, services);
  return app.fetch;
}

/** The services that both modes share; the operation needs no token and no store. */
type CardServices = Partial<ServerServices> & ContextServices;

/** Reads QR codes and machine-readable lines in this isolate. */
function readHere(
  { modules, waitUntil }: CardWorld,
  services: CardServices,
  decoder: ImagesBinding | undefined,
  images: ImageSettings | undefined,
): Hono<AppEnv> {
  const { log } = services;
  if (decoder === undefined)
    log({ level: "error", event: "card reading disabled", notes: { why: undecoded } });
  const onUncopied = (thrown: unknown): void =>
    log({ level: "error", event: "copying card images failed", thrown });
  const cards =
    decoder &&
    readOneByOne({
      ...services,
      waitUntil,
      // The body reader validates images already.
      openReader: () => openEdgeReader(modules, shrinkByPlatform(decoder), { areJudged: true }),
      onUncopied: images && onUncopied,
    });
  const keep = images && storeImages(images, { ...services, waitUntil });
  const all: Partial<ServerServices> = {
    ...services,
    reserveBodyMemory: makeMemoryBudget({ bytesMax: memoryBytesMax, senderBytesMax: bodyBytesMax }),
    ...(cards && { readCard: cards.read }),
    storeImages: keep && cards && ((card, requestId) => cards.hold(() => keep(card, requestId))),
  };
  const app = withMiddleware(new OpenAPIHono<AppEnv>({ getPath, defaultHook: onValidated }), services);
  const options = {
    bodyBytesMax,
    checkImageHere: checkEdgeImage,
    ...(cards && { checkRoom: cards.checkRoom }),
  };
  serveCards(app, all as ServerServices, options);
  return app;
}

/** Forwards cards to a server, after the rate limit by address. */
function forwardTo(reader: CardReader, services: CardServices): Hono<AppEnv> {
  const { log } = services;
  const app = openApp(services);
  forwardCards(app, services as ServerServices, async (c) => {
    const { sender, requestId, trace } = c.var;
    const from = { sender, requestId, traceParent: renderTraceParent(trace) };
    const { status, headers, body } = await forwardCard(c.req.raw, from, { reader, log });
    return c.body(body, status, headers);
  });
  return app;
}

const undecoded =
  "Neither is an Images binding bound as IMAGE_DECODER (images in the configuration), nor CARD_READER_URL set.";

const decoderKind = { name: "IMAGE_DECODER", method: "input", what: "Images binding", where: "images" };
