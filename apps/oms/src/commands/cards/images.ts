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
  type CommandContext,
  type CommandInput,
  type Result,
  refuse,
  UsageFault,
  type World,
} from "../../cli/command.ts";
import { FileFault, readUtf8, rejectFileFailure, replaceFile, usingFile } from "../../cli/files.ts";
import { type Columns, renderNumber, renderTable, renderTime } from "../../cli/text.ts";

const imagesKey: Command = {
  words: ["images", "key"],
  summary: "Makes an encryption key for images of identity cards.",
  about:
    "The key is added to the file named by IMAGES_KEY_FILE, which only its owner may read. Make the first key as the system user of the servers; the file keeps this owner when another user adds a key. The first key encrypts at once, a further one after ten minutes, so that the file can be copied to every machine. Older keys still decrypt. Keep a copy of the file apart from the images: without the key they are lost, and with it anyone can read them. To retire a key, remove its entry from the file: its images can then never be decrypted again.",
  example: "oms images key",
  run: async (_input, { world }) => {
    const file = findImageKeyFile(world.environment);
    // A fixed name, so that a concurrent command fails instead of dropping this key.
    const part = `${file}.part`;
    const key = await makeImageKey(world.now);
    let isFirst = false;
    try {
      await replaceFile({ file, part, mayReplace: true }, async (handle) => {
        const added = await addKey(file, key);
        isFirst = added.length === 1;
        await preserveOwnerAndMode(file, handle);
        await handle.writeFile(renderImageKeys(added));
      });
    } catch (failure) {
      const isHeld = failure instanceof Error && "code" in failure && failure.code === "EEXIST";
      rejectFileFailure(isHeld ? part : file, failure);
    }
    return {
      json: { keyId: key.id, madeAtMs: key.madeAtMs, file },
      lines: [`Made ${key.id} in ${file}; it encrypts ${isFirst ? "from now on" : "in ten minutes"}.`],
    };
  },
};

/** Gives the new file the owner of the old one, so that servers can still read it if another user has added a key. */
async function preserveOwnerAndMode(file: string, handle: FileHandle): Promise<void> {
  const before = await stat(file).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  if (before === undefined) return;
  const { uid, gid } = await handle.stat();
  if (before.uid !== uid || before.gid !== gid) await handle.chown(before.uid, before.gid);
  await handle.chmod(before.mode & 0o640);
}

/** Returns the keys of a file with one more. */
async function addKey(file: string, key: ImageKey): Promise<ImageKeys> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  return text === undefined ? [key] : [...(await parseKeys(file, text)), key];
}

const imagesList: Command = {
  words: ["images", "list"],
  options: { number: { about: "only the images of one person; reads the 12-digit card number from stdin" } },
  summary: "Lists the stored images of identity cards with their records.",
  about:
    "It needs IMAGES, IMAGES_KEY_FILE and the credentials of the bucket, as set for servers. It decrypts every image to show when and until when it is stored, and its request, purpose and consent. An image whose card number was not read with certainty can only be found by its request, which is also in the logs. The images themselves are not shown.",
  example: "oms images list --number --json < number.txt",
  run: async (input, { world, say }) => {
    const number = input.isOn("number") ? await readIdNumber(world.stdin) : undefined;
    return withKeptImages(world, async (store) => {
      const found = await findImages(store, number, { world, say });
      if (found.length === 0) say("There are no such images.");
      const summaries = found.map(summarize);
      return { json: summaries, lines: found.length === 0 ? [] : renderTable(summaries, columns) };
    });
  },
};

/** The record of an image. If no key decrypts it, only the data in its name and the reason are known. */
type ImageSummary = {
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

function summarize({ cardId, side, deleteAtMs, found }: ListedImage): ImageSummary {
  const kept = { cardId, side, deleteAtMs };
  if ("fault" in found) return { ...kept, fault: found.fault };
  const { keptAtMs, requestId, purpose, consent } = found.record;
  return { ...kept, keptAtMs, requestId, purpose, consent, keyId: found.keyId };
}

const columns: Columns<ImageSummary> = {
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
  options: { number: { about: "the images of one person; reads the 12-digit card number from stdin" } },
  summary: "Deletes images of identity cards before they expire.",
  about:
    "CARD is an id from oms images list; all images of the card are deleted, and links to them stop working. Copies that the storage itself makes, such as versions or backups, are not deleted.",
  example: "oms images delete 1795057200-f3b1c9a27e5d48d0a91b6c44e0d27f35",
  run: async (input, context) => {
    checkArguments(input);
    const number = input.isOn("number") ? await readIdNumber(context.world.stdin) : undefined;
    return withKeptImages(context.world, async (store) => {
      const cards = await (number === undefined
        ? findCards(store, input.others)
        : findCardsOf(store, number, context));
      for (const cardId of cards) await removeCard(store, cardId);
      const of = cards.length === 1 ? "one card" : `${renderNumber(cards.length)} cards`;
      return { json: { cardIds: cards }, lines: [`Deleted the images of ${of}.`] };
    });
  },
};

function checkArguments(input: CommandInput): void {
  if (input.isOn("number") === input.others.length > 0) {
    throw new UsageFault("write either CARD or --number, and not both.");
  }
  const wrong = input.others.find((card) => !isCardId(card));
  if (wrong !== undefined)
    throw new UsageFault(`"${wrong}" is not a card: write it as oms images list shows it.`);
}

async function findCardsOf(
  store: ImageStore,
  number: string,
  { world, say }: CommandContext,
): Promise<readonly string[]> {
  const found = await findImages(store, number, { world, say });
  const cards = new Set(found.map(({ cardId }) => cardId));
  return cards.size > 0 ? [...cards] : rejectAbsent("There is no stored image for this number.");
}

/** If one of the cards has no image, nothing is deleted, because the arguments are probably wrong. */
async function findCards(store: ImageStore, asked: readonly string[]): Promise<readonly string[]> {
  const missing = new Set(asked);
  for await (const name of store.list()) missing.delete(readImageName(name)?.cardId ?? "");
  const [one] = missing;
  return one === undefined
    ? [...new Set(asked)]
    : rejectAbsent(`There is no image of ${one}; nothing was changed.`);
}

function rejectAbsent(message: string): never {
  refuse("image_not_found", message);
}

const textLengthMax = 1_000;

/** Reads the number of a card from stdin, because arguments are visible in the shell history and to other processes. */
async function readIdNumber(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const number = (await readText(stdin)).trim();
  if (/^\d{12}$/.test(number)) return number;
  throw new UsageFault("--number reads the number of a card from stdin: write 12 digits and nothing else.");
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
    throw new UsageFault("--number reads UTF-8 from stdin, and the input is not UTF-8.");
  }
  return text;
}

/** Decrypts the records of all images, or of one card number, and reports how many no key decrypts. */
async function findImages(
  store: ImageStore,
  idNumber: string | undefined,
  { world, say }: Pick<CommandContext, "world" | "say">,
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
    const unknown = idNumber === undefined ? "" : "; their card numbers are unknown";
    say(`Images that no key in the file decrypts: ${renderNumber(closedCount)}${unknown}.`);
  }
  return found;
}

type Environment = World["environment"];

/** Opens the image store and runs work on it. Errors of the storage become refusals. */
async function withKeptImages(
  { environment }: Pick<World, "environment">,
  work: (store: ImageStore) => Promise<Result>,
): Promise<Result> {
  const store = await openKeptImages(environment);
  try {
    return await work(store);
  } catch (failure) {
    if (failure instanceof StorageFault) return rejectStorage(failure.message);
    // The error of a failed fetch and that of its time-out do not name the storage.
    if (failure instanceof TypeError && failure.message === "fetch failed")
      return rejectStorage("The storage of images can't be reached.");
    if (failure instanceof DOMException && failure.name === "TimeoutError")
      return rejectStorage("The storage of images has not answered in time.");
    return rejectFileFailure(environment["IMAGES"] ?? "", failure);
  }
}

/** Opens the image store of servers with the same settings. */
async function openKeptImages(environment: Environment): Promise<ImageStore> {
  const { IMAGES = "", IMAGES_S3_REGION, IMAGES_S3_ACCESS_KEY_ID, IMAGES_S3_SECRET_ACCESS_KEY } = environment;
  const place = readImagePlace(IMAGES);
  if (place === undefined) {
    throw new UsageFault(
      "IMAGES is not set correctly: set it as for servers, to the absolute path of a folder or the address of a bucket.",
    );
  }
  const missing = ["IMAGES_S3_ACCESS_KEY_ID", "IMAGES_S3_SECRET_ACCESS_KEY"].filter(
    (name) => (environment[name] ?? "") === "",
  );
  if (place.kind === "s3" && missing.length > 0) {
    throw new UsageFault(`IMAGES names a bucket: set ${missing.join(" and ")} as well.`);
  }
  const access = {
    region: IMAGES_S3_REGION || "us-east-1",
    accessKeyId: IMAGES_S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: IMAGES_S3_SECRET_ACCESS_KEY ?? "",
  };
  return usingFile(IMAGES, async () => openImageStore(place, access, { create: false }));
}

function rejectStorage(message: string): never {
  refuse("images_not_usable", message);
}

/** Returns the key file of servers with the same settings. */
function findImageKeyFile({ IMAGES_KEY_FILE: file = "" }: World["environment"]): string {
  if (file !== "") return file;
  throw new UsageFault("IMAGES_KEY_FILE is not set: set it as for servers.");
}

function readImageKeys(file: string): Promise<ImageKeys> {
  return usingFile(file, async () => parseKeys(file, await readFile(file, "utf8")));
}

async function parseKeys(file: string, text: string): Promise<ImageKeys> {
  const read = await parseImageKeys(text);
  return read.kind === "keys" ? read.keys : refuse("keys_faulty", `${file} can't be used: ${read.issue}`);
}

export const imagesCommands: readonly Command[] = [imagesKey, imagesList, imagesDelete];
