import type { ListedImage } from "@trading-oms/images";
import type { Command } from "../../command.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";
import { withKeptImages } from "../../with-kept-images.ts";
import { readIdNumber } from "../../words/read-id-number.ts";
import { findImages } from "./find-images.ts";

/** Lists the images that are kept. */
export const imagesList: Command = {
  words: ["images", "list"],
  argumentNames: [],
  options: { number: { about: "those of one person alone, whose 12 digits it reads from stdin" } },
  summary: "Lists the images of identity cards that are kept, with what is recorded of each.",
  about:
    "It reads IMAGES, IMAGES_KEY_FILE and what opens the bucket, as servers have them, and opens every image to tell when it was kept and until when, by which request, what for and by whose leave. Images of which no number was read with certainty are found by their request alone, which logs have as well. No image is shown.",
  example: "oms images list --number --json < number.txt",
  run: async (given, { world, say }) => {
    const number = given.isOn("number") ? await readIdNumber(world.stdin) : undefined;
    return withKeptImages(world, async (store) => {
      const found = await findImages(store, number, { world, say });
      if ("kind" in found) return found;
      if (found.length === 0) say("There are no such images.");
      return { kind: "done", json: found.map(describe), lines: found.length === 0 ? [] : render(found) };
    });
  },
};

/** What of an image is told; of one that no key opens, only what its name says, and why. */
type ToldImage = {
  readonly cardId: string;
  readonly side: string;
  readonly deleteAtMs: number;
  readonly fault?: string;
  readonly keptAtMs?: number;
  readonly requestId?: string;
  readonly purpose?: string;
  readonly consent?: string;
  readonly keyId?: string;
};

function describe({ cardId, side, deleteAtMs, found }: ListedImage): ToldImage {
  const kept = { cardId, side, deleteAtMs };
  if ("fault" in found) return { ...kept, fault: found.fault };
  const { keptAtMs, requestId, purpose, consent } = found.record;
  return { ...kept, keptAtMs, requestId, purpose, consent, keyId: found.keyId };
}

function render(images: readonly ListedImage[]): string[] {
  const titles = ["CARD", "SIDE", "KEPT", "UNTIL", "REQUEST", "PURPOSE", "CONSENT", "KEY"];
  const rows = images.map(describe).map((told) => {
    const { keptAtMs, requestId = "", purpose = "", consent = "", keyId = "not opened" } = told;
    const kept = keptAtMs === undefined ? "" : renderTime(keptAtMs);
    return [told.cardId, told.side, kept, renderTime(told.deleteAtMs), requestId, purpose, consent, keyId];
  });
  return renderTable(
    titles.map((title) => ({ title })),
    rows,
  );
}
