import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runImages } from "./run-images.ts";

const usage = `Sends mutated and hostile images to a built server, and looks how each is answered and what the server holds afterwards.

  pnpm check:images [--short] [--seed N] [--count N] [--from N]

  --short     600 images instead of 50,000, as CI does it; each in 4 s instead of 2, since others may have the cores there
  --seed N    what chance hangs on                                         (a new one)
  --count N   so many images
  --from N    begins with the image of this number, so that one that was told of can be sent again
  --help      this text

It runs on Linux, since it looks into /proc.

Exit codes: 0 the server bore it all, 1 it did not, 2 used wrongly.`;

process.exitCode = await checkImages(process.argv.slice(2));

async function checkImages(words: readonly string[]): Promise<number> {
  const settings = readWords(words);
  if ("fault" in settings) {
    console.error(`${settings.fault}\n\n${usage}`);
    return 2;
  }
  if (settings.help) {
    console.log(usage);
    return 0;
  }
  console.log(`seed ${settings.seed}`);
  const folder = await mkdtemp(join(tmpdir(), "oms-images-"));
  try {
    const { lines, faults } = await runImages({ folder, ...settings, tellProgress: console.error });
    for (const line of lines) console.log(line);
    for (const fault of faults) console.error(`  ${fault}`);
    console.log(faults.length === 0 ? "borne" : "NOT BORNE");
    return faults.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readWords(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        short: { type: "boolean", default: false },
        seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
        count: { type: "string" },
        from: { type: "string", default: "0" },
        help: { type: "boolean", default: false },
      },
    });
    const { short, seed, from, help, count = short ? "600" : "50000" } = values;
    const wrong = [seed, from, count].find((value) => !/^\d{1,9}$/.test(value));
    if (wrong !== undefined) return { fault: `${wrong} is no whole number.` };
    const elapsedMsMax = short ? 4_000 : 2_000;
    return { seed: Number(seed), count: Number(count), from: Number(from), elapsedMsMax, help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
