import type { ImageStore } from "@trading-oms/brokerage/ports";
import { type ListedImage, listImages } from "@trading-oms/images";
import type { Desk, Outcome } from "../../command.ts";
import { findImageKeyFile, openImageKeys } from "../../open-image-keys.ts";
import { renderNumber } from "../../output/render-number.ts";

/** Opens what is kept, all of it or what is of one number, and says how much of it no key opens. */
export async function findImages(
  store: ImageStore,
  idNumber: string | undefined,
  { world, say }: Pick<Desk, "world" | "say">,
): Promise<readonly ListedImage[] | Outcome> {
  const read = await openImageKeys(findImageKeyFile(world.environment));
  if ("kind" in read) return read;
  const found: ListedImage[] = [];
  let closedCount = 0;
  for await (const image of listImages(store, read.keys)) {
    if ("fault" in image.found) closedCount += 1;
    if (idNumber === undefined || ("isOf" in image.found && (await image.found.isOf(idNumber))))
      found.push(image);
  }
  if (closedCount > 0) {
    const whose = idNumber === undefined ? "" : ", and whose they are nobody can tell";
    say(`Images that no key of the file opens: ${renderNumber(closedCount)}${whose}.`);
  }
  return found;
}
