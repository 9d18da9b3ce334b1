import { openImageKeeper } from "@trading-oms/images/workers";
import type { Log } from "../../http/reports.ts";
import type { ServerServices } from "../../services.ts";
import type { ImageSettings } from "./read-image-settings.ts";

/** What keeping images needs of the runtime. */
type KeepingWorld = {
  readonly now: () => number;
  readonly log: Log;
  readonly waitUntil: (work: Promise<unknown>) => void;
};

/** Keeps the copies of cards by their settings; what is begun for one is ended also where nobody waits for its answer. */
export function keepImages(
  settings: ImageSettings,
  { now, log, waitUntil }: KeepingWorld,
): NonNullable<ServerServices["keepImages"]> {
  const tellLeft = (thrown: unknown): void => log({ level: "error", event: "images left behind", thrown });
  return async ({ reading: { fields }, copies }, requestId) => {
    if (copies === undefined) return {};
    // One for each card, since a request that was cut off gives nothing back of what it counted.
    const keeper = openImageKeeper({ ...settings, now, tellLeft, inBackground: waitUntil });
    const keeping = keeper.keep({ images: copies, requestId, idNumber: fields.idNumber?.value });
    waitUntil(keeping.catch(() => {}));
    return { imageUrls: await keeping };
  };
}
