import type { ImageStore } from "@trading-oms/brokerage/ports";
import { isCardId, readImageName, removeCard } from "@trading-oms/images";
import type { Command, Desk, Given, Outcome } from "../../command.ts";
import { renderNumber } from "../../output/render-number.ts";
import { UsageFault } from "../../usage-fault.ts";
import { withKeptImages } from "../../with-kept-images.ts";
import { readIdNumber } from "../../words/read-id-number.ts";
import { findImages } from "./find-images.ts";

/** Removes images before their time. */
export const imagesDelete: Command = {
  words: ["images", "delete"],
  argumentNames: [],
  othersName: "CARD",
  options: { number: { about: "those of one person, whose 12 digits it reads from stdin" } },
  summary: "Removes the images of identity cards before their time, at once and for good.",
  about:
    "CARD is what oms images list shows; all images of the card are removed. Links to them end as well. Copies that the storage makes by itself, as versions or backups, are its operator's to remove.",
  example: "oms images delete 1795057200-f3b1c9a27e5d48d0a91b6c44e0d27f35",
  run: async (given, desk) => {
    judgeWords(given);
    const number = given.isOn("number") ? await readIdNumber(desk.world.stdin) : undefined;
    return withKeptImages(desk.world, async (store) => {
      const cards = await (number === undefined
        ? findCards(store, given.others)
        : findCardsOf(store, number, desk));
      if ("kind" in cards) return cards;
      for (const cardId of cards) await removeCard(store, cardId);
      const of = cards.length === 1 ? "one card" : `${renderNumber(cards.length)} cards`;
      return { kind: "done", json: { cardIds: cards }, lines: [`Removed the images of ${of}.`] };
    });
  },
};

function judgeWords(given: Given): void {
  if (given.isOn("number") === given.others.length > 0) {
    throw new UsageFault("either CARD or --number is needed, and not both.");
  }
  const wrong = given.others.find((card) => !isCardId(card));
  if (wrong !== undefined)
    throw new UsageFault(`"${wrong}" is no card: write it as oms images list shows it.`);
}

async function findCardsOf(
  store: ImageStore,
  number: string,
  { world, say }: Desk,
): Promise<readonly string[] | Outcome> {
  const found = await findImages(store, number, { world, say });
  if ("kind" in found) return found;
  const cards = new Set(found.map(({ cardId }) => cardId));
  return cards.size > 0 ? [...cards] : refuse("No image that is kept is of this number.");
}

/** Nothing is removed where one of the cards has no image, for then something else was meant. */
async function findCards(store: ImageStore, asked: readonly string[]): Promise<readonly string[] | Outcome> {
  const missing = new Set(asked);
  for await (const name of store.list()) missing.delete(readImageName(name)?.cardId ?? "");
  const [one] = missing;
  return one === undefined
    ? [...new Set(asked)]
    : refuse(`There is no image of ${one}; nothing was changed.`);
}

function refuse(message: string): Outcome {
  return { kind: "refused", code: "image-not-there", message };
}
