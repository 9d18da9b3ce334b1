import { makeReaderTables, readCard } from "@trading-oms/id-card";
import sharp from "sharp";
import type { CardContender } from "./card-contender.ts";
import { answerOf } from "./open-own-reader.ts";

/** Our reader with neither codes nor print: what the machine-readable lines give by themselves. */
export async function openMrzAlone(): Promise<CardContender> {
  const tables = makeReaderTables();
  const tools = { decode, findQr: async () => [], isLate: () => false };
  return {
    read: async (front, back) => answerOf(await readCard({ front, back }, tools, tables)),
    close: async () => {},
  };
}

async function decode(bytes: Uint8Array): Promise<{ width: number; height: number; data: Uint8Array }> {
  const image = sharp(bytes).autoOrient().flatten({ background: "#fff" }).toColourspace("srgb");
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
