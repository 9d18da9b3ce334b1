import {
  cardAddress,
  coverAddress,
  doubledCardAddress,
  notificationsAddress,
  ratioAddress,
  searchAddress,
} from "../address.ts";

/** A path of the document, or one that is answered like it, with its own methods. */
export type OperationPath = {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly needsToken: boolean;
};

/** Every path that is answered. */
export const operationPaths: readonly OperationPath[] = [
  { name: "search", path: searchAddress("fpt"), method: "GET", needsToken: false },
  { name: "card", path: cardAddress, method: "POST", needsToken: false },
  { name: "doubled-card", path: doubledCardAddress, method: "POST", needsToken: false },
  { name: "cover", path: coverAddress, method: "PATCH", needsToken: true },
  { name: "ratio", path: ratioAddress("FPT"), method: "GET", needsToken: true },
  { name: "notifications", path: notificationsAddress, method: "GET", needsToken: true },
];
