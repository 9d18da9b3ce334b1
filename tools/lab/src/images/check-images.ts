import { labTest } from "../ground/lab-test.ts";
import { runImages } from "./run-images.ts";

export const test = labTest({
  about: `Sends mutated and hostile images to a built server, and looks how each is answered and what the server holds
afterwards. It runs on Linux, since it looks into /proc. The short form gives each answer 4 s in the place of 2, since others
may have the cores there.`,
  options: {
    count: { kind: "count", about: "images", usual: 50_000, short: 600 },
    from: {
      kind: "count",
      about: "the number of the first image, to send one again that was told of",
      usual: 0,
    },
  },
  run: async ({ options, isShort, seed, folder, tell }) => {
    const elapsedMsMax = isShort ? 4_000 : 2_000;
    const { lines, faults } = await runImages({
      ...{ folder, seed, ...options, elapsedMsMax },
      tellProgress: console.error,
    });
    for (const line of lines) console.log(line);
    tell({ line: `${options.count} images`, faults });
  },
});
