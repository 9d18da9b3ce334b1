/** What setting a cover would do, asked without doing it. */
import { type AccountFigures, amountVndMax } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import { outstandingOf, priceBelowRate } from "../accounts/account-status.ts";
import type { ValuedPosition } from "../accounts/figures.ts";
import { rejectAbsent } from "../accounts/settle-change.ts";
import type { AccountKey } from "../ports/index.ts";
import type { CoverRefusalCode, TextLanguage } from "../refusal-texts.ts";
import type { Refusal, Services } from "../services.ts";
import { type CoverScene, type DecidedOrder, decideOrder, readScene } from "./decide-order.ts";

/** The figures that a cover moves. */
export type CoveredFigures = {
  readonly coveredVnd: bigint;
  readonly account: AccountFigures;
  readonly dealRatio: bigint;
  readonly outstandingVnd: bigint;
  readonly callPrice: Price | undefined;
  readonly forceClosePrice: Price | undefined;
};

/** The answer that the order would get, and the figures before and after it, which are equal if it would change nothing. */
export type CoverPreview = {
  readonly kind: "done";
  readonly code: CoverRefusalCode | undefined;
  readonly message: string;
  readonly before: CoveredFigures;
  readonly after: CoveredFigures;
  /** The least and the most that would be accepted; undefined if nothing would be. */
  readonly accepted: { readonly leastVnd: bigint; readonly mostVnd: bigint } | undefined;
};

/** Previews an order by the same decision as the order itself. Writes nothing. */
export async function previewCover(
  services: Services,
  { userId, accountId, symbol }: AccountKey & { readonly symbol: string },
  { amountVnd, language }: { readonly amountVnd: bigint; readonly language?: TextLanguage },
): Promise<CoverPreview | Refusal> {
  const state = await services.store.readAccount({ userId, accountId });
  if (state === undefined) return rejectAbsent();
  await services.book?.catchUpWith(state.versions);
  const scene = await readScene(services, state, symbol, services.now());
  if ("kind" in scene) return scene;
  const order = await decideOrder(services, scene, amountVnd, language);
  const before = coveredFiguresOf(scene.held, scene.valued.figures);
  return {
    kind: "done",
    code: order.code,
    message: order.message,
    before,
    after: order.code === undefined ? figuresAfter(scene, order) : before,
    accepted: await findAccepted(services, scene),
  };
}

function coveredFiguresOf(valued: ValuedPosition, account: AccountFigures): CoveredFigures {
  const { position, instrument, rates, figures } = valued;
  return {
    coveredVnd: position.coveredVnd,
    account,
    dealRatio: figures.dealRatio,
    outstandingVnd: outstandingOf(valued),
    callPrice: priceBelowRate(position, instrument, rates.marginCallRate),
    forceClosePrice: priceBelowRate(position, instrument, rates.forceCloseRate),
  };
}

function figuresAfter({ held }: CoverScene, { decision, position }: DecidedOrder): CoveredFigures {
  return coveredFiguresOf({ ...held, position, figures: decision.figures }, decision.account);
}

/**
 * The range of amounts that would be accepted, which includes the present one. The rules bound a raise by power and full cover, and a
 * lowering by need or not at all; where the size of figures refuses the bound, it is searched for.
 */
async function findAccepted(services: Services, scene: CoverScene): Promise<CoverPreview["accepted"]> {
  const { position, figures } = scene.held;
  const isAccepted = async (amountVnd: bigint): Promise<boolean> =>
    (await decideOrder(services, scene, amountVnd)).code === undefined;
  const presentVnd = position.coveredVnd;
  if (!(await isAccepted(presentVnd))) return undefined;
  const { decision } = await decideOrder(services, scene, amountVndMax);
  const boundVnd = decision.kind === "refused" ? (decision.boundVnd ?? presentVnd) : amountVndMax;
  let mostVnd = presentVnd;
  let refusedVnd = boundVnd + 1n;
  for (let triedVnd = boundVnd; refusedVnd - mostVnd > 1n; triedVnd = (mostVnd + refusedVnd) / 2n) {
    if (await isAccepted(triedVnd)) mostVnd = triedVnd;
    else refusedVnd = triedVnd;
  }
  const canLower = figures.neededVnd < presentVnd && (await isAccepted(figures.neededVnd));
  return { leastVnd: canLower ? figures.neededVnd : presentVnd, mostVnd };
}
