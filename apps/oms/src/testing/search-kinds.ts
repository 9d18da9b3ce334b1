/**
 * Searches by kind: the query, and the symbols that may be the first hit. A third column has further symbols that are
 * right while nothing has traded, so that nobody can know the leaders of an industry. An empty second column says that
 * nothing is meant, so that nothing may be found. They were written before the rules and data that answer them.
 */
export const searchKinds: Readonly<Record<string, string>> = {
  "trade names, products and places": `
sữa ông thọ|VNM
sữa chua vinamilk|VNM
bia 333|SAB
bia hà nội|BHN
omachi|MCH
chinsu|MCH
nước mắm nam ngư|MCH
winmart|MSN
meatdeli|MML
núi pháo|MSR
topzone|MWG
nhà thuốc an khang|MWG
fpt shop|FRT
dung quất|BSR HPG
thép dung quất|HPG
vinfast|VIC
vinpearl|VIC
vinmec|VIC
vincom|VRE
ocean park|VHM
novaland|NVL
aqua city|NVL
gemalink|GMD
cảng nam đình vũ|GMD
sân bay long thành|ACV
sasco|SAS
phân bón đầu trâu|BFC
cadivi|GEE GEX
sữa đậu nành fami|QNS
kem tràng tiền|OCH
kem merino|KDC
dầu ăn tường an|KDC
tương ớt cholimex|CMF
điều hòa nagakawa|NAG
pin con thỏ|PHN
casumina|CSM
hapacol|DHG
cá tra vĩnh hoàn|VHC
gạo hạt ngọc trời|LTG
heo ăn chay|BAF
honda việt nam|VEA
timo|BVB
fe credit|VPB
hd saison|HDB
fpt telecom|FOX
vnexpress|FOC
`,
  "slips, most of them in the first or last letters": `
ietcombank|VCB
vietconbank|VCB
viettinbank|CTG
bietinbank|CTG
binamilk|VNM
cinamilk|VNM
vinamil|VNM
nasan|MSN
masam|MSN
ovaland|NVL
novalan|NVL
cietjet|VJC
gelez|GEX
sacombak|STB
petrolimes|PLX
eximbamk|EIB
coteccosn|CTD
biglacera|VGC
bingroup|VIC
vingroupp|VIC
goa phat|HPG
hoa phar|HPG
khang diem|KDH
bam long|NLG
joa sen|HSG
emadept|GMD
sất xanh|DXG
techcombnak|TCB
`,
  "Telex and VNI keystrokes typed through": `
hoaf phats|HPG
ngaan hangf quaan ddooij|MBB
suwax vieetj nam|VNM
ddaats xanh|DXG
thees giowis di ddoongj|MWG
vixnh hoanf|VHC
khang ddieenf|KDH
nam as|NAB
baor vieetj|BVH
xawng daauf vieetj nam|PLX
hoas chaats dduwcs giang|DGC
ngaan hangf|VCB BID CTG TCB MBB VPB ACB STB HDB SHB|TPB VIB MSB LPB SSB OCB EIB NAB ABB BAB BVB KLB NVB PGB SGB VBB EVF
chuwngs khoans|SSI VND VCI HCM VIX SHS MBS|AGR APG BSI CTS FTS APS BVS EVS IVS PSI VIG BMS SBS TCI TVC
dduwowngf quangr ngaix|QNS
saif gonf thuwowng tins|STB
phats ddatj|PDR
hoangf anh gia lai|HAG
bia saif gonf|SAB
dduwowcj haauj giang|DHG
hoa2 pha1t|HPG
nga6n ha2ng a1 cha6u|ACB
su7a4 vie65t nam|VNM
d9a61t xanh|DXG
the61 gio71i di d9o65ng|MWG
ba3o vie65t|BVH
va2ng ba5c phu1 nhua65n|PNJ
`,
  "short names of groups, and former names and tickers": `
vin|VIC
masan|MSN
gelex|GEX
viettel|VGI VTP CTR
sông đà|SD5 SD9 SJE
petrovietnam|GAS PVS PVD POW
tkv|KSV MVB NBC TVD CST
vinachem|DDV CSV LAS BFC DGC
sonadezi|SNZ
apec|API APS IDJ
sài gòn hà nội|SHB
bản việt|BVB VCI
bảo minh|BMI
ttc sugar|SBT
vinatex|VGT
vrg|GVR
sovico|HDB VJC
maritime bank|MSB
lienvietpostbank|LPB
pg bank|PGB
navibank|NVB
masan resources|MSR
vinapharm|DVN
bidv|BID
`,
  "words of an industry": `
ngân hàng|VCB BID CTG TCB MBB VPB ACB STB HDB SHB|TPB VIB MSB LPB SSB OCB EIB NAB ABB BAB BVB KLB NVB PGB SGB VBB
chứng khoán|SSI VND VCI HCM VIX SHS MBS|AGR APG BSI CTS FTS APS BVS EVS IVS PSI VIG BMS SBS TCI TVC
thép|HPG HSG NKG|POM TVN VGS TIS
bất động sản|VHM VIC NVL KDH NLG DXG PDR DIG|AGG HLD HDG API CEO TIG
dầu khí|GAS PVS PVD POW BSR PLX|PVT PVB PVC PSB PSI PXL DPM DCM
cao su|GVR PHR DPR DRC|CSM DRI
phân bón|DPM DCM BFC|PCE PSW LAS NFC DDV
hóa chất|DGC CSV|HVT LAS DPM
xi măng|HT1 BCC|CLH
thủy sản|VHC ANV MPC|AAM ABT ACL SEA FMC CMX
khu công nghiệp|KBC BCM IDC SZC SIP|NTC SNZ PXL TID
bảo hiểm|BVH BMI PVI BIC|PTI ABI AIC PRE VNR
nhiệt điện|PPC QTP HND NT2
cảng|GMD PHP SGP|CQN DXP ACV
dược|DHG IMP DBD DVN|AMV DHT DP3 DVM PMC
dệt may|TCM TNG VGT|HSM NDT PPH
bán lẻ|MWG FRT PNJ DGW VRE
bia|SAB BHN|HLB
sữa|VNM
viễn thông|VGI FOX CTR ELC
`,
  "nothing of Vietnam's market": `
AAPL|
TSLA|
NVDA|
trái phiếu|
bitcoin|
trái phiếu doanh nghiệp|
`,
};
