import type { Dice } from "../make-dice.ts";

/** Lists as many frames, none of which anybody of good faith would send. */
export function listBadMessages(count: number, dice: Dice): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const make = makers[index % makers.length];
    if (make === undefined) throw new RangeError("There is no such bad message.");
    const made = make(dice);
    return typeof made === "string" ? new TextEncoder().encode(made) : made;
  });
}

const frame =
  '{"version":1,"source":"stranger","beganAtMs":1,"frame":1,"atMs":1,"messages":[{"kind":"trade","symbol":"FPT","seq":1}]}';

const makers: readonly ((dice: Dice) => string | Uint8Array)[] = [
  (dice) => Uint8Array.from({ length: 1 + dice(2_000) }, () => dice(256)),
  (dice) => frame.slice(0, dice(frame.length - 1)),
  () => `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  () => '{"__proto__":{"version":1},"messages":[]}',
  () => frame.replace('"version":1', '"version":99'),
  () => frame.replace('"frame":1', '"frame":1e308'),
  () => frame.replace('"atMs":1', '"atMs":-9007199254740993'),
  () => frame.replace('"stranger"', `"${"x".repeat(10_000)}"`),
  () => frame.replace(/\[.*\]/, "7"),
  () => "null",
];
