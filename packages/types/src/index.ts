/**
 * The schemas and operations of the Trading OMS OpenAPI document as TypeScript types. There is no runtime code, so import
 * everything with `import type`.
 *
 * Money is in whole VND; ratios and rates are fractions of 1; times are Unix milliseconds. An object may have more members
 * than its type, and an optional member may be missing from any answer.
 *
 * @example
 * ```ts
 * import type { operations, MarginRatio } from "@trading-oms/types";
 *
 * // A schema by its name in the document.
 * export const canBorrow = ({ marginRatio }: MarginRatio): boolean => marginRatio !== undefined && marginRatio < 1;
 *
 * // Anything else by its operation.
 * type Query = NonNullable<operations["listNotifications"]["parameters"]["query"]>;
 * export const firstPage: Query = { limit: 50, offset: 0 };
 * ```
 *
 * @packageDocumentation
 */
export type * from "./specified.gen.ts";
