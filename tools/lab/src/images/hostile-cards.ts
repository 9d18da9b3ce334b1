import { type Dice, pick, randomBytes } from "../harness/dice.ts";
import { type BaseCard, type CardFixtures, writePng } from "./fixtures.ts";

/** A hostile request body, and whether it must be refused. */
export type HostileCard = { readonly name: string; readonly body: string; readonly isToBeRefused: boolean };

type Maker = (dice: Dice, fixtures: CardFixtures) => Buffer | string;

/** Images and other values that must be refused. */
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
  "a size beyond all bounds": (dice, { cards }) => claimVast(pick(dice, cards)),
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

/** Images that may be readable after all, by chance or because only their size is unusual. */
const doubtful: Readonly<Record<string, Maker>> = {
  "a card that is cut short": (dice, { cards }) => cutShort(dice, pick(dice, cards)),
  "a card with some bytes changed": (dice, { cards }) => changeBytes(dice, pick(dice, cards)),
  "a card with a piece moved": (dice, { cards }) => moveBytes(dice, pick(dice, cards)),
  "a card turned by EXIF": (dice, { cards }) =>
    turnByExif(
      dice,
      pick(
        dice,
        cards.filter(({ encoding }) => encoding === "jpeg"),
      ),
    ),
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

/** Fully decoded images take a second or more, so they are rarer. */
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

/** Makes a body with one hostile image; deterministic for the same dice. */
export function makeHostileCard(dice: Dice, fixtures: CardFixtures): HostileCard {
  const name = pick(dice, shares);
  const make = refused[name] ?? doubtful[name] ?? (() => "");
  const made = make(dice, fixtures);
  const image = typeof made === "string" ? made : made.toString("base64");
  const member = pick(dice, ["frontImage", "frontImage", "frontImage", "backImage", "portraitImage"]);
  // The other image is valid, so that any fault comes from this one.
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

/** Truncates a picture. */
function cutShort(dice: Dice, { bytes }: BaseCard): Buffer {
  return bytes.subarray(0, 1 + dice(bytes.length - 1));
}

/** Changes bytes anywhere, or mostly in the header. */
function changeBytes(dice: Dice, { bytes }: BaseCard): Buffer {
  const changed = Buffer.from(bytes);
  const reach = dice(2) === 0 ? changed.length : Math.min(changed.length, 700);
  for (let count = 1 + dice(24); count > 0; count -= 1) changed[dice(reach)] = dice(256);
  return changed;
}

/** Removes, repeats or overwrites a piece. */
function moveBytes(dice: Dice, { bytes }: BaseCard): Buffer {
  const begin = dice(bytes.length);
  const end = Math.min(bytes.length, begin + 1 + dice(4_000));
  const piece = bytes.subarray(begin, end);
  const way = dice(3);
  const between = way === 0 ? [] : way === 1 ? [piece, piece] : [Buffer.alloc(piece.length, dice(256))];
  return Buffer.concat([bytes.subarray(0, begin), ...between, bytes.subarray(end)]);
}

/** Changes the header to claim 65,535 × 65,535 pixels, or 16,384 where that is the maximum. */
function claimVast({ encoding, bytes }: BaseCard): Buffer {
  const claimed = Buffer.from(bytes);
  if (encoding === "png") {
    claimed.writeUInt32BE(65_535, 16);
    claimed.writeUInt32BE(65_535, 20);
  } else if (encoding === "jpeg") {
    const frame = claimed.findIndex((byte, at) => byte === 0xff && isFrameMark(claimed[at + 1]));
    claimed.writeUInt32BE(0xffff_ffff, frame + 5);
  } else {
    const extended = Buffer.alloc(18);
    extended.write("VP8X", 0, "latin1");
    extended.writeUInt32LE(10, 4);
    extended.fill(0xff, 12, 18);
    return Buffer.concat([claimed.subarray(0, 12), extended, claimed.subarray(12)]);
  }
  return claimed;
}

/** Adds an EXIF orientation to a JPEG, valid or not. */
function turnByExif(dice: Dice, { bytes }: BaseCard): Buffer {
  const orientation = [1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 65_535][dice(11)] ?? 1;
  const exif = Buffer.from(
    "ffe10022457869660000" + "4d4d002a00000008" + "0001" + "0112000300000001" + "00000000" + "00000000",
    "hex",
  );
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([bytes.subarray(0, 2), exif, bytes.subarray(2)]);
}

/** The marker of a JPEG frame header, baseline or progressive. */
function isFrameMark(byte: number | undefined): boolean {
  return byte === 0xc0 || byte === 0xc1 || byte === 0xc2;
}
