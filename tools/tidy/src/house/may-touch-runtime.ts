import { places } from "./places.ts";

const roomsOfTheRuntime = [
  places.compositionRoots,
  "packages/store/",
  "packages/feed/",
  "packages/images/",
  places.clientWorld,
  "packages/client/src/node/",
  "packages/conformance/src/node/",
  "packages/id-card/src/node/",
  "packages/id-card/src/edge/",
  "apps/oms/",
  "tools/",
  "bench/",
];

/** Whether a path may touch the machine it runs on: its clock, files, environment, workers. */
export function mayTouchRuntime(path: string): boolean {
  return roomsOfTheRuntime.some((room) => path.startsWith(room));
}
