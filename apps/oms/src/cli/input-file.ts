/** Opens the file of an import, or stdin. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type CommandInput, type CommandOption, UsageFault, type World } from "./command.ts";

/** The format of rows in a file. */
export type RowFormat = "csv" | "json";

/** The options of a command that reads rows. */
export const formatOption: Readonly<Record<"format", CommandOption>> = {
  format: {
    value: "FORMAT",
    about: "csv or json",
    otherwise: "by the extension of FILE; needed if FILE is -",
  },
};

/** Reads the format of a file from the option, or from the extension. */
export function readFormat(input: CommandInput, file: string): RowFormat {
  const format = input.option("format") ?? /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (format === "csv" || format === "json") return format;
  if (format !== undefined) throw new UsageFault(`--format is "${format}": write csv or json.`);
  throw new UsageFault(
    `FILE ${file} ends neither in .csv nor in .json: write --format csv or --format json.`,
  );
}

/** The bytes of a file. */
export type InputFile = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Which part of it has been read, where its size is known. */
  readonly shareRead: () => number | undefined;
  /** SHA-256 of what has been read, as 64 hexadecimal digits. */
  readonly digest: () => string;
};

/** Opens a file; `-` is stdin. */
export async function openInput(file: string, { stdin }: World): Promise<InputFile> {
  const hash = createHash("sha256");
  const digest = (): string => hash.copy().digest("hex");
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  if (file === "-") return { chunks: hashed(stdin), shareRead: () => undefined, digest };
  const status = await stat(file);
  if (status.isDirectory()) throw Object.assign(new Error("It is a folder."), { code: "EISDIR" });
  const stream = createReadStream(file, { highWaterMark: 262_144 });
  // A pipe has no known size.
  const isSized = status.isFile() && status.size > 0;
  const shareRead = () => (isSized ? stream.bytesRead / status.size : undefined);
  return { chunks: hashed(stream), shareRead, digest };
}
