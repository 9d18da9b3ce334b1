/** Companies on HOSE: symbol, reference price in VND, industry, legal form, name, and aliases: brands, products, places, the group, and former names, which no rule derives. */
export const companiesOnHose = `
AAA|7850|plastics|CP|Nhựa An Phát Xanh|An Phát Xanh|An Phát Holdings
AAM|6900|seafood|CP|Thủy sản Mekong
ABT|38500|seafood|CP|Xuất nhập khẩu Thủy sản Bến Tre
ACB|25600|banks|NH|Á Châu|Asia Commercial Bank
ACC|13500|materials|CP|Đầu tư và Xây dựng Bình Dương ACC|Becamex ACC
ACL|11800|seafood|CP|Xuất nhập khẩu Thủy sản Cửu Long An Giang
AGG|16200|property|CP|Đầu tư và Phát triển Bất động sản An Gia
AGR|17050|brokers|CK|Agribank|Agribank Securities|Agriseco
ANV|17350|seafood|CP|Nam Việt|Navico|Thủy sản Nam Việt
APG|9060|brokers|CK|APG
ASM|8250|property|TD|Sao Mai
AST|55200|retail|CP|Dịch vụ Hàng không Taseco|Taseco|Taseco Airs
BAF|32600|agriculture|CP|Nông nghiệp BAF Việt Nam|Heo ăn chay|Siba Food
BCG|6350|construction|TD|Bamboo Capital
BCM|66700|parks|TCT|Đầu tư và Phát triển Công nghiệp|Becamex|Becamex IDC
BFC|40350|fertilizers|CP|Phân bón Bình Điền|Đầu Trâu|Phân bón Đầu Trâu
BHN|37900|beverages|TCT|Bia – Rượu – Nước giải khát Hà Nội|Habeco|Hanoi Beer|Bia Hà Nội|Bia Trúc Bạch
BIC|35600|insurers|BH|Ngân hàng Đầu tư và Phát triển Việt Nam|BIDV Insurance|Bảo hiểm BIDV
BID|40350|banks|NH|Đầu tư và Phát triển Việt Nam|BIDV
BMI|20650|insurers|BH|Bảo Minh|Bao Minh Insurance
BMP|131500|plastics|CP|Nhựa Bình Minh|Binh Minh Plastics|Ống nhựa Bình Minh
BSI|47600|brokers|CK|Ngân hàng Đầu tư và Phát triển Việt Nam|BIDV Securities|Chứng khoán BIDV|BSC
BSR|21150|refining|CP|Lọc hóa dầu Bình Sơn|Binh Son Refining|Dung Quất|Lọc dầu Dung Quất|Nhà máy lọc dầu Dung Quất
BVH|51900|insurers|TD|Bảo Việt|Bao Viet Holdings|Bảo Việt Nhân thọ
BWE|46200|water|TCT|Nước – Môi trường Bình Dương|Biwase
CII|14200|construction|CP|Đầu tư Hạ tầng Kỹ thuật Thành phố Hồ Chí Minh
CMG|47650|technology|TD|Công nghệ CMC|CMC Corporation|CMC Telecom
CMX|7850|shrimp|TD|Camimex
CNG|31700|gas|CP|CNG Việt Nam
CSM|13150|rubber|CP|Công nghiệp Cao su Miền Nam|Casumina|Lốp Casumina
CSV|38300|chemicals|CP|Hóa chất Cơ bản Miền Nam
CTD|70100|construction|CP|Xây dựng Coteccons|Coteccons
CTG|38050|banks|NH|Công thương Việt Nam|VietinBank
CTR|121500|telecoms|TCT|Công trình Viettel|Viettel Construction
CTS|38950|brokers|CK|Ngân hàng Công thương Việt Nam|VietinBank Securities
DBC|27450|agriculture|TD|Dabaco Việt Nam|Dabaco Group|Dabaco|Trứng gà Dabaco
DBD|54300|pharmacy|CP|Dược – Trang thiết bị Y tế Bình Định|Bidiphar
DCM|34850|fertilizers|CP|Phân bón Dầu khí Cà Mau|PVCFC|Ca Mau Fertilizer|Đạm Cà Mau|Phân bón Cà Mau
DGC|112700|chemicals|TD|Hóa chất Đức Giang|Duc Giang Chemicals
DGW|41500|phones|CP|Thế Giới Số|Digiworld
DHC|36400|paper|CP|Đông Hải Bến Tre|Dohaco|Giấy Bến Tre
DHG|105000|pharmacy|CP|Dược Hậu Giang|DHG Pharma|Hau Giang Pharmaceutical|Hapacol|NattoEnzym
DIG|19050|property|TCT|Đầu tư Phát triển Xây dựng|DIC Corp|DIC Group
DPM|35200|fertilizers|TCT|Phân bón và Hóa chất Dầu khí|PVFCCo|Phu My Fertilizer|Đạm Phú Mỹ|Phú Mỹ|Phân bón Phú Mỹ
DPR|39600|rubber|CP|Cao su Đồng Phú
DRC|27600|rubber|CP|Cao su Đà Nẵng|Lốp Đà Nẵng|Cao su Sao Vàng Đà Nẵng
DXG|14900|property|TD|Đất Xanh|Dat Xanh Group
EIB|19350|banks|NH|Xuất Nhập khẩu Việt Nam|Eximbank
ELC|27450|technology|CP|Công nghệ – Viễn thông Elcom|Elcom Technology
EVF|10700|banks|CP|Tài chính Điện lực|EVN Finance
FCN|13650|construction|CP|Fecon
FMC|48050|shrimp|CP|Thực phẩm Sao Ta|Fimex|Sao Ta
FPT|80000|technology|CP|FPT|FPT Corporation
FRT|178900|phones+pharmacies|CP|Bán lẻ Kỹ thuật số FPT|FPT Retail|FPT Shop|Long Châu|Nhà thuốc Long Châu|FPT Long Châu
FTS|42600|brokers|CK|FPT|FPT Securities|FPTS
GAS|68200|gas|TCT|Khí Việt Nam|PV Gas|PetroVietnam Gas
GEX|19900|electrical|TD|Gelex|Gelex Group
GMD|64700|ports|CP|Gemadept|Gemadept Ports|Gemalink|Cảng Gemalink|Nam Đình Vũ|Cảng Nam Đình Vũ|Cảng Gemadept
GVR|30650|rubber|TD|Công nghiệp Cao su Việt Nam|Vietnam Rubber Group|VRG|Tập đoàn Cao su|Cao su Việt Nam
HAG|12150|agriculture|CP|Hoàng Anh Gia Lai|HAGL|Hoang Anh Gia Lai Group|Bầu Đức
HAH|49500|logistics|CP|Vận tải và Xếp dỡ Hải An|Hai An Transport
HCM|29950|brokers|CK|Thành phố Hồ Chí Minh|HSC|Ho Chi Minh City Securities
HDB|25250|banks|NH|Phát triển Thành phố Hồ Chí Minh|HDBank|HD Saison|Sovico
HDG|27300|property|TD|Hà Đô|Ha Do Group
HHV|12100|construction|CP|Đầu tư Hạ tầng Giao thông Đèo Cả|Đèo Cả|Hầm Hải Vân
HPG|26650|steel|TD|Hòa Phát|Hoa Phat Group|Thép Hòa Phát|Hòa Phát Dung Quất|Thép Dung Quất
HSG|18400|steel|TD|Hoa Sen|Hoa Sen Group|Tôn Hoa Sen|Hoa Sen Home
HT1|11850|cement|CP|Xi măng Vicem Hà Tiên|Hà Tiên|Vicem Hà Tiên
IMP|46700|pharmacy|CP|Dược phẩm Imexpharm|Imexpharm
KBC|27900|parks|TCT|Phát triển Đô thị Kinh Bắc|Kinh Bac City|Kinh Bắc
KDC|56500|sweets|TD|Kido|KIDO Group|Kinh Đô|Tường An|Dầu ăn Tường An|Kem Merino|Kem Celano|Merino|Celano|Bánh Kinh Đô
KDH|35300|property|CP|Đầu tư và Kinh doanh Nhà Khang Điền|Khang Dien House|Khang Điền
LPB|31050|banks|NH|Lộc Phát Việt Nam|LPBank|LienVietPostBank|Liên Việt|Bưu điện Liên Việt|Ngân hàng Bưu điện
MBB|24650|banks|NH|Quân đội|MB Bank|Military Bank|MB|Mcredit
MSB|11600|banks|NH|Hàng Hải Việt Nam|Maritime Bank|TNEX
MSN|70000|food|TD|Masan|Masan Group|WinMart|VinMart|WinCommerce|Phúc Long
MWG|60500|phones+pharmacies|CP|Đầu tư Thế Giới Di Động|Mobile World|Điện Máy Xanh|Bách Hóa Xanh|Thế Giới Di Động|TGDD|Topzone|An Khang|Nhà thuốc An Khang|EraBlue|AVAKids
NKG|14250|steel|CP|Thép Nam Kim|Nam Kim Steel
NLG|36100|property|CP|Đầu tư Nam Long|Nam Long Group|Nam Long
NT2|19900|thermal|CP|Điện lực Dầu khí Nhơn Trạch 2|Nhon Trach 2 Power
NVL|10300|property|TD|Đầu tư Địa ốc No Va|Novaland|Aqua City|NovaWorld|Nova Group
OCB|11350|banks|NH|Phương Đông|Orient Commercial Bank
PAN|23850|agriculture|TD|PAN
PC1|22750|construction|TD|PC1|PC1 Group
PDR|20700|property|CP|Phát triển Bất động sản Phát Đạt|Phat Dat Real Estate|Phát Đạt
PHR|56700|rubber|CP|Cao su Phước Hòa
PLX|38700|refining|TD|Xăng dầu Việt Nam|Petrolimex
PNJ|97800|jewelry|CP|Vàng bạc Đá quý Phú Nhuận|Phu Nhuan Jewelry|PNJ Gold
POW|12250|power|TCT|Điện lực Dầu khí Việt Nam|PV Power|PetroVietnam Power
PPC|11050|thermal|CP|Nhiệt điện Phả Lại
PTB|62400|materials|CP|Phú Tài
PVD|23600|oil|TCT|Khoan và Dịch vụ Khoan Dầu khí|PV Drilling
PVT|26850|logistics|TCT|Vận tải Dầu khí|PVTrans|PetroVietnam Transportation
REE|66000|power|CP|Cơ Điện Lạnh|Refrigeration Electrical Engineering
SAB|55300|beverages|TCT|Bia – Rượu – Nước giải khát Sài Gòn|Sabeco|Saigon Beer|Bia 333|333|Saigon Special|Bia Saigon Special
SBT|12650|sugar|CP|Thành Thành Công – Biên Hòa|TTC AgriS|TTC Sugar|TTC|Đường Biên Hòa|Mía đường Thành Thành Công
SCS|76500|airports|CP|Dịch vụ Hàng hóa Sài Gòn|Saigon Cargo Service
SHB|10350|banks|NH|Sài Gòn – Hà Nội|SHB Bank|Saigon Hanoi Bank
SSB|17150|banks|NH|Đông Nam Á|SeABank|Southeast Asia Bank
SSI|26100|brokers|CK|SSI|SSI Securities
STB|37000|banks|NH|Sài Gòn Thương Tín|Sacombank
SZC|42150|parks|CP|Sonadezi Châu Đức
TCB|24350|banks|NH|Kỹ thương Việt Nam|Techcombank|Vietnam Technological and Commercial Bank
TCM|48050|textiles|CP|Dệt may – Đầu tư – Thương mại Thành Công|Thanh Cong Textile|Dệt may Thành Công
TPB|16550|banks|NH|Tiên Phong|TPBank|Tien Phong Bank
VCB|92000|banks|NH|Ngoại thương Việt Nam|Vietcombank
VCI|33100|brokers|CK|Vietcap|Vietcap Securities|Chứng khoán Bản Việt|Viet Capital Securities|VCSC
VGC|44250|materials|TCT|Viglacera|Viglacera Corporation|Sứ Viglacera|Gạch Viglacera
VHC|71700|seafood|CP|Vĩnh Hoàn|Vinh Hoan Seafood
VHM|40050|property|CP|Vinhomes|Vinhomes|Ocean Park|Vinhomes Ocean Park|Smart City|Grand Park
VIB|19950|banks|NH|Quốc tế Việt Nam|Vietnam International Bank
VIC|40650|property|TD|Vingroup|Vingroup|Vin|VinFast|VFS|Vinpearl|Vinmec|Vinschool|VinWonders
VIX|9960|brokers|CK|VIX|VIX Securities|IBSC
VJC|101100|airlines|CP|Hàng không VietJet|Vietjet Air|Vietjet|Sovico
VND|12450|brokers|CK|VNDirect|VNDIRECT Securities
VNM|63500|dairy|CP|Sữa Việt Nam|Vinamilk|Ông Thọ|Sữa Ông Thọ|Dielac|Vfresh|Susu|Probi
VPB|19250|banks|NH|Việt Nam Thịnh Vượng|VPBank|FE Credit|Cake
VRE|17150|property|CP|Vincom Retail|Vincom Retail|Vincom|Vincom Center|Vincom Plaza
VSH|50800|hydro|CP|Thủy điện Vĩnh Sơn – Sông Hinh
`;

/** Companies on HNX, likewise. */
export const companiesOnHnx = `
AAV|6300|property|CP|AAV Group
AMV|2600|pharmacy|CP|Sản xuất Kinh doanh Dược và Trang thiết bị Y tế Việt Mỹ
API|6900|property|CP|Đầu tư Châu Á – Thái Bình Dương|Apec|Apec Group|Apec Investment
APS|6100|brokers|CK|Châu Á – Thái Bình Dương|Chứng khoán Apec|Apec Securities
BAB|11900|banks|NH|Bắc Á|Bac A Bank
BCC|7600|cement|CP|Xi măng Bỉm Sơn
BVS|33500|brokers|CK|Bảo Việt|Bao Viet Securities|BVSC
C69|6700|construction|CP|Xây dựng 1369
CAP|43800|food|CP|Lâm nông sản Thực phẩm Yên Bái
CEO|12900|property|TD|C.E.O|CEO Group
CLH|23400|cement|CP|Xi măng La Hiên
CSC|24300|property|TD|Cotana
DDG|2900|power|CP|Đầu tư Công nghiệp Xuất nhập khẩu Đông Dương
DHT|84500|pharmacy|CP|Dược phẩm Hà Tây|Hataphar
DL1|7200|property|TD|Alpha Seven
DNP|20800|plastics|CP|DNP Holding|Nhựa Đồng Nai
DP3|58900|pharmacy|CP|Dược phẩm Trung ương 3
DTD|24400|construction|CP|Đầu tư Phát triển Thành Đạt
DVM|8100|pharmacy|CP|Dược liệu Việt Nam
DXP|12400|ports|CP|Cảng Đoạn Xá
EVS|5900|brokers|CK|Everest
GKM|4900|materials|CP|GKM Holdings
HCC|13800|materials|CP|Bê tông Hòa Cầm
HGM|255000|mining|CP|Cơ khí và Khoáng sản Hà Giang
HHC|109900|sweets|CP|Bánh kẹo Hải Hà|Haihaco
HJS|32500|hydro|CP|Thủy điện Nậm Mu
HLD|17100|property|CP|Đầu tư và Phát triển Bất động sản HUDLAND
HUT|16200|construction|CP|Tasco|VETC
HVT|64300|chemicals|CP|Hóa chất Việt Trì
ICG|7800|construction|CP|Xây dựng Sông Hồng
IDC|55600|parks|TCT|IDICO|Idico Corporation
IDJ|5600|property|CP|Đầu tư IDJ Việt Nam|Apec IDJ
IDV|34900|parks|CP|Phát triển Hạ tầng Vĩnh Phúc
INN|58200|plastics|CP|Bao bì và In Nông nghiệp
IPA|13100|property|TD|Đầu tư I.P.A
IVS|9200|brokers|CK|Guotai Junan Việt Nam
KSV|178300|mining|TCT|Khoáng sản TKV|Vimico|Khoáng sản Vinacomin
KTS|41600|sugar|CP|Đường Kon Tum
L14|30700|property|CP|Licogi 14
L18|35800|construction|CP|Đầu tư và Xây dựng số 18
LAS|19900|fertilizers|CP|Supe Phốt phát và Hóa chất Lâm Thao|Supe Lâm Thao|Phân bón Lâm Thao
LHC|66300|construction|CP|Đầu tư và Xây dựng Thủy lợi Lâm Đồng
MBG|3300|construction|TD|MBG
MBS|27900|brokers|CK|MB|MB Securities|Chứng khoán Thăng Long|TLS
MCF|8700|food|CP|Xây lắp Cơ khí và Lương thực Thực phẩm
MST|5700|construction|CP|Đầu tư MST
MVB|19300|mining|TCT|Công nghiệp mỏ Việt Bắc TKV
NAG|10100|electrical|TD|Nagakawa
NBC|9600|coal|CP|Than Núi Béo
NDN|9700|property|CP|Đầu tư Phát triển Nhà Đà Nẵng
NET|88100|chemicals|CP|Bột giặt NET
NFC|27400|fertilizers|CP|Phân lân Ninh Bình
NRC|5400|property|TD|Danh Khôi
NSH|5100|materials|TD|Nhôm Sông Hồng Shalumi
NTP|63400|plastics|CP|Nhựa Thiếu niên Tiền Phong|Tien Phong Plastics|Nhựa Tiền Phong
NVB|9100|banks|NH|Quốc Dân|National Citizen Bank|NCB|Navibank
OCH|6300|leisure|CP|One Capital Hospitality|Kem Tràng Tiền|Tràng Tiền|Givral|Bánh Givral
PCE|22500|fertilizers|CP|Phân bón và Hóa chất Dầu khí Miền Trung
PCT|11200|logistics|CP|Vận tải Biển Global Pacific
PGS|30800|gas|CP|Kinh doanh Khí Miền Nam|Gas South
PHN|74500|electrical|CP|Pin Hà Nội|Con Thỏ|Pin Con Thỏ
PLC|24700|refining|TCT|Hóa dầu Petrolimex
PMC|116000|pharmacy|CP|Dược phẩm Dược liệu Pharmedic
POT|17800|telecoms|CP|Thiết bị Bưu điện|Postef
PPS|11500|power|CP|Dịch vụ Kỹ thuật Điện lực Dầu khí Việt Nam
PRE|19400|insurers|BH|Tái bảo hiểm Hà Nội|Hanoi Re
PSD|13300|phones|CP|Dịch vụ Phân phối Tổng hợp Dầu khí
PSI|7100|brokers|CK|Dầu khí
PSW|8800|fertilizers|CP|Phân bón và Hóa chất Dầu khí Tây Nam Bộ
PTI|24900|insurers|BH|Bưu điện|Bảo hiểm PTI
PVB|28300|oil|CP|Bọc ống Dầu khí Việt Nam
PVC|11700|oil|TCT|Hóa chất và Dịch vụ Dầu khí
PVG|7900|gas|CP|Kinh doanh LPG Việt Nam|PV Gas LPG
PVI|58400|insurers|CP|PVI|PVI Holdings
PVS|33600|oil|TCT|Dịch vụ Kỹ thuật Dầu khí Việt Nam|PTSC|PetroVietnam Technical Services
S99|8300|construction|CP|SCI
SCG|65600|construction|TD|Xây dựng SCG
SD5|8200|construction|CP|Sông Đà 5
SD9|11900|construction|CP|Sông Đà 9
SDN|28500|chemicals|CP|Sơn Đồng Nai
SEB|48600|hydro|CP|Đầu tư và Phát triển Điện miền Trung
SED|22900|media|CP|Đầu tư và Phát triển Giáo dục Phương Nam
SGC|109000|food|CP|Xuất nhập khẩu Sa Giang|Bánh phồng tôm Sa Giang
SHN|6500|property|CP|Đầu tư Tổng hợp Hà Nội
SHS|13700|brokers|CK|Sài Gòn – Hà Nội|Saigon Hanoi Securities
SJE|24100|construction|CP|Sông Đà 11
SLS|189600|sugar|CP|Mía đường Sơn La
SMT|7300|telecoms|CP|Sametel
SRA|3500|pharmacy|CP|Sara Việt Nam
TAR|4200|food|CP|Nông nghiệp Công nghệ cao Trung An|Gạo Trung An
TC6|9800|coal|CP|Than Cọc Sáu
TDN|10300|coal|CP|Than Đèo Nai
TIG|13200|property|TD|Đầu tư Thăng Long
TNG|24600|textiles|CP|Đầu tư và Thương mại TNG|TNG Textile
TVC|11400|brokers|TD|Quản lý Tài sản Trí Việt
TVD|11600|coal|CP|Than Vàng Danh
VC2|7700|construction|CP|Đầu tư và Xây dựng Vina2|Vinaconex 2
VC3|28100|property|TD|Nam Mê Kông|Vinaconex 3
VC7|10200|construction|TD|BGI|Vinaconex 7
VCS|51800|materials|CP|Vicostone|Vicostone Quartz
VGS|30200|steel|CP|Ống thép Việt Đức|VG Pipe
VIG|6600|brokers|CK|Đầu tư Tài chính Việt Nam
VNF|15800|logistics|CP|Vinafreight
VNR|24200|insurers|BH|Tái bảo hiểm Quốc gia Việt Nam|Vinare
VTZ|17300|plastics|CP|Sản xuất và Thương mại Nhựa Việt Thành
WCS|285000|logistics|CP|Bến xe Miền Tây|Bến xe Miền Tây
`;

/** Companies on UPCOM, likewise. */
export const companiesOnUpcom = `
ABB|7400|banks|NH|An Bình|ABBank|An Binh Bank
ABC|12700|telecoms|CP|Truyền thông VMG
ABI|24600|insurers|BH|Ngân hàng Nông nghiệp|Bảo hiểm Agribank
ACV|125600|airports|TCT|Cảng hàng không Việt Nam|Airports Corporation of Vietnam|Sân bay Long Thành|Sân bay Tân Sơn Nhất|Sân bay Nội Bài|Sân bay Đà Nẵng
AFX|8900|food|CP|Xuất nhập khẩu Nông sản Thực phẩm An Giang
AIC|11300|insurers|BH|Hàng không
AMS|8600|construction|CP|Cơ khí Xây dựng AMECC
BCA|13500|steel|CP|B.C.H
BDT|17700|materials|CP|Xây lắp và Vật liệu Xây dựng Đồng Tháp
BGE|5300|power|TD|BCG Energy
BLN|8200|logistics|CP|Vận tải và Dịch vụ Liên Ninh
BMS|10400|brokers|CK|Bảo Minh
BOT|2800|construction|CP|BOT Cầu Thái Hà
BVB|12600|banks|NH|Bản Việt|Viet Capital Bank|Timo|BVBank
C4G|8000|construction|TD|CIENCO4
CBS|36900|sugar|CP|Mía đường Cao Bằng
CC1|15600|construction|TCT|Xây dựng số 1
CEN|3100|property|TD|Cenland
CMF|212000|food|CP|Thực phẩm Cholimex|Cholimex|Tương ớt Cholimex
CNC|34600|technology|CP|Công nghệ cao Traphaco
CNT|17900|property|TD|CNT
CQN|28900|ports|CP|Cảng Quảng Ninh
CST|17200|coal|CP|Than Cao Sơn
CTX|8300|construction|TCT|Đầu tư Xây dựng và Thương mại Việt Nam|Constrexim
DDV|19600|fertilizers|CP|DAP Vinachem|DAP Đình Vũ
DFF|1700|construction|TD|Đua Fat
DNA|22100|power|CP|Điện nước An Giang
DRI|12800|rubber|CP|Đầu tư Cao su Đắk Lắk
DSP|10900|leisure|CP|Dịch vụ Du lịch Phú Thọ|Đầm Sen|Phú Thọ Tourist
DVN|23500|pharmacy|TCT|Dược Việt Nam|Vinapharm
ECO|21900|food|CP|Nhựa sinh thái Việt Nam
EIC|20400|power|CP|EVN Quốc tế
FOC|68700|technology|CP|Dịch vụ Trực tuyến FPT|FPT Online|VnExpress|FPT Online
FOX|98500|telecoms|CP|Viễn thông FPT|FPT Telecom|FPT Play|Internet FPT
FRC|28200|agriculture|CP|Lâm đặc sản Xuất khẩu Quảng Nam
G36|7500|construction|TCT|36
GDA|25600|steel|CP|Tôn Đông Á
GEE|59300|electrical|CP|Điện lực Gelex|Cadivi|Dây điện Cadivi|Gelex Electric|Thibidi
GHC|28900|hydro|CP|Thủy điện Gia Lai
HBC|5900|construction|TD|Xây dựng Hòa Bình|Hoa Binh Construction|Hòa Bình Group
HEJ|11200|construction|TCT|Tư vấn Xây dựng Thủy lợi Việt Nam
HIG|10700|technology|TD|HIPT
HLB|315500|beverages|CP|Bia và Nước giải khát Hạ Long|Bia Hạ Long
HND|12300|thermal|CP|Nhiệt điện Hải Phòng
HNF|29100|sweets|CP|Thực phẩm Hữu Nghị|Hữu Nghị|Bánh Tipo
HNG|6900|agriculture|CP|Nông nghiệp Quốc tế Hoàng Anh Gia Lai|HAGL Agrico
HPP|82300|chemicals|CP|Sơn Hải Phòng
HSM|6200|textiles|TCT|Dệt may Hà Nội|Hanosimex
HTM|10800|retail|TCT|Thương mại Hà Nội|Hapro
HU4|10500|property|CP|Đầu tư và Xây dựng HUD4
IFS|24800|beverages|CP|Thực phẩm Quốc tế|Interfood|Wonderfarm|Trà bí đao Wonderfarm
ILB|34200|logistics|CP|ICD Tân Cảng – Long Bình
ISH|22700|hydro|CP|Thủy điện Srok Phu Miêng IDICO
KHD|11800|mining|CP|Khai thác, Chế biến Khoáng sản Hải Dương
KLB|12500|banks|NH|Kiên Long|KienlongBank
KOS|38100|property|CP|Kosy
LIC|27300|construction|TCT|LICOGI
LTG|8700|agriculture|TD|Lộc Trời|Loc Troi Group|Hạt Ngọc Trời|Gạo Hạt Ngọc Trời|Bảo vệ thực vật An Giang
MCH|198600|food|CP|Hàng tiêu dùng Masan|Masan Consumer|Chinsu|Chin-su|Nam Ngư|Nước mắm Nam Ngư|Omachi|Kokomi|Mì Omachi|Wake-up 247|Vinacafé|Vĩnh Hảo
MFS|38600|telecoms|CP|Dịch vụ Kỹ thuật MobiFone|MobiFone
MIC|14100|mining|CP|Kỹ nghệ Khoáng sản Quảng Nam
MML|28700|food|CP|Masan MEATLife|Masan MEATLife|MEATDeli|Masan Meat
MPC|16500|shrimp|TD|Thủy sản Minh Phú|Minh Phu Seafood
MSR|12900|mining|CP|Masan High-Tech Materials|Masan High-Tech Materials|Núi Pháo|Masan Resources
MVC|10100|materials|CP|Vật liệu và Xây dựng Bình Dương
NAB|16800|banks|NH|Nam Á|Nam A Bank
NCS|31700|airports|CP|Suất ăn Hàng không Nội Bài|Suất ăn Nội Bài
NDT|6400|textiles|TCT|Dệt may Nam Định
NED|7300|hydro|CP|Đầu tư và Phát triển Điện Tây Bắc
NTC|201300|parks|CP|Khu công nghiệp Nam Tân Uyên
OIL|11400|refining|TCT|Dầu Việt Nam|PVOIL
PAS|3800|steel|CP|Quốc tế Phương Anh
PAT|71900|chemicals|CP|Phốt pho Apatit Việt Nam
PGB|15900|banks|NH|Thịnh vượng và Phát triển|PGBank
PHP|33400|ports|CP|Cảng Hải Phòng
PIS|12200|construction|TCT|Pisico Bình Định
PLP|5700|plastics|CP|Sản xuất và Công nghệ Nhựa Pha Lê
PNT|13600|construction|CP|Kỹ thuật Xây dựng Phú Nhuận
POM|2100|steel|CP|Thép Pomina|Pomina
PPH|30100|textiles|TCT|Phong Phú
PSB|6600|oil|CP|Đầu tư Dầu khí Sao Mai – Bến Đình
PSL|14900|agriculture|CP|Chăn nuôi Phú Sơn
PTX|9300|logistics|CP|Vận tải và Dịch vụ Petrolimex Nghệ Tĩnh
PVM|16900|electrical|TCT|Máy và Thiết bị Dầu khí
PXL|15300|parks|CP|Đầu tư Khu công nghiệp Dầu khí Long Sơn
QNS|47900|sugar+dairy|CP|Đường Quảng Ngãi|Vinasoy|Quang Ngai Sugar|Fami|Sữa đậu nành|Sữa đậu nành Fami
QTP|13800|thermal|CP|Nhiệt điện Quảng Ninh
SAS|42500|retail|CP|Dịch vụ Hàng không Sân bay Tân Sơn Nhất|Sasco
SBS|4800|brokers|CK|SBS|Sacombank Securities
SCL|24900|food|CP|Sông Đà Cao Cường
SEA|37800|seafood|TCT|Thủy sản Việt Nam|Seaprodex
SGB|12700|banks|NH|Sài Gòn Công thương|Saigonbank
SGP|27600|ports|CP|Cảng Sài Gòn
SIP|82400|parks|CP|Đầu tư Sài Gòn VRG|Saigon VRG Investment
SNZ|34500|parks|TCT|Phát triển Khu công nghiệp|Sonadezi
SSH|78100|property|CP|Phát triển Sunshine Homes|Sunshine|Sunshine Group|Sunshine City
TBD|89000|electrical|TCT|Thiết bị điện Đông Anh|EEMC
TCI|9600|brokers|CK|Thành Công
TID|24300|parks|TCT|Tín Nghĩa
TIS|6300|steel|CP|Gang thép Thái Nguyên|Tisco
TVN|7700|steel|TCT|Thép Việt Nam|VNSteel|Vietnam Steel
UDC|3900|construction|CP|Xây dựng và Phát triển Đô thị Bà Rịa – Vũng Tàu
VBB|10900|banks|NH|Việt Nam Thương Tín|VietBank
VEA|39400|autos|TCT|Máy động lực và Máy nông nghiệp Việt Nam|VEAM|Honda Việt Nam|Toyota Việt Nam|Ford Việt Nam
VEF|178900|leisure|CP|Trung tâm Hội chợ Triển lãm Việt Nam|VEFAC|Triển lãm Giảng Võ
VGI|84600|telecoms|TCT|Đầu tư Quốc tế Viettel|Viettel Global|Mytel|Metfone|Unitel|Movitel
VGT|14100|textiles|TD|Dệt may Việt Nam|Vinatex
VIW|19200|water|TCT|Đầu tư Nước và Môi trường Việt Nam
VTK|58800|telecoms|CP|Tư vấn và Dịch vụ Viettel|Viettel Consultancy
VTP|113500|logistics|TCT|Bưu chính Viettel|Viettel Post
`;
