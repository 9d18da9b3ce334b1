import type { CardKind } from "../card-reading.ts";
import type { CardZone } from "../geometry/straighten-card.ts";

/** What stands together on a side. */
export type ZoneName = "number" | "person" | "name" | "places" | "origin" | "expiry" | "issue" | "authority";

/** Where things are printed, with room for cards that were printed a little off. Labels tell what is what within a zone. */
export const printZones: Readonly<Record<CardKind, Readonly<Partial<Record<ZoneName, CardZone>>>>> = {
  "2021": {
    number: { left: 0.32, top: 0.375, right: 0.98, bottom: 0.475 },
    person: { left: 0.31, top: 0.47, right: 1, bottom: 0.74 },
    name: { left: 0.31, top: 0.47, right: 1, bottom: 0.61 },
    places: { left: 0.31, top: 0.725, right: 1, bottom: 0.985 },
    origin: { left: 0.31, top: 0.725, right: 1, bottom: 0.905 },
    expiry: { left: 0.02, top: 0.85, right: 0.32, bottom: 0.985 },
    issue: { left: 0.03, top: 0.22, right: 0.66, bottom: 0.3 },
    authority: { left: 0.16, top: 0.285, right: 0.74, bottom: 0.405 },
  },
  "2024": {
    number: { left: 0.31, top: 0.455, right: 0.8, bottom: 0.54 },
    person: { left: 0.31, top: 0.535, right: 1, bottom: 0.945 },
    // Below its label, which is so long that recognition takes twice as long with it.
    name: { left: 0.31, top: 0.58, right: 1, bottom: 0.685 },
    places: { left: 0.03, top: 0.03, right: 0.74, bottom: 0.345 },
    origin: { left: 0.03, top: 0.2, right: 0.74, bottom: 0.345 },
    expiry: { left: 0.2, top: 0.345, right: 0.76, bottom: 0.475 },
    issue: { left: 0.2, top: 0.345, right: 0.76, bottom: 0.475 },
    authority: { left: 0.38, top: 0.475, right: 0.72, bottom: 0.55 },
  },
};
