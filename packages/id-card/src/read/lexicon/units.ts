import { type LexiconTexts, lettersOf, readLines } from "./lexicon.ts";

/** A province, district or ward, with the units in it. */
export interface Unit {
  readonly name: string;
  /** Its key: the letters without accents, spaces and dashes. */
  readonly letters: string;
  readonly wordCount: number;
  readonly within: readonly Unit[];
}

/** The provinces of Vietnam with their units. */
interface UnitTrees {
  /** Until June 2025, with districts. */
  readonly before2025: readonly Unit[];
  /** Since July 2025, without districts. */
  readonly since2025: readonly Unit[];
}

/** Parses the lists of units. */
export function makeUnitTrees(texts: Pick<LexiconTexts, "unitsBefore2025" | "unitsSince2025">): UnitTrees {
  return {
    before2025: readTree(readLines(texts.unitsBefore2025)),
    since2025: readTree(readLines(texts.unitsSince2025)),
  };
}

/** Parses names of which each belongs to the last one before it that is indented less. */
function readTree(lines: readonly string[], depth = 0): Unit[] {
  const indent = "  ".repeat(depth);
  const starts = [...lines.keys()].filter((at) => !lines[at]?.startsWith(`${indent} `));
  return starts.map((start, index) => {
    const within = lines.slice(start + 1, starts[index + 1]);
    return makeUnit(lines[start]?.trim() ?? "", readTree(within, depth + 1));
  });
}

export function makeUnit(name: string, within: readonly Unit[]): Unit {
  const letters = lettersOf(name).replaceAll(/[^a-z0-9]/g, "");
  return { name, letters, wordCount: name.split(/[ -]+/).length, within };
}

/** The distinct names of all units. */
export function listUnitNames(units: readonly Unit[]): Set<string> {
  const names = new Set<string>();
  for (const unit of units) {
    names.add(unit.name);
    for (const name of listUnitNames(unit.within)) names.add(name);
  }
  return names;
}
