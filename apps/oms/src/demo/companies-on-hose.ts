/** Companies on HOSE: symbol, reference price in VND, industry, kind of company, name. */
export const companiesOnHose = `
AAA|7850|plastics|CP|Nhựa An Phát Xanh
AAM|6900|seafood|CP|Thủy sản Mekong
ABT|38500|seafood|CP|Xuất nhập khẩu Thủy sản Bến Tre
ACB|25600|banks|NH|Á Châu
ACC|13500|materials|CP|Đầu tư và Xây dựng Bình Dương ACC
ACL|11800|seafood|CP|Xuất nhập khẩu Thủy sản Cửu Long An Giang
AGG|16200|property|CP|Đầu tư và Phát triển Bất động sản An Gia
AGR|17050|brokers|CK|Agribank
ANV|17350|seafood|CP|Nam Việt
APG|9060|brokers|CK|APG
ASM|8250|property|TD|Sao Mai
AST|55200|retail|CP|Dịch vụ Hàng không Taseco
BAF|32600|agriculture|CP|Nông nghiệp BAF Việt Nam
BCG|6350|construction|TD|Bamboo Capital
BCM|66700|parks|TCT|Đầu tư và Phát triển Công nghiệp
BFC|40350|chemicals|CP|Phân bón Bình Điền
BHN|37900|beverages|TCT|Bia – Rượu – Nước giải khát Hà Nội
BIC|35600|insurers|BH|Ngân hàng Đầu tư và Phát triển Việt Nam
BID|40350|banks|NH|Đầu tư và Phát triển Việt Nam
BMI|20650|insurers|BH|Bảo Minh
BMP|131500|plastics|CP|Nhựa Bình Minh
BSI|47600|brokers|CK|Ngân hàng Đầu tư và Phát triển Việt Nam
BSR|21150|refining|CP|Lọc hóa dầu Bình Sơn
BVH|51900|insurers|TD|Bảo Việt
BWE|46200|water|TCT|Nước – Môi trường Bình Dương
CII|14200|construction|CP|Đầu tư Hạ tầng Kỹ thuật Thành phố Hồ Chí Minh
CMG|47650|technology|TD|Công nghệ CMC
CMX|7850|seafood|TD|Camimex
CNG|31700|gas|CP|CNG Việt Nam
CSM|13150|rubber|CP|Công nghiệp Cao su Miền Nam
CSV|38300|chemicals|CP|Hóa chất Cơ bản Miền Nam
CTD|70100|construction|CP|Xây dựng Coteccons
CTG|38050|banks|NH|Công thương Việt Nam
CTR|121500|telecoms|TCT|Công trình Viettel
CTS|38950|brokers|CK|Ngân hàng Công thương Việt Nam
DBC|27450|agriculture|TD|Dabaco Việt Nam
DBD|54300|pharmacy|CP|Dược – Trang thiết bị Y tế Bình Định
DCM|34850|chemicals|CP|Phân bón Dầu khí Cà Mau
DGC|112700|chemicals|TD|Hóa chất Đức Giang
DGW|41500|retail|CP|Thế Giới Số
DHC|36400|materials|CP|Đông Hải Bến Tre
DHG|105000|pharmacy|CP|Dược Hậu Giang
DIG|19050|property|TCT|Đầu tư Phát triển Xây dựng
DPM|35200|chemicals|TCT|Phân bón và Hóa chất Dầu khí
DPR|39600|rubber|CP|Cao su Đồng Phú
DRC|27600|rubber|CP|Cao su Đà Nẵng
DXG|14900|property|TD|Đất Xanh
EIB|19350|banks|NH|Xuất Nhập khẩu Việt Nam
ELC|27450|technology|CP|Công nghệ – Viễn thông Elcom
EVF|10700|banks|CP|Tài chính Điện lực
FCN|13650|construction|CP|Fecon
FMC|48050|seafood|CP|Thực phẩm Sao Ta
FPT|80000|technology|CP|FPT
FRT|178900|retail|CP|Bán lẻ Kỹ thuật số FPT
FTS|42600|brokers|CK|FPT
GAS|68200|gas|TCT|Khí Việt Nam
GEX|19900|electrical|TD|Gelex
GMD|64700|ports|CP|Gemadept
GVR|30650|rubber|TD|Công nghiệp Cao su Việt Nam
HAG|12150|agriculture|CP|Hoàng Anh Gia Lai
HAH|49500|logistics|CP|Vận tải và Xếp dỡ Hải An
HCM|29950|brokers|CK|Thành phố Hồ Chí Minh
HDB|25250|banks|NH|Phát triển Thành phố Hồ Chí Minh
HDG|27300|property|TD|Hà Đô
HHV|12100|construction|CP|Đầu tư Hạ tầng Giao thông Đèo Cả
HPG|26650|steel|TD|Hòa Phát
HSG|18400|steel|TD|Hoa Sen
HT1|11850|materials|CP|Xi măng Vicem Hà Tiên
IMP|46700|pharmacy|CP|Dược phẩm Imexpharm
KBC|27900|parks|TCT|Phát triển Đô thị Kinh Bắc
KDC|56500|food|TD|Kido
KDH|35300|property|CP|Đầu tư và Kinh doanh Nhà Khang Điền
LPB|31050|banks|NH|Lộc Phát Việt Nam
MBB|24650|banks|NH|Quân đội
MSB|11600|banks|NH|Hàng Hải Việt Nam
MSN|70000|food|TD|Masan
MWG|60500|retail|CP|Đầu tư Thế Giới Di Động
NKG|14250|steel|CP|Thép Nam Kim
NLG|36100|property|CP|Đầu tư Nam Long
NT2|19900|power|CP|Điện lực Dầu khí Nhơn Trạch 2
NVL|10300|property|TD|Đầu tư Địa ốc No Va
OCB|11350|banks|NH|Phương Đông
PAN|23850|agriculture|TD|PAN
PC1|22750|construction|TD|PC1
PDR|20700|property|CP|Phát triển Bất động sản Phát Đạt
PHR|56700|rubber|CP|Cao su Phước Hòa
PLX|38700|refining|TD|Xăng dầu Việt Nam
PNJ|97800|retail|CP|Vàng bạc Đá quý Phú Nhuận
POW|12250|power|TCT|Điện lực Dầu khí Việt Nam
PPC|11050|power|CP|Nhiệt điện Phả Lại
PTB|62400|materials|CP|Phú Tài
PVD|23600|oil|TCT|Khoan và Dịch vụ Khoan Dầu khí
PVT|26850|logistics|TCT|Vận tải Dầu khí
REE|66000|power|CP|Cơ Điện Lạnh
SAB|55300|beverages|TCT|Bia – Rượu – Nước giải khát Sài Gòn
SBT|12650|food|CP|Thành Thành Công – Biên Hòa
SCS|76500|airports|CP|Dịch vụ Hàng hóa Sài Gòn
SHB|10350|banks|NH|Sài Gòn – Hà Nội
SSB|17150|banks|NH|Đông Nam Á
SSI|26100|brokers|CK|SSI
STB|37000|banks|NH|Sài Gòn Thương Tín
SZC|42150|parks|CP|Sonadezi Châu Đức
TCB|24350|banks|NH|Kỹ thương Việt Nam
TCM|48050|textiles|CP|Dệt may – Đầu tư – Thương mại Thành Công
TPB|16550|banks|NH|Tiên Phong
VCB|92000|banks|NH|Ngoại thương Việt Nam
VCI|33100|brokers|CK|Vietcap
VGC|44250|materials|TCT|Viglacera
VHC|71700|seafood|CP|Vĩnh Hoàn
VHM|40050|property|CP|Vinhomes
VIB|19950|banks|NH|Quốc tế Việt Nam
VIC|40650|property|TD|Vingroup
VIX|9960|brokers|CK|VIX
VJC|101100|airlines|CP|Hàng không VietJet
VND|12450|brokers|CK|VNDirect
VNM|63500|food|CP|Sữa Việt Nam
VPB|19250|banks|NH|Việt Nam Thịnh Vượng
VRE|17150|property|CP|Vincom Retail
VSH|50800|power|CP|Thủy điện Vĩnh Sơn – Sông Hinh
`;
