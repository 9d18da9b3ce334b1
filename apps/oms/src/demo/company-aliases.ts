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
export const companyAliases: ReadonlyMap<string, readonly string[]> = new Map(
  rows
    .trim()
    .split("\n")
    .map((row) => {
      const [symbol = "", ...aliases] = row.split("|");
      return [symbol, aliases];
    }),
);
