import type { ImageStore } from "@trading-oms/brokerage/ports";
import { openImageStore, readImagePlace, StorageFault } from "@trading-oms/images";
import type { Outcome } from "./command.ts";
import { explainFileFailure } from "./explain-file-failure.ts";
import { UsageFault } from "./usage-fault.ts";
import type { World } from "./world.ts";

type Environment = World["environment"];

/** Does work with images that are kept; what place or storage refuse is said in a sentence. */
export async function withKeptImages(
  { environment }: Pick<World, "environment">,
  work: (store: ImageStore) => Promise<Outcome>,
): Promise<Outcome> {
  const store = await openKeptImages(environment);
  if ("kind" in store) return store;
  try {
    return await work(store);
  } catch (failure) {
    if (failure instanceof UsageFault) throw failure;
    if (failure instanceof StorageFault) return refuse(failure.message);
    // What fetch throws, and what ends it in time, says nothing of where it went.
    if (failure instanceof TypeError && failure.message === "fetch failed")
      return refuse("The storage of images can't be reached.");
    if (failure instanceof DOMException && failure.name === "TimeoutError")
      return refuse("The storage of images has not answered in time.");
    return explainFileFailure(environment["IMAGES"] ?? "", failure);
  }
}

/** Opens the images that servers of the same environment keep, or says why they can't be. */
async function openKeptImages(environment: Environment): Promise<ImageStore | Outcome> {
  const { IMAGES = "", IMAGES_S3_REGION, IMAGES_S3_ACCESS_KEY_ID, IMAGES_S3_SECRET_ACCESS_KEY } = environment;
  const place = readImagePlace(IMAGES);
  if (place === undefined) {
    throw new UsageFault(
      "IMAGES names no place of images: set it as servers have it, to the whole path of a folder or the address of a bucket.",
    );
  }
  const missing = ["IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"].filter(
    (name) => (environment[name] ?? "") === "",
  );
  if (place.kind === "s3" && missing.length > 0) {
    throw new UsageFault(`IMAGES names a bucket, so that ${missing.join(" and ")} have to be set as well.`);
  }
  const access = {
    region: IMAGES_S3_REGION || "us-east-1",
    accessKeyId: IMAGES_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: IMAGES_S3_SECRET_ACCESS_KEY ?? "",
  };
  try {
    return await openImageStore(place, access, { isMade: false });
  } catch (failure) {
    return explainFileFailure(IMAGES, failure);
  }
}

function refuse(message: string): Outcome {
  return { kind: "refused", code: "images-not-usable", message };
}
