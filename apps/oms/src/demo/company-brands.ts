/**
 * Under which other names people know the companies of the demonstration: their brands, products and places, their group, and
 * former names. No rule derives these. An operator's catalog has its own in the column `aliases`.
 */
export const companyBrands = `
AAA|An Phát Xanh|An Phát Holdings
ABI|Bảo hiểm Agribank
ACC|Becamex ACC
ACV|Sân bay Long Thành|Sân bay Tân Sơn Nhất|Sân bay Nội Bài|Sân bay Đà Nẵng
AGR|Agriseco
ANV|Thủy sản Nam Việt
API|Apec|Apec Group|Apec Investment
APS|Chứng khoán Apec|Apec Securities
AST|Taseco|Taseco Airs
BAF|Heo ăn chay|Siba Food
BCM|Becamex IDC
BFC|Đầu Trâu|Phân bón Đầu Trâu
BHN|Bia Hà Nội|Bia Trúc Bạch
BIC|Bảo hiểm BIDV
BMP|Ống nhựa Bình Minh
BSI|Chứng khoán BIDV|BSC
BSR|Dung Quất|Lọc dầu Dung Quất|Nhà máy lọc dầu Dung Quất
BVB|Timo|BVBank
BVH|Bảo Việt Nhân thọ
BVS|BVSC
BWE|Biwase
CMF|Cholimex|Tương ớt Cholimex
CMG|CMC Telecom
CSM|Casumina|Lốp Casumina
CTX|Constrexim
DBC|Dabaco|Trứng gà Dabaco
DBD|Bidiphar
DCM|Phân bón Cà Mau
DDV|DAP Đình Vũ
DHC|Dohaco|Giấy Bến Tre
DHG|Hapacol|NattoEnzym
DHT|Hataphar
DIG|DIC Group
DNP|Nhựa Đồng Nai
DPM|Phú Mỹ|Phân bón Phú Mỹ
DRC|Lốp Đà Nẵng|Cao su Sao Vàng Đà Nẵng
DSP|Đầm Sen|Phú Thọ Tourist
DVN|Vinapharm
EVF|EVN Finance
FMC|Fimex|Sao Ta
FOC|VnExpress|FPT Online
FOX|FPT Play|Internet FPT
FRT|Nhà thuốc Long Châu|FPT Long Châu
FTS|FPTS
GEE|Cadivi|Dây điện Cadivi|Gelex Electric|Thibidi
GMD|Gemalink|Cảng Gemalink|Nam Đình Vũ|Cảng Nam Đình Vũ|Cảng Gemadept
GVR|VRG|Tập đoàn Cao su|Cao su Việt Nam
HBC|Hòa Bình Group
HDB|HD Saison|Sovico
HHC|Haihaco
HHV|Đèo Cả|Hầm Hải Vân
HLB|Bia Hạ Long
HNF|Hữu Nghị|Bánh Tipo
HPG|Thép Hòa Phát|Hòa Phát Dung Quất|Thép Dung Quất
HSG|Tôn Hoa Sen|Hoa Sen Home
HSM|Hanosimex
HTM|Hapro
HT1|Hà Tiên|Vicem Hà Tiên
HUT|VETC
IDJ|Apec IDJ
IFS|Interfood|Wonderfarm|Trà bí đao Wonderfarm
KDC|Tường An|Dầu ăn Tường An|Kem Merino|Kem Celano|Merino|Celano|Bánh Kinh Đô
KSV|Vimico|Khoáng sản Vinacomin
LAS|Supe Lâm Thao|Phân bón Lâm Thao
LPB|Liên Việt|Bưu điện Liên Việt|Ngân hàng Bưu điện
LTG|Hạt Ngọc Trời|Gạo Hạt Ngọc Trời|Bảo vệ thực vật An Giang
MBB|MB|Mcredit
MBS|Chứng khoán Thăng Long|TLS
MCH|Chinsu|Chin-su|Nam Ngư|Nước mắm Nam Ngư|Omachi|Kokomi|Mì Omachi|Wake-up 247|Vinacafé|Vĩnh Hảo
MFS|MobiFone
MML|MEATDeli|Masan Meat
MSB|TNEX
MSN|WinMart|VinMart|WinCommerce|Phúc Long
MSR|Núi Pháo|Masan Resources
MWG|Topzone|An Khang|Nhà thuốc An Khang|EraBlue|AVAKids
NCS|Suất ăn Nội Bài
NTP|Nhựa Tiền Phong
NVB|NCB|Navibank
NVL|Aqua City|NovaWorld|Nova Group
OCH|Kem Tràng Tiền|Tràng Tiền|Givral|Bánh Givral
PHN|Con Thỏ|Pin Con Thỏ
PNJ|PNJ Gold
POM|Pomina
POT|Postef
PRE|Hanoi Re
PTI|Bảo hiểm PTI
PVG|PV Gas LPG
PGS|Gas South
QNS|Fami|Sữa đậu nành|Sữa đậu nành Fami
SAB|Bia 333|333|Saigon Special|Bia Saigon Special
SAS|Sasco
SBS|Sacombank Securities
SBT|TTC|Đường Biên Hòa|Mía đường Thành Thành Công
SEA|Seaprodex
SGC|Bánh phồng tôm Sa Giang
SNZ|Sonadezi
SSH|Sunshine|Sunshine Group|Sunshine City
TAR|Gạo Trung An
TBD|EEMC
TCM|Dệt may Thành Công
TIS|Tisco
VC2|Vinaconex 2
VC3|Vinaconex 3
VC7|Vinaconex 7
VEA|Honda Việt Nam|Toyota Việt Nam|Ford Việt Nam
VEF|VEFAC|Triển lãm Giảng Võ
VGC|Sứ Viglacera|Gạch Viglacera
VGI|Mytel|Metfone|Unitel|Movitel
VGS|VG Pipe
VHM|Ocean Park|Vinhomes Ocean Park|Smart City|Grand Park
VIC|Vin|VinFast|VFS|Vinpearl|Vinmec|Vinschool|VinWonders
VIX|IBSC
VJC|Vietjet|Sovico
VNM|Ông Thọ|Sữa Ông Thọ|Dielac|Vfresh|Susu|Probi
VNR|Vinare
VPB|FE Credit|Cake
VRE|Vincom|Vincom Center|Vincom Plaza
WCS|Bến xe Miền Tây
`;
