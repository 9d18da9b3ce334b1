import type { Dice } from "../make-dice.ts";
import type { BaseCard } from "./make-stock.ts";

/** Ways to spoil a picture of a card. */
export const spoilCard = { cutShort, changeBytes, moveBytes, claimVast, turnByExif } as const;

/** Cuts a picture short somewhere. */
function cutShort(dice: Dice, { bytes }: BaseCard): Buffer {
  return bytes.subarray(0, 1 + dice(bytes.length - 1));
}

/** Changes bytes anywhere, or mostly at the beginning, where it says what follows. */
function changeBytes(dice: Dice, { bytes }: BaseCard): Buffer {
  const changed = Buffer.from(bytes);
  const reach = dice(2) === 0 ? changed.length : Math.min(changed.length, 700);
  for (let count = 1 + dice(24); count > 0; count -= 1) changed[dice(reach)] = dice(256);
  return changed;
}

/** Takes a piece out, puts one in twice, or fills one with the same byte. */
function moveBytes(dice: Dice, { bytes }: BaseCard): Buffer {
  const begin = dice(bytes.length);
  const end = Math.min(bytes.length, begin + 1 + dice(4_000));
  const piece = bytes.subarray(begin, end);
  const way = dice(3);
  const between = way === 0 ? [] : way === 1 ? [piece, piece] : [Buffer.alloc(piece.length, dice(256))];
  return Buffer.concat([bytes.subarray(0, begin), ...between, bytes.subarray(end)]);
}

/** Lets a picture claim that it is 65,535 pixels wide and high, or 16,384 where no more can be said. */
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

/** Puts an EXIF orientation before a JPEG, of those that there are and of those that there are not. */
function turnByExif(dice: Dice, { bytes }: BaseCard): Buffer {
  const orientation = [1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 65_535][dice(11)] ?? 1;
  const exif = Buffer.from(
    "ffe10022457869660000" + "4d4d002a00000008" + "0001" + "0112000300000001" + "00000000" + "00000000",
    "hex",
  );
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([bytes.subarray(0, 2), exif, bytes.subarray(2)]);
}

/** What begins the part of a JPEG that says how large it is, whole at once or by and by. */
function isFrameMark(byte: number | undefined): boolean {
  return byte === 0xc0 || byte === 0xc1 || byte === 0xc2;
}
