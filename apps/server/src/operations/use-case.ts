import type { Services } from "@trading-oms/brokerage";
import type { ClockServices, ObservationServices, TradingServices } from "../services.ts";

/** The services of the server as brokerage's use cases take them. */
export function useCaseServices(
  services: TradingServices & ClockServices & Pick<ObservationServices, "makeTraceId">,
): Services {
  return { ...services, holidays: services.book.holidays, makeId: services.makeTraceId };
}

/** The code of a refusal on the wire. */
export function renderCode(code: string): string {
  return code.replaceAll("-", "_");
}
