import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CardKind, type Encoding, type Severity, severities } from "./card.ts";
import { makeCard } from "./make-card.ts";

const usage = `Draws cards of people who do not exist, to look at or to send.

  node tools/cards/src/draw-cards.ts --out FOLDER [--kind 2021|2024] [--seed N] [--count N]
      [--severity ${severities.join("|")}]
      [--turn DEGREES] [--qr destroyed] [--encoding jpeg|png|webp]

Writes front, back and truth of each.`;

const text = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: {
    out: { type: "string" },
    kind: text("2021"),
    seed: text("1"),
    count: text("1"),
    severity: text("phone"),
    turn: text("0"),
    qr: text("legible"),
    encoding: text("jpeg"),
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
} else if (values.out === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  drawCards(values.out);
}

function drawCards(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { kind, severity, turn, qr, encoding } = values;
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.count); seed += 1) {
    const card = makeCard({
      seed,
      kind: kind as CardKind,
      severity: severity as Severity,
      turn: Number(turn),
      qr: qr as "legible" | "destroyed",
      encoding: encoding as Encoding,
    });
    const name = join(folder, `${kind}-${severity}-${seed}`);
    const ending = encoding === "jpeg" ? "jpg" : encoding;
    writeFileSync(`${name}-front.${ending}`, card.front);
    writeFileSync(`${name}-back.${ending}`, card.back);
    writeFileSync(`${name}.json`, `${JSON.stringify(card.truth, null, 2)}\n`);
  }
}
