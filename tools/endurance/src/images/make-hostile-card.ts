import type { Dice } from "../make-dice.ts";
import type { BaseCard, Stock } from "./make-stock.ts";
import { spoilCard } from "./spoil-card.ts";
import { writePng } from "./write-png.ts";

/** A body that no app of good faith sends, and whether it can be anything but refused. */
export type HostileCard = { readonly name: string; readonly body: string; readonly isToBeRefused: boolean };

type Maker = (dice: Dice, stock: Stock) => Buffer | string;

/** An image, or what stands in the place of one, that has to be refused. */
const refused: Readonly<Record<string, Maker>> = {
  empty: () => "",
  "a link": (dice) =>
    pick(dice, [
      "http://127.0.0.1:1/card.jpg",
      "https://example.com/a.png",
      "file:///etc/passwd",
      "ftp://x/y",
      "s3://b/k",
    ]),
  "a data URL": (dice, { cards }) => {
    const { encoding, bytes } = pick(dice, cards);
    return `${pick(dice, ["data:", "DATA:", " data:"])}image/${encoding};base64,${bytes.toString("base64")}`;
  },
  "wrong Base64": (dice, { cards }) => spoilText(dice, pick(dice, cards).bytes.toString("base64")),
  "random bytes": (dice) => randomBytes(dice, 1 + dice(3_000)),
  zeros: (dice) => Buffer.alloc(1 + dice(100_000)),
  SVG: (dice) =>
    Buffer.from(
      pick(dice, [
        "",
        "\ufeff",
        " \n",
        '<?xml version="1.0"?>',
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
      ]) +
        '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><image href="file:///etc/passwd"/></svg>',
    ),
  PDF: (dice) => Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(dice, 300)]),
  GIF: (dice) =>
    Buffer.concat([Buffer.from("GIF89a\xff\xff\xff\xff\xf7\0\0", "latin1"), randomBytes(dice, 900)]),
  "HEIC or AVIF": (dice) =>
    Buffer.concat([
      Buffer.from(
        `\0\0\0\x18ftyp${pick(dice, ["heic", "heix", "mif1", "msf1", "avif", "hevc"])}\0\0\0\0mif1heic`,
        "latin1",
      ),
      randomBytes(dice, 500),
    ]),
  "BMP, TIFF, ICO or MVG": (dice) =>
    Buffer.concat([
      Buffer.from(
        pick(dice, [
          "BM\xff\xff\xff\x7f",
          "II*\0\xff\xff\xff\xff",
          "MM\0*\0\0\0\x08",
          "\0\0\x01\0\xff\xff",
          "push graphic-context\n",
        ]),
        "latin1",
      ),
      randomBytes(dice, 500),
    ]),
  "a size beyond all bounds": (dice, { cards }) => spoilCard.claimVast(pick(dice, cards)),
  "a bomb of 225 megapixels": (_, { bombBeyondBounds }) => bombBeyondBounds,
  "a bomb that is one pixel too wide": (dice) =>
    writePng({ width: 12_001, height: 1 + dice(3_000), bitDepth: 8, colourType: 2, rowCount: 1 }),
  "a polyglot that begins as something else": (dice, { cards }) =>
    Buffer.concat([
      Buffer.from(
        pick(dice, ["GIF89a", "%PDF-1.4\n", "<html><script>", "PK\x03\x04", "MZ", "#!/bin/sh\n", "\x7fELF"]),
        "latin1",
      ),
      pick(dice, cards).bytes,
    ]),
};

/** An image that may be read after all, by luck or because nothing about it is wrong but its size. */
const doubtful: Readonly<Record<string, Maker>> = {
  "a card that is cut short": (dice, { cards }) => spoilCard.cutShort(dice, pick(dice, cards)),
  "a card with some bytes changed": (dice, { cards }) => spoilCard.changeBytes(dice, pick(dice, cards)),
  "a card with a piece moved": (dice, { cards }) => spoilCard.moveBytes(dice, pick(dice, cards)),
  "a card turned by EXIF": (dice, { cards }) => spoilCard.turnByExif(dice, ofEncoding("jpeg", cards, dice)),
  "a card that is something else as well": (dice, { cards }) =>
    Buffer.concat([
      pick(dice, cards).bytes,
      Buffer.from("PK\x05\x06%PDF-1.4\n<script>alert(1)</script>", "latin1"),
    ]),
  "a bomb just within bounds": (dice, { bombsWithinBounds }) => pick(dice, bombsWithinBounds),
  "a bomb that holds less than it claims": (dice) =>
    writePng({ width: 6_000, height: 6_000, bitDepth: 8, colourType: 2, rowCount: dice(60) }),
  "a bomb in a text beside the pixels": (dice) =>
    writePng({
      ...({ width: 8, height: 8, bitDepth: 8, colourType: 2, rowCount: 8 } as const),
      chunks: [{ name: pick(dice, ["tEXt", "iTXt", "eXIf", "iCCP"]), content: Buffer.alloc(2_000_000, 65) }],
    }),
  "a picture of nothing": (dice) =>
    writePng({ width: 1 + dice(40), height: 1 + dice(40), bitDepth: 8, colourType: 2, rowCount: 40 }),
  "a picture as narrow as a thread": (dice) =>
    writePng({ width: pick(dice, [1, 2, 3]), height: 12_000, bitDepth: 8, colourType: 0, rowCount: 12_000 }),
  "a photograph of noise": (dice, { noisyPhotos }) => pick(dice, noisyPhotos),
  "a header and nothing else": (dice, { cards }) => pick(dice, cards).bytes.subarray(0, 30 + dice(170)),
};

/** Those that are read to their end take a second and more, so that there are fewer of them. */
const rareNames = new Set([
  "a card with some bytes changed",
  "a card with a piece moved",
  "a card turned by EXIF",
  "a card that is something else as well",
  "a bomb just within bounds",
  "a photograph of noise",
]);

const shares = [...Object.keys(refused), ...Object.keys(doubtful)].flatMap((name): string[] =>
  Array(rareNames.has(name) ? 2 : 5).fill(name),
);

/** Makes a body with a hostile image as one of its members; the same dice make the same. */
export function makeHostileCard(dice: Dice, stock: Stock): HostileCard {
  const name = pick(dice, shares);
  const make = refused[name] ?? doubtful[name] ?? (() => "");
  const made = make(dice, stock);
  const image = typeof made === "string" ? made : made.toString("base64");
  const member = pick(dice, ["frontImage", "frontImage", "frontImage", "backImage", "portraitImage"]);
  // A sound image of no card beside it, so that what is wrong is wrong with this one.
  const sound = writePng({ width: 16, height: 10, bitDepth: 8, colourType: 2, rowCount: 10 }).toString(
    "base64",
  );
  const body = JSON.stringify({ frontImage: sound, [member]: image });
  return { name, body, isToBeRefused: name in refused };
}

function spoilText(dice: Dice, text: string): string {
  const at = dice(text.length);
  return pick(dice, [
    text.slice(0, text.length - (text.length % 4) - 1),
    `${text.slice(0, at)}\n${text.slice(at)}`,
    `${text.slice(0, at)}*${text.slice(at + 1)}`,
    `${text.slice(0, at)}\u0000${text.slice(at + 1)}`,
    `${text}====`,
    `=${text.slice(1)}`,
    `${text.slice(0, at)}ế${text.slice(at + 1)}`,
    `-_${text.slice(2)}`,
    "=".repeat(1 + dice(9)),
  ]);
}

function randomBytes(dice: Dice, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => dice(256)));
}

function ofEncoding(encoding: BaseCard["encoding"], cards: readonly BaseCard[], dice: Dice): BaseCard {
  return pick(
    dice,
    cards.filter((card) => card.encoding === encoding),
  );
}

function pick<Member>(dice: Dice, members: readonly Member[]): Member {
  return members[dice(members.length)] as Member;
}
