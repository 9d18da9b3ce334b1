import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { CardAnswer, CardContender } from "./card-contender.ts";

/** A QR decoder that is handed both files as they are, and seven fields split by hand. */
export async function openQrAlone(): Promise<CardContender> {
  const { resolve } = createRequire(import.meta.url);
  const wasm = await readFile(resolve("zxing-wasm/reader/zxing_reader.wasm"));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(wasm).buffer },
    fireImmediately: true,
  });
  return {
    read: async (front, back) => {
      for (const side of [front, back]) {
        const [found] = await readBarcodes(new Uint8Array(side), { formats: ["QRCode"], tryHarder: true });
        if (found?.isValid === true) return answerOf(found.text);
      }
      return { fields: {}, isComplete: false };
    },
    close: async () => {},
  };
}

function answerOf(text: string): CardAnswer {
  const given = text.split("|");
  const [idNumber = "", , fullName = "", birth = "", sex = "", residence = "", issue = ""] =
    given.length === 6 ? given.toSpliced(1, 0, "") : given;
  const fields = {
    idNumber,
    fullName: fullName.toUpperCase(),
    dateOfBirth: withSlashes(birth),
    sex: sex as "Nam" | "Nữ",
    placeOfResidence: residence,
    dateOfIssue: withSlashes(issue),
  };
  return { fields, isComplete: false };
}

function withSlashes(day: string): string {
  return day.replace(/^(\d\d)(\d\d)(\d{4})$/, "$1/$2/$3");
}
