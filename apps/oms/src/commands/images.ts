import { type FileHandle, readFile, stat } from "node:fs/promises";
import type { ImageStore } from "@trading-oms/brokerage/ports";
import {
  type ImageKey,
  type ImageKeys,
  isCardId,
  type ListedImage,
  listImages,
  makeImageKey,
  openImageStore,
  parseImageKeys,
  readImageName,
  readImagePlace,
  removeCard,
  renderImageKeys,
  StorageFault,
} from "@trading-oms/images";
import {
  type Command,
  type Desk,
  type Given,
  type Result,
  refuse,
  UsageFault,
  type World,
} from "../cli/command.ts";
import { explainFileFailure, FileFault, readUtf8, replaceFile, usingFile } from "../cli/files.ts";
import { type Columns, renderNumber, renderTable, renderTime } from "../cli/text.ts";

const imagesKey: Command = {
  words: ["images", "key"],
  summary: "Makes a key that images of identity cards are sealed under.",
  about:
    "It is added to the file that IMAGES_KEY_FILE names, which only its owner may read: make the first as the account that servers run as; the file stays that account's whoever makes others. The first key seals at once, others after ten minutes, in which to copy the file to every machine; the keys before it go on opening what they sealed. Keep a copy where the images are not: without the key nobody opens them, and with it everybody does. To end a key, take its entry out of the file: what it sealed is then gone for good.",
  example: "oms images key",
  run: async (_given, { world }) => {
    const file = findImageKeyFile(world.environment);
    // Whoever makes another key meanwhile finds this file and stops.
    const part = `${file}.part`;
    const key = await makeImageKey(world.now);
    let isFirst = false;
    try {
      await replaceFile({ file, part, mayReplace: true }, async (handle) => {
        const added = await addKey(file, key);
        isFirst = added.length === 1;
        await takeOver(file, handle);
        await handle.writeFile(renderImageKeys(added));
      });
    } catch (failure) {
      const isHeld = failure instanceof Error && "code" in failure && failure.code === "EEXIST";
      explainFileFailure(isHeld ? part : file, failure);
    }
    return {
      json: { keyId: key.id, madeAtMs: key.madeAtMs, file },
      lines: [`Made ${key.id} in ${file}; it seals ${isFirst ? "from now on" : "in ten minutes"}.`],
    };
  },
};

/** The file stays that of the account that servers run as, whichever account makes another key. */
async function takeOver(file: string, handle: FileHandle): Promise<void> {
  const before = await stat(file).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  if (before === undefined) return;
  const { uid, gid } = await handle.stat();
  if (before.uid !== uid || before.gid !== gid) await handle.chown(before.uid, before.gid);
  await handle.chmod(before.mode & 0o640);
}

/** The keys of a file with one more. */
async function addKey(file: string, key: ImageKey): Promise<ImageKeys> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  return text === undefined ? [key] : [...(await parseKeys(file, text)), key];
}

const imagesList: Command = {
  words: ["images", "list"],
  options: { number: { about: "those of one person alone, whose 12 digits it reads from stdin" } },
  summary: "Lists the images of identity cards that are kept, with what is recorded of each.",
  about:
    "It reads IMAGES, IMAGES_KEY_FILE and what opens the bucket, as servers have them, and opens every image to tell when it was kept and until when, by which request, what for and by whose leave. Images of which no number was read with certainty are found by their request alone, which logs have as well. No image is shown.",
  example: "oms images list --number --json < number.txt",
  run: async (given, { world, say }) => {
    const number = given.isOn("number") ? await readIdNumber(world.stdin) : undefined;
    return withKeptImages(world, async (store) => {
      const found = await findImages(store, number, { world, say });
      if (found.length === 0) say("There are no such images.");
      const told = found.map(describe);
      return { json: told, lines: found.length === 0 ? [] : renderTable(told, columns) };
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

const columns: Columns<ToldImage> = {
  CARD: ({ cardId }) => cardId,
  SIDE: ({ side }) => side,
  KEPT: ({ keptAtMs }) => (keptAtMs === undefined ? "" : renderTime(keptAtMs)),
  UNTIL: ({ deleteAtMs }) => renderTime(deleteAtMs),
  REQUEST: ({ requestId = "" }) => requestId,
  PURPOSE: ({ purpose = "" }) => purpose,
  CONSENT: ({ consent = "" }) => consent,
  KEY: ({ keyId = "not opened" }) => keyId,
};

const imagesDelete: Command = {
  words: ["images", "delete"],
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
      for (const cardId of cards) await removeCard(store, cardId);
      const of = cards.length === 1 ? "one card" : `${renderNumber(cards.length)} cards`;
      return { json: { cardIds: cards }, lines: [`Removed the images of ${of}.`] };
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
): Promise<readonly string[]> {
  const found = await findImages(store, number, { world, say });
  const cards = new Set(found.map(({ cardId }) => cardId));
  return cards.size > 0 ? [...cards] : refuseAbsent("No image that is kept is of this number.");
}

/** Nothing is removed where one of the cards has no image, for then something else was meant. */
async function findCards(store: ImageStore, asked: readonly string[]): Promise<readonly string[]> {
  const missing = new Set(asked);
  for await (const name of store.list()) missing.delete(readImageName(name)?.cardId ?? "");
  const [one] = missing;
  return one === undefined
    ? [...new Set(asked)]
    : refuseAbsent(`There is no image of ${one}; nothing was changed.`);
}

function refuseAbsent(message: string): never {
  refuse("image-not-there", message);
}

const textLengthMax = 1_000;

/** Reads the number of a card from stdin, since whatever stands on a command line is kept by shells and seen by others. */
async function readIdNumber(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const number = (await readText(stdin)).trim();
  if (/^\d{12}$/.test(number)) return number;
  throw new UsageFault("--number reads the number of a card from stdin, 12 digits and nothing else.");
}

async function readText(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  try {
    for await (const block of readUtf8(stdin)) {
      text += block.toString();
      if (text.length > textLengthMax) break;
    }
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    throw new UsageFault("--number reads UTF-8 from stdin, and this is something else.");
  }
  return text;
}

/** Opens what is kept, all of it or what is of one number, and says how much of it no key opens. */
async function findImages(
  store: ImageStore,
  idNumber: string | undefined,
  { world, say }: Pick<Desk, "world" | "say">,
): Promise<readonly ListedImage[]> {
  const keys = await readImageKeys(findImageKeyFile(world.environment));
  const found: ListedImage[] = [];
  let closedCount = 0;
  for await (const image of listImages(store, keys)) {
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

type Environment = World["environment"];

/** Does work with images that are kept; what place or storage refuse is said in a sentence. */
async function withKeptImages(
  { environment }: Pick<World, "environment">,
  work: (store: ImageStore) => Promise<Result>,
): Promise<Result> {
  const store = await openKeptImages(environment);
  try {
    return await work(store);
  } catch (failure) {
    if (failure instanceof StorageFault) return refuseStorage(failure.message);
    // What fetch throws, and what ends it in time, says nothing of where it went.
    if (failure instanceof TypeError && failure.message === "fetch failed")
      return refuseStorage("The storage of images can't be reached.");
    if (failure instanceof DOMException && failure.name === "TimeoutError")
      return refuseStorage("The storage of images has not answered in time.");
    return explainFileFailure(environment["IMAGES"] ?? "", failure);
  }
}

/** Opens the images that servers of the same environment keep, or says why they can't be. */
async function openKeptImages(environment: Environment): Promise<ImageStore> {
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
  return usingFile(IMAGES, async () => openImageStore(place, access, { isMade: false }));
}

function refuseStorage(message: string): never {
  refuse("images-not-usable", message);
}

/** The file that servers of the same environment have their keys for images in. */
function findImageKeyFile({ IMAGES_KEY_FILE: file = "" }: World["environment"]): string {
  if (file !== "") return file;
  throw new UsageFault("IMAGES_KEY_FILE names no file: set it as servers have it.");
}

function readImageKeys(file: string): Promise<ImageKeys> {
  return usingFile(file, async () => parseKeys(file, await readFile(file, "utf8")));
}

async function parseKeys(file: string, text: string): Promise<ImageKeys> {
  const read = await parseImageKeys(text);
  return read.kind === "keys" ? read.keys : refuse("keys-faulty", `${file} can't be used: ${read.issue}`);
}

export const imagesCommands: readonly Command[] = [imagesKey, imagesList, imagesDelete];
