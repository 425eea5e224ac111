// Countries by the codes of ISO 3166, and by the names that people and lists write. Pure.

import { foldText } from '../names/name-text.ts';

declare const brand: unique symbol;
/** ISO 3166-1 alpha-2. */
export type CountryCode = string & { readonly [brand]: 'CountryCode' };

/** The two letters of each country, then its three. Kosovo has the code that passports and the European Union give it. */
const codes = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA
BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG
CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU
EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL
GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD
IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO
LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG
MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL
NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU
RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV
SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA
UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`;

/** As the lists of the United Nations, of OFAC and of the European Union write them, where that is not the usual name. Folded. */
const otherNames: Readonly<Record<string, string>> = {
  'BOLIVIA PLURINATIONAL STATE OF': 'BO',
  BRASIL: 'BR',
  BURMA: 'MM',
  'CABO VERDE': 'CV',
  CONGO: 'CG',
  'CONGO DEMOCRATIC REPUBLIC OF THE': 'CD',
  'CZECH REPUBLIC': 'CZ',
  'DEMOCRATIC PEOPLE S REPUBLIC OF KOREA': 'KP',
  'DEMOCRATIC REPUBLIC OF THE CONGO': 'CD',
  ENGLAND: 'GB',
  'ESTADOS UNIDOS DA AMERICA': 'US',
  'GREAT BRITAIN': 'GB',
  HOLANDA: 'NL',
  HOLLAND: 'NL',
  'HONG KONG': 'HK',
  INGLATERRA: 'GB',
  'IRAN ISLAMIC REPUBLIC OF': 'IR',
  'ISLAMIC REPUBLIC OF IRAN': 'IR',
  'IVORY COAST': 'CI',
  'KOREA DEMOCRATIC PEOPLE S REPUBLIC OF': 'KP',
  'KOREA NORTH': 'KP',
  'KOREA REPUBLIC OF': 'KR',
  'KOREA SOUTH': 'KR',
  'LAO PEOPLE S DEMOCRATIC REPUBLIC': 'LA',
  MACAO: 'MO',
  MACAU: 'MO',
  'MOLDOVA REPUBLIC OF': 'MD',
  MYANMAR: 'MM',
  PALESTINA: 'PS',
  PALESTINE: 'PS',
  'PALESTINE STATE OF': 'PS',
  'PALESTINIAN TERRITORY OCCUPIED': 'PS',
  'REPUBLIC OF KOREA': 'KR',
  'REPUBLIC OF MOLDOVA': 'MD',
  'REPUBLICA TCHECA': 'CZ',
  'RUSSIAN FEDERATION': 'RU',
  'FEDERACAO RUSSA': 'RU',
  'STATE OF PALESTINE': 'PS',
  SWAZILAND: 'SZ',
  'SYRIAN ARAB REPUBLIC': 'SY',
  'TANZANIA UNITED REPUBLIC OF': 'TZ',
  TURKEY: 'TR',
  'UNITED REPUBLIC OF TANZANIA': 'TZ',
  'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND': 'GB',
  'UNITED STATES OF AMERICA': 'US',
  USA: 'US',
  EUA: 'US',
  'VENEZUELA BOLIVARIAN REPUBLIC OF': 'VE',
  'BOLIVARIAN REPUBLIC OF VENEZUELA': 'VE',
  'VIET NAM': 'VN',
};

const languages = ['en', 'pt'] as const;
let known: ReadonlyMap<string, CountryCode> | undefined;

/** Parses a country by two letters, three letters, or its name in English or Portuguese. Returns undefined for any other text and never guesses. */
export function parseCountry(text: string): CountryCode | undefined {
  known ??= new Map([...listNames(), ...listCodes()]);
  return known.get(foldText(text));
}

export function listCountries(): readonly CountryCode[] {
  return [...new Set([...listCodes()].map(([, code]) => code))];
}

function* listCodes(): Generator<readonly [string, CountryCode]> {
  for (const pair of codes.trim().split(/\s+/)) {
    const code = pair.slice(0, 2) as CountryCode;
    yield [code, code];
    yield [pair.slice(2), code];
  }
}

function* listNames(): Generator<readonly [string, CountryCode]> {
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const [text, code] of listCodes()) if (text === code) yield [foldText(names.of(code) ?? code), code];
  }
  for (const [name, code] of Object.entries(otherNames)) yield [name, code as CountryCode];
}
