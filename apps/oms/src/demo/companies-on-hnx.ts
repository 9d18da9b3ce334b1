/** Companies on HNX: symbol, reference price in VND, industry, kind of company, name. */
export const companiesOnHnx = `
AAV|6300|property|CP|AAV Group
AMV|2600|pharmacy|CP|Sản xuất Kinh doanh Dược và Trang thiết bị Y tế Việt Mỹ
API|6900|property|CP|Đầu tư Châu Á – Thái Bình Dương
APS|6100|brokers|CK|Châu Á – Thái Bình Dương
BAB|11900|banks|NH|Bắc Á
BCC|7600|materials|CP|Xi măng Bỉm Sơn
BVS|33500|brokers|CK|Bảo Việt
C69|6700|construction|CP|Xây dựng 1369
CAP|43800|food|CP|Lâm nông sản Thực phẩm Yên Bái
CEO|12900|property|TD|C.E.O
CLH|23400|materials|CP|Xi măng La Hiên
CSC|24300|property|TD|Cotana
DDG|2900|power|CP|Đầu tư Công nghiệp Xuất nhập khẩu Đông Dương
DHT|84500|pharmacy|CP|Dược phẩm Hà Tây
DL1|7200|property|TD|Alpha Seven
DNP|20800|plastics|CP|DNP Holding
DP3|58900|pharmacy|CP|Dược phẩm Trung ương 3
DTD|24400|construction|CP|Đầu tư Phát triển Thành Đạt
DVM|8100|pharmacy|CP|Dược liệu Việt Nam
DXP|12400|ports|CP|Cảng Đoạn Xá
EVS|5900|brokers|CK|Everest
GKM|4900|materials|CP|GKM Holdings
HCC|13800|materials|CP|Bê tông Hòa Cầm
HGM|255000|mining|CP|Cơ khí và Khoáng sản Hà Giang
HHC|109900|food|CP|Bánh kẹo Hải Hà
HJS|32500|power|CP|Thủy điện Nậm Mu
HLD|17100|property|CP|Đầu tư và Phát triển Bất động sản HUDLAND
HUT|16200|construction|CP|Tasco
HVT|64300|chemicals|CP|Hóa chất Việt Trì
ICG|7800|construction|CP|Xây dựng Sông Hồng
IDC|55600|parks|TCT|IDICO
IDJ|5600|property|CP|Đầu tư IDJ Việt Nam
IDV|34900|parks|CP|Phát triển Hạ tầng Vĩnh Phúc
INN|58200|plastics|CP|Bao bì và In Nông nghiệp
IPA|13100|property|TD|Đầu tư I.P.A
IVS|9200|brokers|CK|Guotai Junan Việt Nam
KSV|178300|mining|TCT|Khoáng sản TKV
KTS|41600|food|CP|Đường Kon Tum
L14|30700|property|CP|Licogi 14
L18|35800|construction|CP|Đầu tư và Xây dựng số 18
LAS|19900|chemicals|CP|Supe Phốt phát và Hóa chất Lâm Thao
LHC|66300|construction|CP|Đầu tư và Xây dựng Thủy lợi Lâm Đồng
MBG|3300|construction|TD|MBG
MBS|27900|brokers|CK|MB
MCF|8700|food|CP|Xây lắp Cơ khí và Lương thực Thực phẩm
MST|5700|construction|CP|Đầu tư MST
MVB|19300|mining|TCT|Công nghiệp mỏ Việt Bắc TKV
NAG|10100|electrical|TD|Nagakawa
NBC|9600|coal|CP|Than Núi Béo
NDN|9700|property|CP|Đầu tư Phát triển Nhà Đà Nẵng
NET|88100|chemicals|CP|Bột giặt NET
NFC|27400|chemicals|CP|Phân lân Ninh Bình
NRC|5400|property|TD|Danh Khôi
NSH|5100|materials|TD|Nhôm Sông Hồng Shalumi
NTP|63400|plastics|CP|Nhựa Thiếu niên Tiền Phong
NVB|9100|banks|NH|Quốc Dân
OCH|6300|leisure|CP|One Capital Hospitality
PCE|22500|chemicals|CP|Phân bón và Hóa chất Dầu khí Miền Trung
PCT|11200|logistics|CP|Vận tải Biển Global Pacific
PGS|30800|gas|CP|Kinh doanh Khí Miền Nam
PHN|74500|electrical|CP|Pin Hà Nội
PLC|24700|refining|TCT|Hóa dầu Petrolimex
PMC|116000|pharmacy|CP|Dược phẩm Dược liệu Pharmedic
POT|17800|telecoms|CP|Thiết bị Bưu điện
PPS|11500|power|CP|Dịch vụ Kỹ thuật Điện lực Dầu khí Việt Nam
PRE|19400|insurers|BH|Tái bảo hiểm Hà Nội
PSD|13300|retail|CP|Dịch vụ Phân phối Tổng hợp Dầu khí
PSI|7100|brokers|CK|Dầu khí
PSW|8800|chemicals|CP|Phân bón và Hóa chất Dầu khí Tây Nam Bộ
PTI|24900|insurers|BH|Bưu điện
PVB|28300|oil|CP|Bọc ống Dầu khí Việt Nam
PVC|11700|oil|TCT|Hóa chất và Dịch vụ Dầu khí
PVG|7900|gas|CP|Kinh doanh LPG Việt Nam
PVI|58400|insurers|CP|PVI
PVS|33600|oil|TCT|Dịch vụ Kỹ thuật Dầu khí Việt Nam
S99|8300|construction|CP|SCI
SCG|65600|construction|TD|Xây dựng SCG
SD5|8200|construction|CP|Sông Đà 5
SD9|11900|construction|CP|Sông Đà 9
SDN|28500|chemicals|CP|Sơn Đồng Nai
SEB|48600|power|CP|Đầu tư và Phát triển Điện miền Trung
SED|22900|media|CP|Đầu tư và Phát triển Giáo dục Phương Nam
SGC|109000|food|CP|Xuất nhập khẩu Sa Giang
SHN|6500|property|CP|Đầu tư Tổng hợp Hà Nội
SHS|13700|brokers|CK|Sài Gòn – Hà Nội
SJE|24100|construction|CP|Sông Đà 11
SLS|189600|food|CP|Mía đường Sơn La
SMT|7300|telecoms|CP|Sametel
SRA|3500|pharmacy|CP|Sara Việt Nam
TAR|4200|food|CP|Nông nghiệp Công nghệ cao Trung An
TC6|9800|coal|CP|Than Cọc Sáu
TDN|10300|coal|CP|Than Đèo Nai
TIG|13200|property|TD|Đầu tư Thăng Long
TNG|24600|textiles|CP|Đầu tư và Thương mại TNG
TVC|11400|brokers|TD|Quản lý Tài sản Trí Việt
TVD|11600|coal|CP|Than Vàng Danh
VC2|7700|construction|CP|Đầu tư và Xây dựng Vina2
VC3|28100|property|TD|Nam Mê Kông
VC7|10200|construction|TD|BGI
VCS|51800|materials|CP|Vicostone
VGS|30200|steel|CP|Ống thép Việt Đức
VIG|6600|brokers|CK|Đầu tư Tài chính Việt Nam
VNF|15800|logistics|CP|Vinafreight
VNR|24200|insurers|BH|Tái bảo hiểm Quốc gia Việt Nam
VTZ|17300|plastics|CP|Sản xuất và Thương mại Nhựa Việt Thành
WCS|285000|logistics|CP|Bến xe Miền Tây
`;
