import type { Answer } from "../../answer.ts";
import type { Ask } from "../../ask.ts";
import { expectBody } from "../../expect/body.ts";
import { expectSame } from "../../expect/same.ts";
import { expectStatus } from "../../expect/status.ts";
import { expectThat } from "../../expect/that.ts";
import { coverAddress } from "../address.ts";

/** Whose position is covered, and by what key a repetition is known. */
export type Covering = {
  readonly token: string;
  readonly position: { readonly accountId: string; readonly symbol: string };
  readonly key?: string;
};

/** What a cover was answered with. */
export type Covered = {
  readonly answer: Answer;
  readonly status: string;
  readonly covered: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Sends a covered amount, as it is. */
export function cover(ask: Ask, { token, position, key }: Covering, amount: unknown): Promise<Answer> {
  const { accountId, symbol } = position;
  const headers = key === undefined ? {} : { "Idempotency-Key": key };
  return ask("PATCH", coverAddress, { token, headers, json: { accountId, symbol, amount } });
}

/** Sends a covered amount that has to be answered with figures, accepted or refused by a rule. */
export async function coverWithFigures(ask: Ask, covering: Covering, amount: number): Promise<Covered> {
  return readCovered(await cover(ask, covering, amount));
}

/** Sends a covered amount that has to be accepted. */
export async function coverForSure(ask: Ask, covering: Covering, amount: number): Promise<Covered> {
  const made = await coverWithFigures(ask, covering, amount);
  // The message of a refusal says why.
  expectThat(made.answer, made.status === "success", 'status "success"');
  expectSame(made.answer, "newCoveredMarginCall", made.covered, amount);
  return made;
}

/** Reads the figures that an order to cover was answered with. */
export function readCovered(answer: Answer): Covered {
  expectStatus(answer, 200);
  const { status, newCoveredMarginCall, maintenanceMargin, tradingPower } = expectBody(answer);
  return {
    answer,
    status: String(status),
    covered: Number(newCoveredMarginCall),
    maintenanceMargin: Number(maintenanceMargin),
    tradingPower: Number(tradingPower),
  };
}
