/** What a text says that makes an offer of tickets, lottery entries or tips the offer of a tout, or of nobody who harms. */
export const toutSigns = [
  'goods',
  'sale',
  'rush',
  'bulk',
  'accounts',
  'tool',
  'tips',
  'agent',
  'payment',
  'wanted',
  'atCost',
  'report',
] as const
/** One of `toutSigns`. */
export type ToutSign = (typeof toutSigns)[number]

/** A gap of some words between two parts of a sign. */
const gap = '[^.!?\\n]{0,40}?'
const either = (first: string, second: string) => `(?:${first})${gap}(?:${second})|(?:${second})${gap}(?:${first})`

/** Tickets, seats and entries, as they are counted in offers. */
export const goodsWords = [
  String.raw`\b(?:e-?)?tickets?\b|\bseats?\b|\bberths?\b|\b(?:season |day |rail |travel )?pass(?:es)?\b|\breservations?\b|\bpnr\b|\bscratch ?cards?\b|\bcoupons?\b|\b(?:syndicate|lottery) shares?\b`,
  String.raw`\b\w*(?:fahrkarten?|fahrscheine?|tickets?|sitzplatze?|los(?:e|anteile))\b|\bplatze\b|\bbillets?\b|\bplaces\b|\bbilletes?\b|\bboletos?\b|\basientos?\b|\bplazas\b|\bbilhetes?\b|\bpassage(?:m|ns)\b|\blugares\b|\bbigliett[oi]\b|\bposti\b|\bkaartjes?\b|\bplaatsen\b|\bbilet(?:y|ow|ler|leri|i)?\b|\bmiejsc(?:a|owki)?\b|\bkoltuk\b|\btiket\b|\bkursi\b`,
  'билет[а-я]*|мест(?:а|о)?(?![а-я])|टिकट|सीट|تذكرة|تذاكر|مقاعد|切符|乗車券|チケット|座席|车票|火车票|彩票|座位|機票',
].join('|')

/** Numbers that are drawn, and what they are called in offers. */
const numberWords = [
  String.raw`\b(?:winning |jackpot |lucky |single )*(?:numbers?|digits?|draws?|combination)\b|\b(?:predictions?|guess(?:er|es|ing)?|formula|tips)\b`,
  String.raw`\b(?:gewinn|glucks)?zahlen\b|\btipps?\b|\bnumeros\b|\bcombinacion\b|\bnumeri\b|\bnummers\b|\bcyfry\b|\bliczby\b|\bnumery\b|\bsayilar\b|\bnumaralar\b|\bangka\b`,
  'номер[а-я]*|числ[а-я]+|комбинаци[а-я]+|नंबर|أرقام|番号|号码',
].join('|')
const certainWords = [
  String.raw`\b(?:sure(?: shot)?|certain|guaranteed|fixed|leaked|confirmed|insider|never fails?|100 ?%|passed|will win|from the lab|tested|trusted)\b`,
  String.raw`\b(?:sichere?|garantierte?|garantie?s?|garantizad[oa]s|segur[oa]s|garantid[oa]s|sicuri|garantiti|vincenti|gegarandeerde?|zekere|pewne|gwarantowane|kesin|garantili|pasti|jitu|bocoran|gagnants?|ganadores)\b`,
  'верн[а-я]+|гарант[а-я]+|выигрышн[а-я]+|पक्का|लीक|गारंटी|مضمونة|رابحة|必ず当たる|必中|内幕|包中',
].join('|')

const bookWords = String.raw`\b(?:book(?:s|ing|ed)?|buy(?:s|ing)?|purchas\w+|checkout|checks out|ticket(?:s|ing)?|reserv\w+|tatkal|seats?|queue|waiting room)\b`
const programWords = String.raw`\b(?:bots?|scripts?|software|panel|macros?|auto-?(?:mat\w+|book\w*|buy\w*|fill\w*|grab\w*)|extension|sniper|grabber|one click)\b`

const patterns: Readonly<Record<ToutSign, readonly string[]>> = {
  goods: [goodsWords, String.raw`\btatkal\b|\bbookings?\b|\bjackpot\b|\blott(?:ery|o)\b`],
  sale: [
    String.raw`\b(?:sell(?:s|ing|ers?)?|re-?sell(?:s|ing)?|resale|for sale|buy now|on offer|we (?:still )?have|got \d+|available|delivered|home delivery|by courier|order now|rates?|price on request|we book|i fill in|booking (?:fee|charge|agents?)|inbox|serious buyers|offers above|instant|book(?:ing)? for you|tickets? (?:agency|counter|point))\b`,
    String.raw`\b(?:verkaufe|zu verkaufen|abzugeben|biete|vends?|a vendre|vendo|en venta|se venden?|a venda|in vendita|te koop|verkoop|sprzedam|na sprzedaz|satilik|satiyorum|jual|dijual|tersedia)\b|\bbei uns\b`,
    'прода(?:м|ю|жа)|есть билеты|बेच|बिक्री|उपलब्ध|للبيع|أبيع|متوفر|売ります|譲ります|販売|出售|转让|代购|代抢',
  ],
  rush: [
    String.raw`\btatkal\b|\bsold[- ]out\b|\bwait(?:ing)? ?list\b|\bconfirm(?:ed)? (?:berths?|seats?|tickets?)\b|\b(?:priority|premium|agents?|emergency|holiday) (?:quota|seats?|slots)\b|\bguaranteed (?:seats?|berths?|place)\b|\blast[- ]minute\b|\bshort notice\b|\b(?:no|beat the|skip the|without) (?:queue|waiting)\b|\beven when (?:full|sold)\b|\bno pnr no payment\b|\bpay(?:ment)? after pnr\b|\b(?:trains?|seats?|tickets?) (?:are )?gone\b|\bno [^.!?\n]{0,20}(?:seats|tickets) left\b|\bafter (?:the counter closes|closing time)\b|\bjumps? the queue\b`,
    String.raw`\bausverkauft|\bwarteliste\b|\bgarantierte[rn]? platz|\bcomplet\b|\bliste d'attente\b|\bplaces? garanties?\b|\bagotad[oa]s?\b|\blista de (?:espera|esperas)\b|\besgotad[oa]s?\b|\besaurit[oi]\b|\blista d'attesa\b|\buitverkocht\b|\bwachtlijst\b|\bwyprzedan|\blist[ay] rezerwow|\btukendi\b|\bbekleme listesi\b|\bhabis\b|\bdaftar tunggu\b`,
    'распродан|лист ожидания|нет мест|तत्काल|कन्फर्म|वेटिंग|نفدت|قائمة الانتظار|完売|売り切れ|キャンセル待ち|售罄|无票|候补',
  ],
  bulk: [
    String.raw`\bbulk\b|\bbundles? of\b|\bby the box\b|\b(?:group|agent) bookings?\b|\blots\b(?! of)|\bany (?:names?|train|date)\b|\bnames? can be changed\b|\bhundreds of\b|\bunlimited\b`,
    String.raw`\bgrosse mengen\b|\bposten von\b|\ben gros\b|\bal por mayor\b|\bno atacado\b|\ball'ingrosso\b|\bpartij\b|\bhurtow|\btoptan\b|\bborongan\b`,
    'оптом|थोक|بالجملة|まとめ売り|批发',
  ],
  accounts: [
    String.raw`\b(?:personal|agent|user|login|verified|many|multiple|several|unlimited|aged|ready|different) (?:user )?(?:ids?|accounts?|logins|identities)\b|\baccounts? (?:in bulk|included|with balance)\b|\bids? (?:included|for sale)\b|\brotates? accounts\b|\bparallel sessions\b|\bproxies\b`,
    String.raw`\b(?:viele|mehrere|fertige) (?:konten|accounts)\b|\bplusieurs comptes\b|\bvarias cuentas\b|\bvarias contas\b|\bpiu account\b|\bmeerdere accounts\b|\bwiele kont\b|\bbirden fazla hesap\b|\bbanyak akun\b`,
    'много аккаунтов|с разных аккаунтов|कई आईडी|कई खाते|حسابات متعددة|複数アカウント|多个账号',
  ],
  tool: [
    either(bookWords, programWords),
    String.raw`\bcaptcha (?:solver|bypass|farm|reader|helper)\b|\b(?:solves?|bypass(?:es)?|reads?) (?:the )?captchas?\b|\botp and captcha\b|\bqueue (?:jumper|skipper)\b|\bskips? the waiting room\b|\bauto ?fill\b|\bform filler\b|\b(?:ticket|seat|booking|queue)[- ]?(?:bot|sniper|grabber|script|filler|helper|jumper)s?\b|\bauto-?(?:book|buy)(?:er|s)?\b|\bbuys? (?:\w+ ){0,2}tickets? (?:automatically|the moment)\b|\bbuys them automatically\b|\breserves returned\b`,
    String.raw`\bbuchungs-?bot|\bbuchungssoftware\b|\bautomatisch buchen\b|\brobot de reservation\b|\blogiciel de reservation\b|\bbot de (?:compra|reservas?)\b|\bbot per (?:acquist|prenot)|\bboekingsbot\b|\bbot (?:do|rezerwacj)|\bbilet botu\b|\bbot tiket\b`,
    'бот для (?:покупки|бронирования)|автовыкуп|सॉफ्टवेयर से|बुकिंग सॉफ्टवेयर|برنامج حجز|自動購入|抢票',
  ],
  tips: [
    either(certainWords, numberWords),
    String.raw`\b(?:prediction|tips?) (?:service|fee|vip|group)\b|\bvip tips\b`,
  ],
  agent: [
    String.raw`\b(?:ticket|booking|travel|e-?ticket|lottery|lotto) (?:agents?|agency|counter|desk|point|shop|sellers?|dealers?|kiosk|service)\b|\bagents? (?:wanted|welcome|quota|ids?|booking)\b|\b(?:unofficial|trusted) (?:agents?|sellers?|dealers?)\b|\breservation (?:point|desk|counter)\b|\bwithout a licen[cs]e\b|\bcommission\b|\bno shop needed\b|\bplayers? abroad\b|\bfrom abroad\b|\bworldwide\b`,
    String.raw`\bagentur\b|\bticketborse\b|\bagence\b|\bagencia\b|\bagenzia\b|\bposrednik|\bacente\b|\bgestoria\b`,
    'агент|एजेंट|وكيل|代理',
  ],
  payment: [
    String.raw`\b(?:pay|payment) (?:now|first|half|before|in advance|upfront|via|by|in)\b|\b(?:in )?advance\b|\bcrypto\b|\bbtc\b|\busdt\b|\bupi\b|\bgpay\b|\bpaid (?:group|members)\b|\b(?:entry|join with|registration|prediction|tip|vip) (?:fee |group )?\d|\bfee\b|\bsubscription\b`,
    String.raw`\bvorkasse\b|\bim voraus\b|\bpaiement avant\b|\bacompte\b|\bpor adelantado\b|\badiantado\b|\banticipo\b|\bvooraf\b|\bz gory\b|\bpesin\b|\bdi muka\b`,
    'предоплат|аванс|एडवांस|अग्रिम|دفع مسبق|前払い|先付款|预付',
  ],
  wanted: [
    String.raw`\b(?:looking (?:for|to buy)|wanted:|need (?:a|one|two|\d) (?:tickets?|seats?)|does anyone (?:have|sell)|anybody selling|want to buy|in search of|where can i (?:buy|get))\b`,
    String.raw`\b(?:suche|cherche|busco|procuro|cerco|gezocht|szukam|kupie|ariyorum|mencari)\b`,
    'ищу|куплю|चाहिए|أبحث عن|求购|探しています',
  ],
  atCost: [
    String.raw`\b(?:at|for) (?:the )?(?:face value|(?:official|original|normal|print|printed|regular) (?:price|fare))\b|\boriginal price \d|\bfor what i paid\b|\bgroup fares?\b|\bwhat it cost me\b|\bgiv(?:e|ing) away\b|\bofficial fares?\b|\bat print price\b|\b(?:spare|my|one|single) (?:extra |spare )?(?:ticket|seat)\b`,
    String.raw`\bzum (?:originalpreis|selbstkostenpreis|nennwert)\b|\bau prix (?:d'achat|coutant)\b|\ba(?:l)? precio (?:original|de coste)\b|\bao preco (?:original|de custo)\b|\bal prezzo (?:originale|di costo)\b|\bvoor de originele prijs\b|\bw cenie zakupu\b|\betiket fiyatina\b|\bharga asli\b`,
    'по номиналу|मूल कीमत पर|بالسعر الأصلي|定価で|原价转',
  ],
  // Sellers don't call themselves that.
  report: [
    String.raw`\b(?:touts?|touting|scalp(?:s|er|ers|ing)|resellers?|black market(?:eers?)?|illegal(?:ly)?|arrest(?:s|ed)?|police|court|fin(?:es|ed)|jailed|crack ?down|shameful|nonsense|debunked)\b|\bblocks \d`,
    String.raw`\bschwarz(?:markt|handler)|\billegal|\bpolizei\b|\brevendeurs?\b|\bmarche noir\b|\brevendedores\b|\breventa\b|\bcambistas?\b|\bbagarin[io]\b|\bkonik(?:i|ow)\b|\bkaraborsa|\bcalo\b|\bpolicia\b|\bpolizia\b|\bpolitie\b|\bpolicja\b|\bpolisi?\b`,
    'перекупщик|спекулянт|полици|दलाल|पुलिस|سماسرة|الشرطة|転売ヤー|ダフ屋|警察|黄牛',
  ],
}

const compiled = toutSigns.map((sign) => ({ sign, pattern: new RegExp(patterns[sign].join('|'), 'u') }))
const wordsMax = 80

/**
 * The signs in a text with the words that show them.
 *
 * @param plain as `plainText` returns it
 */
export function toutSignsIn(plain: string): ReadonlyMap<ToutSign, string> {
  const found = new Map<ToutSign, string>()
  for (const { sign, pattern } of compiled) {
    const words = pattern.exec(plain)?.[0].trim().slice(0, wordsMax)
    if (words) found.set(sign, words)
  }
  return found
}
