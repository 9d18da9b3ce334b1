/**
 * Searches as investors type them: the query, and the symbols that may be the first hit. `F1M` to `F2Q` stand for the
 * futures with these aliases.
 */
export const searchQueries = `
hpg|HPG
vcb|VCB
pc1|PC1
c4g|C4G
mch|MCH
vinamilk|VNM
sabeco|SAB
petrolimex|PLX
sacombank|STB
eximbank|EIB
viglacera|VGC
becamex|BCM
điện máy xanh|MWG
bách hóa xanh|MWG
vinasoy|QNS
mobile world|MWG
asia commercial bank|ACB
military bank|MBB
hoa phat group|HPG
binh minh plastics|BMP
vietnam rubber group|GVR
airports corporation of vietnam|ACV
techcom bank|TCB
vietin bank|CTG
sacom bank|STB
vina milk|VNM
hoasen|HSG
khangdien|KDH
namlong|NLG
ducgiang|DGC
tp bank|TPB
se a bank|SSB
vin homes|VHM
pv oil|OIL
pvpower|POW
masanconsumer|MCH
dienmayxanh|MWG
duoc hau giang|DHG
nhiet dien pha lai|PPC
phan bon binh dien|BFC
xi mang ha tien|HT1
loc hoa dau binh son|BSR
than nui beo|NBC
hoà phát|HPG
vĩnh hòan|VHC
dược hậu giáng|DHG
khang điển|KDH
thép nam kim|NKG
thép pomina|POM
ngân hàng quân đội|MBB
ngân hàng á châu|ACB
ngân hàng bản việt|BVB
bất động sản nam long|NLG
bất động sản khang điền|KDH
bảo hiểm pvi|PVI
bảo hiểm bưu điện|PTI
chứng khoán vndirect|VND
chứng khoán mb|MBS
bia sài gòn|SAB
hàng không vietjet|VJC
sữa vinamilk|VNM
vàng phú nhuận|PNJ
thủy sản minh phú|MPC
khu công nghiệp kinh bắc|KBC
công nghệ fpt|FPT
ctcp tập đoàn hòa phát|HPG
công ty cổ phần sữa việt nam|VNM
tập đoàn masan|MSN
tổng công ty khí việt nam|GAS
ngân hàng tmcp ngoại thương việt nam|VCB
ngân hàng tmcp sài gòn thương tín|STB
ctcp fpt|FPT
tổng công ty cảng hàng không việt nam|ACV
cty cp dược hậu giang|DHG
bầu đức|HAG
đạm phú mỹ|DPM
hsc|HCM
cổ phiếu vinamilk|VNM
cổ phiếu mwg|MWG
mã ssi|SSI
ma chung khoan vic|VIC
giá vnd|VND
giá cổ phiếu hòa phát|HPG
cp mbb|MBB
hpg hôm nay|HPG
vinamlik|VNM
vietcombnak|VCB
hoa phta|HPG
the gioi di dogn|MWG
khang dein|KDH
hoa pha|HPG
hoapha|HPG
ngan hang quan d|MBB
techco|TCB
VN30F1Q|F1Q
phái sinh vn30|F1M F2M F1Q F2Q
fuevfvnd|FUEVFVND
etf diamond|FUEVFVND
chứng quyền hpg|CHPG2602
cvnm|CVNM2601
`;
