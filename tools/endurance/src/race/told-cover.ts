import type { SentCover } from "./sent-cover.ts";

/** What an answer of 200 tells, as far as it is judged. */
export type ToldCover = {
  readonly status: "success" | "failed";
  readonly message: string;
  readonly newCoveredMarginCall: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Reads what an order was told; undefined where it was answered by another status. */
export function toldCover({ status, body }: Pick<SentCover, "status" | "body">): ToldCover | undefined {
  return status === 200 ? (JSON.parse(body) as ToldCover) : undefined;
}
