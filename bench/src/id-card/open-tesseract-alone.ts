import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { createWorker, OEM } from "tesseract.js";
import type { CardAnswer, CardContender } from "./card-contender.ts";

/** Tesseract on both whole pictures, and fields by the labels before them: what a first attempt looks like. */
export async function openTesseractAlone(): Promise<CardContender> {
  const { resolve } = createRequire(import.meta.url);
  const langPath = join(dirname(resolve("@tesseract.js-data/vie/package.json")), "4.0.0_best_int");
  const worker = await createWorker("vie", OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: "none" });
  return {
    read: async (front, back) => {
      const pages: string[] = [];
      for (const side of [front, back]) {
        const upright = await sharp(side).autoOrient().png().toBuffer();
        const { data } = await worker.recognize(upright);
        pages.push(data.text.normalize("NFC"));
      }
      return answerOf(pages.join("\n"));
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

const patterns = {
  idNumber: /(?<!\d)(0\d{11})(?!\d)/,
  fullName: /Full name:?\s*\n+\s*(.+)/,
  dateOfBirth: /birth:?\s*(\d\d\/\d\d\/\d{4})/,
  sex: /Sex:?\s*(Nam|Nữ)/,
  nationality: /Nationality:?\s*(Việt Nam)/,
  placeOfOrigin: /Place of (?:origin|birth):?\s*\n+\s*(.+)/,
  placeOfResidence: /residence:?\s*([^\n]+\n[^\n]+)/,
  dateOfExpiry: /(?:expiry|đến):?\s*(\d\d\/\d\d\/\d{4}|Không thời hạn)/,
  dateOfIssue: /(?:year|issue):?\s*(\d\d\/\d\d\/\d{4})/,
} as const;

function answerOf(text: string): CardAnswer {
  const found = Object.entries(patterns).flatMap(([name, pattern]) => {
    const value = pattern.exec(text)?.[1]?.replaceAll(/\s+/g, " ").trim();
    return value === undefined ? [] : [[name, value] as const];
  });
  return { fields: Object.fromEntries(found), isComplete: false };
}
