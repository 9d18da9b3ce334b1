import type { Instrument } from "@trading-oms/market";

/** The shares of the VN30 index, as far as a catalog of the real market lists them. */
const sharesOfVn30 = new Set(
  "ACB BCM BID BVH CTG FPT GAS GVR HDB HPG LPB MBB MSN MWG PLX SAB SHB SSB SSI STB TCB TPB VCB VHM VIB VIC VJC VNM VPB VRE".split(
    " ",
  ),
);

/** An index of fewer shares would be the price of a few. */
const sharesMin = 10;

/** Gives the shares that index futures are to follow: those of VN30, or else the first thirty on HOSE. */
export function chooseConstituents(instruments: readonly Instrument[]): readonly string[] {
  const shares = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  const symbols = shares.map(({ symbol }) => symbol);
  const ofVn30 = symbols.filter((symbol) => sharesOfVn30.has(symbol));
  return ofVn30.length >= sharesMin ? ofVn30 : symbols.slice(0, 30);
}
