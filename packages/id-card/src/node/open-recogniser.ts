import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import type { CardTools, FoundPrint, PrintKind } from "../read/card-tools.ts";
import { type GrayImage, toPortableGraymap } from "../read/image/image.ts";

/** OCR by a set of worker threads. */
export interface Recogniser {
  readonly recognise: NonNullable<CardTools["recognise"]>;
  close(): Promise<void>;
}

/** Starts tesseract workers with the Vietnamese model from its npm package; nothing is downloaded. */
export async function openRecogniser(workerCount: number): Promise<Recogniser> {
  const require = createRequire(import.meta.url);
  const langPath = join(dirname(require.resolve("@tesseract.js-data/vie/package.json")), "4.0.0_best_int");
  const workers = await Promise.all(
    Array.from({ length: workerCount }, () =>
      createWorker("vie", OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: "none" }),
    ),
  );
  // Parameters are state of a worker, so each worker reads its zones one after another.
  const queues = workers.map((worker) => ({
    worker,
    length: 0,
    last: Promise.resolve() as Promise<unknown>,
  }));
  return {
    recognise: (image, kind) => {
      const queue = queues.reduce((best, each) => (each.length < best.length ? each : best));
      const reading = queue.last.then(() => readOne(queue.worker, image, kind));
      queue.length += 1;
      queue.last = reading
        .catch(() => undefined)
        .then(() => {
          queue.length -= 1;
        });
      return reading;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

const modes = { block: PSM.SINGLE_BLOCK, line: PSM.SINGLE_LINE } as const;

async function readOne(worker: Worker, image: GrayImage, kind: PrintKind): Promise<FoundPrint> {
  await worker.setParameters({
    tessedit_pageseg_mode: modes[kind],
    user_defined_dpi: "300",
    // Sauvola's local threshold. A global one loses print that lies in a shadow.
    thresholding_method: "2",
    // Diagnostics of tesseract must not reach a log.
    debug_file: "/dev/null",
  });
  const { data } = await worker.recognize(Buffer.from(toPortableGraymap(image)), {}, { text: true });
  return { text: data.text.normalize("NFC").trim(), confidence: data.confidence / 100 };
}
