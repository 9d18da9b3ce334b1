/** Companies on UPCOM: symbol, reference price in VND, industry, kind of company, name. */
export const companiesOnUpcom = `
ABB|7400|banks|NH|An Bình
ABC|12700|telecoms|CP|Truyền thông VMG
ABI|24600|insurers|BH|Ngân hàng Nông nghiệp
ACV|125600|airports|TCT|Cảng hàng không Việt Nam
AFX|8900|food|CP|Xuất nhập khẩu Nông sản Thực phẩm An Giang
AIC|11300|insurers|BH|Hàng không
AMS|8600|construction|CP|Cơ khí Xây dựng AMECC
BCA|13500|steel|CP|B.C.H
BDT|17700|materials|CP|Xây lắp và Vật liệu Xây dựng Đồng Tháp
BGE|5300|power|TD|BCG Energy
BLN|8200|logistics|CP|Vận tải và Dịch vụ Liên Ninh
BMS|10400|brokers|CK|Bảo Minh
BOT|2800|construction|CP|BOT Cầu Thái Hà
BVB|12600|banks|NH|Bản Việt
C4G|8000|construction|TD|CIENCO4
CBS|36900|food|CP|Mía đường Cao Bằng
CC1|15600|construction|TCT|Xây dựng số 1
CEN|3100|property|TD|Cenland
CMF|212000|food|CP|Thực phẩm Cholimex
CNC|34600|technology|CP|Công nghệ cao Traphaco
CNT|17900|property|TD|CNT
CQN|28900|ports|CP|Cảng Quảng Ninh
CST|17200|coal|CP|Than Cao Sơn
CTX|8300|construction|TCT|Đầu tư Xây dựng và Thương mại Việt Nam
DDV|19600|chemicals|CP|DAP Vinachem
DFF|1700|construction|TD|Đua Fat
DNA|22100|power|CP|Điện nước An Giang
DRI|12800|rubber|CP|Đầu tư Cao su Đắk Lắk
DSP|10900|leisure|CP|Dịch vụ Du lịch Phú Thọ
DVN|23500|pharmacy|TCT|Dược Việt Nam
ECO|21900|food|CP|Nhựa sinh thái Việt Nam
EIC|20400|power|CP|EVN Quốc tế
FOC|68700|technology|CP|Dịch vụ Trực tuyến FPT
FOX|98500|telecoms|CP|Viễn thông FPT
FRC|28200|agriculture|CP|Lâm đặc sản Xuất khẩu Quảng Nam
G36|7500|construction|TCT|36
GDA|25600|steel|CP|Tôn Đông Á
GEE|59300|electrical|CP|Điện lực Gelex
GHC|28900|power|CP|Thủy điện Gia Lai
HBC|5900|construction|TD|Xây dựng Hòa Bình
HEJ|11200|construction|TCT|Tư vấn Xây dựng Thủy lợi Việt Nam
HIG|10700|technology|TD|HIPT
HLB|315500|beverages|CP|Bia và Nước giải khát Hạ Long
HND|12300|power|CP|Nhiệt điện Hải Phòng
HNF|29100|food|CP|Thực phẩm Hữu Nghị
HNG|6900|agriculture|CP|Nông nghiệp Quốc tế Hoàng Anh Gia Lai
HPP|82300|chemicals|CP|Sơn Hải Phòng
HSM|6200|textiles|TCT|Dệt may Hà Nội
HTM|10800|retail|TCT|Thương mại Hà Nội
HU4|10500|property|CP|Đầu tư và Xây dựng HUD4
IFS|24800|beverages|CP|Thực phẩm Quốc tế
ILB|34200|logistics|CP|ICD Tân Cảng – Long Bình
ISH|22700|power|CP|Thủy điện Srok Phu Miêng IDICO
KHD|11800|mining|CP|Khai thác, Chế biến Khoáng sản Hải Dương
KLB|12500|banks|NH|Kiên Long
KOS|38100|property|CP|Kosy
LIC|27300|construction|TCT|LICOGI
LTG|8700|agriculture|TD|Lộc Trời
MCH|198600|food|CP|Hàng tiêu dùng Masan
MFS|38600|telecoms|CP|Dịch vụ Kỹ thuật MobiFone
MIC|14100|mining|CP|Kỹ nghệ Khoáng sản Quảng Nam
MML|28700|food|CP|Masan MEATLife
MPC|16500|seafood|TD|Thủy sản Minh Phú
MSR|12900|mining|CP|Masan High-Tech Materials
MVC|10100|materials|CP|Vật liệu và Xây dựng Bình Dương
NAB|16800|banks|NH|Nam Á
NCS|31700|airports|CP|Suất ăn Hàng không Nội Bài
NDT|6400|textiles|TCT|Dệt may Nam Định
NED|7300|power|CP|Đầu tư và Phát triển Điện Tây Bắc
NTC|201300|parks|CP|Khu công nghiệp Nam Tân Uyên
OIL|11400|refining|TCT|Dầu Việt Nam
PAS|3800|steel|CP|Quốc tế Phương Anh
PAT|71900|chemicals|CP|Phốt pho Apatit Việt Nam
PGB|15900|banks|NH|Thịnh vượng và Phát triển
PHP|33400|ports|CP|Cảng Hải Phòng
PIS|12200|construction|TCT|Pisico Bình Định
PLP|5700|plastics|CP|Sản xuất và Công nghệ Nhựa Pha Lê
PNT|13600|construction|CP|Kỹ thuật Xây dựng Phú Nhuận
POM|2100|steel|CP|Thép Pomina
PPH|30100|textiles|TCT|Phong Phú
PSB|6600|oil|CP|Đầu tư Dầu khí Sao Mai – Bến Đình
PSL|14900|agriculture|CP|Chăn nuôi Phú Sơn
PTX|9300|logistics|CP|Vận tải và Dịch vụ Petrolimex Nghệ Tĩnh
PVM|16900|electrical|TCT|Máy và Thiết bị Dầu khí
PXL|15300|parks|CP|Đầu tư Khu công nghiệp Dầu khí Long Sơn
QNS|47900|food|CP|Đường Quảng Ngãi
QTP|13800|power|CP|Nhiệt điện Quảng Ninh
SAS|42500|retail|CP|Dịch vụ Hàng không Sân bay Tân Sơn Nhất
SBS|4800|brokers|CK|SBS
SCL|24900|food|CP|Sông Đà Cao Cường
SEA|37800|seafood|TCT|Thủy sản Việt Nam
SGB|12700|banks|NH|Sài Gòn Công thương
SGP|27600|ports|CP|Cảng Sài Gòn
SIP|82400|parks|CP|Đầu tư Sài Gòn VRG
SNZ|34500|parks|TCT|Phát triển Khu công nghiệp
SSH|78100|property|CP|Phát triển Sunshine Homes
TBD|89000|electrical|TCT|Thiết bị điện Đông Anh
TCI|9600|brokers|CK|Thành Công
TID|24300|parks|TCT|Tín Nghĩa
TIS|6300|steel|CP|Gang thép Thái Nguyên
TVN|7700|steel|TCT|Thép Việt Nam
UDC|3900|construction|CP|Xây dựng và Phát triển Đô thị Bà Rịa – Vũng Tàu
VBB|10900|banks|NH|Việt Nam Thương Tín
VEA|39400|autos|TCT|Máy động lực và Máy nông nghiệp Việt Nam
VEF|178900|leisure|CP|Trung tâm Hội chợ Triển lãm Việt Nam
VGI|84600|telecoms|TCT|Đầu tư Quốc tế Viettel
VGT|14100|textiles|TD|Dệt may Việt Nam
VIW|19200|water|TCT|Đầu tư Nước và Môi trường Việt Nam
VTK|58800|telecoms|CP|Tư vấn và Dịch vụ Viettel
VTP|113500|logistics|TCT|Bưu chính Viettel
`;
