import { lettersOf } from "./make-lexicon.ts";
import { unitsBefore2025 } from "./units-before-2025.ts";
import { unitsSince2025 } from "./units-since-2025.ts";

/** A province, district or ward, and what lies in it. */
export interface Unit {
  readonly name: string;
  /** What it is found by: its letters without accents, spaces and dashes. */
  readonly letters: string;
  readonly wordCount: number;
  readonly within: readonly Unit[];
}

/** The provinces of the country with all that lies in them. */
export interface UnitTrees {
  /** With districts, as until June 2025. */
  readonly before2025: readonly Unit[];
  /** Without. */
  readonly since2025: readonly Unit[];
}

/** Makes the trees of the lists. */
export function makeUnitTrees(): UnitTrees {
  const before2025 = linesOf(unitsBefore2025).map(([province, rest]) => {
    const districts = rest.split(";").map((each) => {
      const [name = "", wards = ""] = each.split(":");
      return makeUnit(name, readWards(wards));
    });
    return makeUnit(province, districts);
  });
  const since2025 = linesOf(unitsSince2025).map(([province, wards]) => makeUnit(province, readWards(wards)));
  return { before2025, since2025 };
}

function linesOf(list: string): [string, string][] {
  return list
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", rest = ""] = line.split(">");
      return [name, rest];
    });
}

function readWards(list: string): Unit[] {
  return list === "" ? [] : list.split("|").map((ward) => makeUnit(ward, []));
}

/** A unit with what lies in it. */
export function makeUnit(name: string, within: readonly Unit[]): Unit {
  const letters = lettersOf(name).replaceAll(/[^a-z0-9]/g, "");
  return { name, letters, wordCount: name.split(/[ -]+/).length, within };
}

/** The names of all units, once each. */
export function listUnitNames(units: readonly Unit[]): Set<string> {
  const names = new Set<string>();
  for (const unit of units) {
    names.add(unit.name);
    for (const name of listUnitNames(unit.within)) names.add(name);
  }
  return names;
}
