import { companiesOnHnx, companiesOnHose, companiesOnUpcom } from "./company-rows.ts";

/** A company whose shares are traded. */
export type Company = {
  readonly symbol: string;
  readonly exchange: "HOSE" | "HNX" | "UPCOM";
  readonly priceText: string;
  readonly name: string;
  readonly companyName: string;
  readonly aliases: readonly string[] | undefined;
  readonly sectorLevel1: string;
  readonly sectorLevel2: string;
  readonly industryName: string;
};

/** Lists the companies of the demonstration, exchange by exchange. */
export function listCompanies(): Company[] {
  return [
    ...readCompanies("HOSE", companiesOnHose),
    ...readCompanies("HNX", companiesOnHnx),
    ...readCompanies("UPCOM", companiesOnUpcom),
  ];
}

/** What the kinds of companies are called before their names. */
const kinds: Readonly<Record<string, string>> = {
  CP: "Công ty Cổ phần",
  TD: "Công ty Cổ phần Tập đoàn",
  TCT: "Tổng Công ty Cổ phần",
  NH: "Ngân hàng Thương mại Cổ phần",
  CK: "Công ty Cổ phần Chứng khoán",
  BH: "Tổng Công ty Cổ phần Bảo hiểm",
};

function readCompanies(exchange: Company["exchange"], rows: string): Company[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [symbol = "", priceText = "", industry = "", kind = "", name = ""] = row.split("|");
      const [sectorLevel1, sectorLevel2, industryName] = industries.get(industry) ?? ["", "", ""];
      const companyName = `${kinds[kind]} ${name}`;
      const aliases = companyAliases.get(symbol);
      const sectors = { sectorLevel1, sectorLevel2, industryName };
      return { symbol, exchange, priceText, name, companyName, aliases, ...sectors };
    });
}

/** What the largest companies are called besides their names: symbol, then brands, short names and English names. */
const rows = `
VCB|Vietcombank
BID|BIDV
CTG|VietinBank
TCB|Techcombank|Vietnam Technological and Commercial Bank
VPB|VPBank
MBB|MB Bank|Military Bank
ACB|Asia Commercial Bank
HDB|HDBank
STB|Sacombank
VIB|Vietnam International Bank
SHB|SHB Bank|Saigon Hanoi Bank
TPB|TPBank|Tien Phong Bank
MSB|Maritime Bank
LPB|LPBank|LienVietPostBank
EIB|Eximbank
OCB|Orient Commercial Bank
SSB|SeABank|Southeast Asia Bank
NAB|Nam A Bank
BAB|Bac A Bank
ABB|ABBank|An Binh Bank
VBB|VietBank
KLB|KienlongBank
BVB|Viet Capital Bank
NVB|National Citizen Bank
PGB|PGBank
SGB|Saigonbank
VNM|Vinamilk
HPG|Hoa Phat Group
FPT|FPT Corporation
VIC|Vingroup
VHM|Vinhomes
VRE|Vincom Retail
MSN|Masan Group
MCH|Masan Consumer
MML|Masan MEATLife
MSR|Masan High-Tech Materials
GAS|PV Gas|PetroVietnam Gas
PLX|Petrolimex
POW|PV Power|PetroVietnam Power
PVD|PV Drilling
PVS|PTSC|PetroVietnam Technical Services
PVT|PVTrans|PetroVietnam Transportation
OIL|PVOIL
BSR|Binh Son Refining
NT2|Nhon Trach 2 Power
DPM|PVFCCo|Phu My Fertilizer|Đạm Phú Mỹ
DCM|PVCFC|Ca Mau Fertilizer|Đạm Cà Mau
DGC|Duc Giang Chemicals
GVR|Vietnam Rubber Group
SAB|Sabeco|Saigon Beer
BHN|Habeco|Hanoi Beer
MWG|Mobile World|Điện Máy Xanh|Bách Hóa Xanh
FRT|FPT Retail|FPT Shop|Long Châu
PNJ|Phu Nhuan Jewelry
DGW|Digiworld
VJC|Vietjet Air
ACV|Airports Corporation of Vietnam
SCS|Saigon Cargo Service
GMD|Gemadept Ports
HAH|Hai An Transport
VTP|Viettel Post
VGI|Viettel Global
CTR|Viettel Construction
VTK|Viettel Consultancy
FOX|FPT Telecom
FOC|FPT Online
CMG|CMC Corporation
ELC|Elcom Technology
SSI|SSI Securities
VND|VNDIRECT Securities
VCI|Vietcap Securities
HCM|HSC|Ho Chi Minh City Securities
SHS|Saigon Hanoi Securities
MBS|MB Securities
FTS|FPT Securities
BSI|BIDV Securities
CTS|VietinBank Securities
BVS|Bao Viet Securities
VIX|VIX Securities
AGR|Agribank Securities
BVH|Bao Viet Holdings
BMI|Bao Minh Insurance
BIC|BIDV Insurance
PVI|PVI Holdings
NVL|Novaland
PDR|Phat Dat Real Estate
KDH|Khang Dien House
NLG|Nam Long Group
DXG|Dat Xanh Group
DIG|DIC Corp
CEO|CEO Group
BCM|Becamex
KBC|Kinh Bac City
IDC|Idico Corporation
SIP|Saigon VRG Investment
CTD|Coteccons
HBC|Hoa Binh Construction
VGC|Viglacera Corporation
HSG|Hoa Sen Group
NKG|Nam Kim Steel
TVN|VNSteel|Vietnam Steel
GEX|Gelex Group
REE|Refrigeration Electrical Engineering
PC1|PC1 Group
HDG|Ha Do Group
VHC|Vinh Hoan Seafood
ANV|Navico
MPC|Minh Phu Seafood
DBC|Dabaco Group
HAG|HAGL|Hoang Anh Gia Lai Group|Bầu Đức
HNG|HAGL Agrico
SBT|TTC AgriS|TTC Sugar
QNS|Vinasoy|Quang Ngai Sugar
KDC|KIDO Group
DHG|DHG Pharma|Hau Giang Pharmaceutical
IMP|Imexpharm
TCM|Thanh Cong Textile
TNG|TNG Textile
BMP|Binh Minh Plastics
NTP|Tien Phong Plastics
VCS|Vicostone Quartz
VEA|VEAM
VGT|Vinatex
LTG|Loc Troi Group
`;

/** The aliases of the companies that have some. */
const companyAliases: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .trim()
    .split("\n")
    .map((row) => {
      const [symbol = "", ...aliases] = row.split("|");
      return [symbol, aliases];
    }),
);

/** Where a company stands among others: two wider sectors, and its industry. */
type Industry = readonly [sectorLevel1: string, sectorLevel2: string, industryName: string];

/** The industries of the demonstration, by the keys that its companies name them by. */
const industries: ReadonlyMap<string, Industry> = new Map([
  ["agriculture", ["Consumer Staples", "Food, Beverage and Tobacco", "Farming and Fishing"]],
  ["airports", ["Industrials", "Transportation", "Airports and Services"]],
  ["airlines", ["Industrials", "Transportation", "Airlines"]],
  ["autos", ["Consumer Discretionary", "Automobiles and Parts", "Automobiles"]],
  ["banks", ["Financials", "Banks", "Banks"]],
  ["beverages", ["Consumer Staples", "Food, Beverage and Tobacco", "Beverages"]],
  ["brokers", ["Financials", "Financial Services", "Investment Services"]],
  ["chemicals", ["Basic Materials", "Chemicals", "Commodity Chemicals"]],
  ["coal", ["Energy", "Oil, Gas and Coal", "Coal"]],
  ["construction", ["Industrials", "Construction and Materials", "Construction"]],
  ["electrical", ["Industrials", "Industrial Goods and Services", "Electrical Components"]],
  ["food", ["Consumer Staples", "Food, Beverage and Tobacco", "Food Products"]],
  ["gas", ["Utilities", "Utilities", "Gas Distribution"]],
  ["insurers", ["Financials", "Insurance", "Non-life Insurance"]],
  ["leisure", ["Consumer Discretionary", "Travel and Leisure", "Travel and Tourism"]],
  ["logistics", ["Industrials", "Transportation", "Marine Transportation"]],
  ["materials", ["Industrials", "Construction and Materials", "Building Materials"]],
  ["media", ["Consumer Discretionary", "Media", "Publishing"]],
  ["mining", ["Basic Materials", "Basic Resources", "General Mining"]],
  ["oil", ["Energy", "Oil, Gas and Coal", "Oil Equipment and Services"]],
  ["parks", ["Real Estate", "Real Estate", "Industrial Parks"]],
  ["pharmacy", ["Health Care", "Health Care", "Pharmaceuticals"]],
  ["plastics", ["Basic Materials", "Chemicals", "Plastics"]],
  ["ports", ["Industrials", "Transportation", "Ports"]],
  ["power", ["Utilities", "Utilities", "Electricity"]],
  ["property", ["Real Estate", "Real Estate", "Real Estate Development"]],
  ["refining", ["Energy", "Oil, Gas and Coal", "Oil Refining and Marketing"]],
  ["retail", ["Consumer Discretionary", "Retail", "Specialty Retailers"]],
  ["rubber", ["Basic Materials", "Chemicals", "Rubber"]],
  ["seafood", ["Consumer Staples", "Food, Beverage and Tobacco", "Seafood"]],
  ["steel", ["Basic Materials", "Basic Resources", "Iron and Steel"]],
  ["technology", ["Technology", "Technology", "Software and Computer Services"]],
  ["telecoms", ["Telecommunications", "Telecommunications", "Telecommunications Services"]],
  ["textiles", ["Consumer Discretionary", "Consumer Products and Services", "Textiles and Clothing"]],
  ["water", ["Utilities", "Utilities", "Water"]],
]);
