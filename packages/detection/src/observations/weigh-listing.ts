import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { fieldOf } from '@signet/contract/threats/sources'
import { ownersOf } from '../match/compile-assets.ts'
import type { NormalisedName } from '../names/normalise-name.ts'
import { packageLikeness, type PackageLikeness } from '../apps/package-likeness.ts'
import { isUsualWord } from '../apps/usual-words.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { ScoreSheet } from '../score/score.ts'
import { contextsIn } from './contexts.ts'
import { aboutWordIn, adLuresIn, offersAppOf } from './ad-lures.ts'
import { brandSpeechOf, isStrangeSite } from './brand-speech.ts'
import { addOrdinary, addWords, disguisedPoints, namesCompany } from './weigh-account.ts'
import { destinationOf, type Destination, type NameEvidence, type ReadObservation, foreignPhones } from './evidence.ts'
import type { Lure } from './lures.ts'
import { mentionsIn } from './mentions.ts'
import { otherUseIn } from './other-uses.ts'
import { plainText } from './plain-text.ts'
import { roleIn } from './role-words.ts'
import { type Resemblance, resemblancesOf } from './resemblance.ts'
import { isOwnPhone, lettersOf, type WatchedCompany } from './watch.ts'

/** A sheet of reasons with the type of the threat that they make. */
export interface Judged {
  sheet: ScoreSheet
  threatType: string
}

/** Points of 100, set manually; docs/quality.md says how they do. */
const app = {
  label: { whole: 44, role: 46, leading: 40, part: 20, misspelt: 40 },
  officialLabel: 50,
  otherPublisher: 10,
  imitatedPublisher: 24,
  ownPublisher: -45,
  ownPackage: -60,
  ownLink: -20,
  outsideStores: 6,
  otherUse: -30,
  mention: 8,
  service: 8,
} as const
const place = {
  title: { whole: 30, role: 36, part: 14, misspelt: 24 },
  phone: { near: 24, far: 10 },
  site: { near: 14, far: 4 },
  hostedSite: 22,
  ownPhone: -30,
  ownSite: -45,
  role: 4,
  lure: 12,
  support: 12,
} as const
const advertisement = {
  mention: 20,
  /** The text opens with the brand. */
  opening: 26,
  /** Of a text that opens with the brand, and of others. */
  reader: { opening: 8, other: 4 },
  sum: { opening: 8, other: 4 },
  dailySum: 16,
  atOnce: { opening: 8, other: 4 },
  strangeSite: 7,
  ownName: -14,
  otherUse: -30,
  /** A page that begins with the brand while somebody else pays. */
  page: 14,
  /** Of the company that is named, too, if the site is strange. */
  personOfBrand: 10,
  advertiser: 14,
  advertiserWhole: 24,
  advertiserRole: 30,
  person: 20,
  otherPayer: 8,
  ownPayer: -60,
  ownLanding: -45,
  landing: { lookAlike: 26, branded: 24, free: 14, short: 14, messenger: 18, other: 8 },
  phone: 12,
  officialClaim: 10,
  /** No honest advertisement of somebody else has any. */
  lureMin: 16,
  about: -16,
} as const

/** How the first name of a listing is like a watched one: further names are those of its publisher. */
const titleOf = ({ watch, watched, read }: NameEvidence): Resemblance | null =>
  resemblancesOf(watch, read.names[0] ?? '').find((each) => each.watched === watched) ?? null

/** Whether a publisher or payer is named like the company. */
function isCompany({ company, watched }: NameEvidence, publisher: string): boolean {
  const letters = lettersOf(publisher)
  const own = [watched.name, ...company.names.filter((name) => name.includes(' '))].map(lettersOf).filter(Boolean)
  return own.some((name) => letters.startsWith(name) && letters.length - name.length <= legalFormMax)
}
/** `Private Limited`, `GmbH & Co. KG`. */
const legalFormMax = 16

/** The same for who pays, whose registered name may also say what it does: `Velmora Instituição de Pagamento S.A.`. */
function isCompanyOrForm(evidence: NameEvidence, payer: string): boolean {
  if (isCompany(evidence, payer)) return true
  const like = resemblancesOf(evidence.watch, payer).find((each) => each.watched === evidence.watched)
  return like !== undefined && like.isLeading && !like.isDisguised && like.degree === 'part' && legalForm.test(payer)
}
const legalForm =
  /[\s,](?:s\.?a\.?(?:u\.|s\.?)?|s\.?p\.?a\.?|a\.?g\.?|a\.?[sş]\.?|p\.?l\.?c\.?|p\.?j\.?s\.?c\.?|s\.? ?e\.?|n\.?v\.?|oyj|asa|tbk\.?)$/iu

const officialStores = /^(?:google ?play|app ?store|apple|microsoft store|huawei appgallery|galaxy store)/i
const serviceWords =
  /\b(?:balance|account|transfers?|bank(?:ing)?|bills?|log ?in|sign in|pin|card number|payments?|official|one-time codes|coins)\b/

/**
 * Package names that are like one of the company, with their points. That of a company's other app is often related to the registered one.
 */
const packagePoints: Readonly<Record<Exclude<PackageLikeness, 'same'>, readonly [IndicatorName, number]>> = {
  confusable: ['Package like that of an official app', 44],
  rearranged: ['Package with rearranged parts', 40],
  extended: ['Package with added words', 40],
  oneEdit: ['Package like that of an official app', 24],
  related: ['Package with added words', 20],
}

/**
 * How the package name of an app in an official store is like one of the company; null if it isn't, or elsewhere, where anyone can copy a
 * package name.
 */
export function packageInStore(
  { packages }: WatchedCompany,
  { fields, handle }: Pick<SourceObservation, 'fields' | 'handle'>,
): ReturnType<typeof packageLikeness> | null {
  if (handle === null || !officialStores.test(fieldOf(fields, 'store') ?? '')) return null
  const isOwn = packages.includes(handle.toLowerCase())
  return isOwn ? { likeness: 'same', value: handle, official: handle } : (packageLikeness(handle, packages) ?? null)
}

/** An app found in a store, which says who publishes it but not who signed it. */
export function judgeApp(evidence: NameEvidence): Judged | null {
  const { read, company, watched } = evidence
  const title = titleOf(evidence)
  const like = packageInStore(company, read.observation)
  if ((!title && !like) || watched.brandId === null) return null
  const { fields } = read.observation
  const store = fieldOf(fields, 'store') ?? ''
  const isInStore = officialStores.test(store)
  const sheet = new ScoreSheet()
  if (title) addLabel(sheet, evidence, title)
  if (like?.likeness === 'same') sheet.add('Package of an official app', app.ownPackage, like.value)
  else if (like) sheet.add(...packagePoints[like.likeness], `${like.value} – ${like.official}`)
  addPublisher(sheet, evidence)
  if (store !== '' && !isInStore) sheet.add('Outside the official stores', app.outsideStores, store)
  if (read.addresses.some((address) => destinationOf(evidence, address) === 'own'))
    sheet.add('Leads to official sites only', app.ownLink)
  if (evidence.mentions[0]) sheet.add('Brand in the text', app.mention, evidence.mentions[0].text)
  const service = serviceWords.exec(plainText(read.text.slice(0, 2000)))?.[0]
  if (service !== undefined) sheet.add('Offers the service of the brand', app.service, service)
  addWords(sheet, evidence)
  const isModified = !isInStore && /\b(?:mod|modded|unlocked|premium|patched|hack(?:ed)?)\b/.test(read.plain)
  return { sheet, threatType: isModified ? 'Modified app' : 'Fake app' }
}

function addLabel(sheet: ScoreSheet, evidence: NameEvidence, title: Resemblance): void {
  const [name = ''] = evidence.read.names
  const rest = title.rest.split(' ').filter(Boolean)
  const isGeneric = rest.length > 0 && rest.every(isUsualWord)
  const isOfficial = evidence.company.appNames.some((official) => lettersOf(official) === lettersOf(name))
  const otherUse = otherUseIn(plainText(name))
  const degree = title.degree !== 'part' ? title.degree : isGeneric ? 'role' : title.isLeading ? 'leading' : 'part'
  if (otherUse !== null) sheet.add('Another meaning of the name', app.otherUse, otherUse)
  if (isOfficial) sheet.add('Label of an official app', app.officialLabel, name)
  else
    sheet.add(
      degree === 'misspelt'
        ? 'Misspelt brand as its name'
        : degree === 'part'
          ? 'Brand in its name'
          : 'Brand as its name',
      app.label[degree],
      name,
    )
  if (title.isDisguised) sheet.add('Disguised brand name', disguisedPoints, title.text)
  if (degree !== 'role' && !isOfficial) addOrdinary(sheet, { ...evidence, name: title })
}

function addPublisher(sheet: ScoreSheet, evidence: NameEvidence): void {
  const { read, watch, watched } = evidence
  const publisher = fieldOf(read.observation.fields, 'publisher') ?? read.names[1] ?? null
  if (publisher === null) return
  const like = resemblancesOf(watch, publisher).find((each) => each.watched === watched)
  // Stores compare the name of a publisher with documents, and accept what looks like it.
  if (like?.isDisguised || like?.degree === 'misspelt')
    sheet.add('Publisher imitates the company', app.imitatedPublisher, publisher)
  else if (isCompany(evidence, publisher)) sheet.add('Publisher named like the company', app.ownPublisher, publisher)
  else sheet.add('Other publisher', app.otherPublisher, publisher)
}

/** Words for a branch or an office: a place with them passes for one of the company. */
const branchWords =
  /(?:dienst|zentrum|zentrale|stelle|buro|service)(?:$| )|(?:^| )(?:depot|desk|agency|enquiries|reservations?|booking|counter|point|branch|branches|office|centre|center|filiale|filial|zweigstelle|sucursal|agence|agencia|agenzia|kantoor|oddzial|sube|cabang|service|services|store|shop|loan|kredit|credit|transfer|corporate|headquarters|toll free|cell|комис|शाखा|فرع|支店|分行)(?:$| )/
/** Words for places next to one of the company, or that it left. */
const otherPlaces =
  /\b(?:near|next to|opposite|behind|in front of|parking|car park|bus stop|station|street|road|lane|former|closed|old|statue|house|haus|atm|cash machine|bancomat|geldautomat|dr)\b/

/** A place on a map: its phone number and website say whose it is. */
export function judgePlace(evidence: NameEvidence): Judged | null {
  const { read, company, watched, role } = evidence
  const title = titleOf(evidence)
  if (!title || watched.brandId === null) return null
  const sheet = new ScoreSheet()
  const other = otherPlaces.exec(read.plain)?.[0] ?? otherUseIn(plainText(read.names[0] ?? ''))
  const branch = branchWords.exec(title.rest)?.[0]
  const claims = role ?? branch ?? (title.isLeading && title.isFullName ? title.rest : undefined)
  const degree = title.degree === 'part' && claims !== undefined && other === null ? 'role' : title.degree
  sheet.add(
    degree === 'misspelt'
      ? 'Misspelt brand as its name'
      : degree === 'whole'
        ? 'Brand as its name'
        : 'Brand in its name',
    place.title[degree],
    title.text,
  )
  if (title.isDisguised) sheet.add('Disguised brand name', disguisedPoints, title.text)
  if (claims && degree === 'role') sheet.add('Claims an official role', place.role, claims.trim())
  addOrdinary(sheet, { ...evidence, name: title })
  const reach = degree === 'part' ? 'far' : 'near'
  const [phone] = foreignPhones(evidence)
  if (phone !== undefined) sheet.add('Foreign phone number', place.phone[reach], phone)
  const own = read.phones.find((number) => isOwnPhone(company, number))
  if (own !== undefined) sheet.add('Phone number of the company', place.ownPhone, own)
  for (const address of read.addresses.slice(0, 1)) {
    const to = destinationOf(evidence, address)
    if (to === 'own') sheet.add('Leads to official sites only', place.ownSite, address.host)
    else if (reach === 'near' && (to === 'free' || to === 'lookAlike' || to === 'short'))
      sheet.add(destinations[to], place.hostedSite, address.host)
    else sheet.add('Leads to a foreign site', place.site[reach], address.host)
  }
  const isSupport =
    read.lures.some(({ kind }) => kind === 'support') ||
    (role !== null && /care|help|support|kunden|service|cliente|toll|refund|kyc|number|grievance|complaint/.test(role))
  addLures(sheet, read.lures, ['fee', 'profit', 'secret'])
  if (isSupport && reach === 'near') sheet.add('Offers support', place.support, role ?? undefined)
  return { sheet, threatType: isSupport ? 'Fake support number' : 'Fake branch' }
}

const destinations = {
  lookAlike: 'Leads to a look-alike address',
  branded: 'Leads to a foreign address with the brand',
  free: 'Leads to free hosting',
  short: 'Leads to a short link',
  messenger: 'Leads to a messenger',
  other: 'Leads to a foreign site',
} as const satisfies Partial<Record<Destination, IndicatorName>>

const lureNames = {
  fee: 'Fee before a benefit',
  profit: 'Promises profit or instant credit',
  secret: 'Asks for secrets',
} as const

function addLures(sheet: ScoreSheet, lures: readonly Lure[], kinds: readonly (keyof typeof lureNames)[]): void {
  for (const kind of kinds) {
    const lure = lures.find((each) => each.kind === kind)
    if (lure) sheet.add(lureNames[kind], place.lure, lure.words)
  }
}

/** An advertisement: who pays for it and where it leads decide, together with its words. */
export function judgeAdvertisement(evidence: NameEvidence): Judged | null {
  const { mentions, watched } = evidence
  const read = withAdLures(evidence)
  const title = titleOf(evidence)
  const [mention] = mentions
  // Where the company is named too, the finding is its brand's.
  if ((!mention && !title) || (watched.brandId === null && namesCompany(evidence))) return null
  const { fields } = read.observation
  const payer = fieldOf(fields, 'payer') ?? read.names[1] ?? read.names[0] ?? ''
  const sheet = new ScoreSheet()
  addSpeech(sheet, evidence)
  if (title)
    sheet.add(
      title.degree === 'whole'
        ? 'Brand as its name'
        : title.degree === 'misspelt'
          ? 'Misspelt brand as its name'
          : 'Brand in its name',
      title.degree === 'whole' ? advertisement.advertiserWhole : advertisement.advertiser,
      title.text,
    )
  // Some libraries show neither the text nor where it leads to; such an advertiser is known by its name alone, like a profile.
  const role = title && read.text === '' && read.addresses.length === 0 ? pageRoleIn(title.rest) : null
  if (role !== null) sheet.add('Claims an official role', advertisement.advertiserRole, role)
  const disguised = [title, ...mentions].find((each) => each?.isDisguised)
  if (disguised) sheet.add('Disguised brand name', disguisedPoints, disguised.text)
  addOrdinary(sheet, { ...evidence, name: title })
  if (isCompanyOrForm(evidence, payer)) sheet.add('Paid for by the company', advertisement.ownPayer, payer)
  else if (payer !== '') sheet.add('Other payer', advertisement.otherPayer, payer)
  addLanding(sheet, { ...evidence, read }, payer)
  const otherUse = title?.degree === 'part' ? otherUseIn(plainText(read.names[0] ?? '')) : null
  if (otherUse !== null) sheet.add('Another meaning of the name', advertisement.otherUse, otherUse)
  const isPage = title !== null && isPageOfBrand(evidence, title, payer)
  if (isPage) sheet.add('Page named after the brand', advertisement.page, read.names[0])
  const [phone] = foreignPhones(evidence)
  if (phone !== undefined) sheet.add('Foreign phone number', advertisement.phone, phone)
  addWords(sheet, { read, name: evidence.name }, advertisement.lureMin)
  const claim = officialClaim.exec(read.plain)?.[0]
  if (claim !== undefined && role === null) sheet.add('Claims an official role', advertisement.officialClaim, claim)
  const about = aboutWordIn(read.plain)
  if (about !== null && !read.contexts.some(({ kind }) => kind === 'news'))
    sheet.add('News or review', advertisement.about, about)
  const isScam = read.lures.length > 0 || isPage || disguised !== undefined
  const has = (kind: Lure['kind']) => read.lures.some((lure) => lure.kind === kind)
  return {
    sheet,
    threatType: has('profit') ? 'Fake investment ad' : isScam ? 'Scam ad' : 'Brand bidding',
  }
}

/** Weighs where an advertisement leads, and whose name that site has. */
function addLanding(sheet: ScoreSheet, evidence: NameEvidence, payer: string): void {
  const { watch, watched, read } = evidence
  const [address] = read.addresses
  if (!address) return
  const to = landingOf(evidence, address)
  if (to === 'own') sheet.add('Leads to official sites only', advertisement.ownLanding, address.host)
  else if (to !== 'platform') sheet.add(destinations[to], advertisement.landing[to], address.host)
  if (to !== 'other') return
  const [page = ''] = read.names
  const isLike = (name: string) => isStrangeSite([name], address.host) === false
  if (isLike(page) && isLike(payer) && !resemblancesOf(watch, page).some((each) => each.watched === watched))
    sheet.add('Advertises under its own name', advertisement.ownName, address.host)
  if (isStrangeSite([...read.names, payer], address.host) !== true) return
  sheet.add('Site named unlike the advertiser', advertisement.strangeSite, address.host)
  const person = mentionsIn(watch, read.text).find(
    (each) => each.watched.owner === watched.owner && each.watched.brandId === null,
  )
  if (person && watched.brandId !== null)
    sheet.add('Name of a watched person', advertisement.personOfBrand, person.text)
}

/** Where an advertisement leads; a site of a partner is as good as one of the company. */
function landingOf(evidence: NameEvidence, address: NormalisedName): Destination {
  const isAllowed = ownersOf(evidence.watch.index, address.host).some(({ owner }) => owner === evidence.watched.owner)
  const to = destinationOf(evidence, address)
  return to === 'other' && isAllowed ? 'own' : to
}

/**
 * Whether a page passes for one of the brand: its name begins with the brand's or claims a role, and neither who pays nor its site has a
 * name of its own.
 */
function isPageOfBrand(evidence: NameEvidence, title: Resemblance, payer: string): boolean {
  const { read, watched } = evidence
  const [page = ''] = read.names
  if (
    watched.brandId === null ||
    (!title.isLeading && pageRoleIn(title.rest) === null) ||
    (watched.isOrdinary && !title.isFullName)
  )
    return false
  if (payer === page || isCompanyOrForm(evidence, payer) || otherUseIn(plainText(page)) !== null) return false
  const payers = plainText(payer)
  if (title.rest.split(' ').some((word) => word.length > sharedWordMin && payers.includes(word))) return false
  const [address] = read.addresses
  if (!address) return true
  const to = landingOf(evidence, address)
  return to !== 'own' && to !== 'platform' && (to !== 'other' || isStrangeSite([payer], address.host) !== false)
}
/** Of words that a page has in common with who pays for it. */
const sharedWordMin = 3

/** What pages of advertisements claim to be or to offer, next to the roles that accounts claim. */
const pageRoles = new RegExp(
  [
    String.raw`(?:^| )(?:prizes?|claims?|winners?|compensation|redress|hiring|recrutement|recrutamento|reclutamiento|reclutamento|empleos?|vagas|stellen|karriere|vacatures|praca|rekrutacja|lowongan|kariyer|rekrutmen|tuyen dung|ajira|concours|cadeaux?|sorteos?|premios?|ganhadores|vincite|premi|gewinn(?:er|e)?|hadiah|undian|cekilis|kampanya|zawadi|clients?|clientes|clienti|kunden|klantes|klienci|musteriler|nasabah|wateja)(?:$| )`,
    String.raw`(?:^| )(?:rimbors[oi]|reembolsos?|remboursements?|devolucion(?:es)?|erstattung(?:en)?|auszahlung(?:en)?|terugbetaling|zwrot(?:y|ow)?|iade|pengembalian|hoan tien|indemnisations?|indenizac(?:ao|oes)|indemnizacion(?:es)?|azion[ei]|azionisti|acciones|acoes|actions|actionnaires|aktien|akcje|hisse(?:ler)?|saham|prestit[oi]|prestamos?|prets?|kredi|kredyty?|pozyczki|lening(?:en)?|pinjaman|vay|tin dung|mkopo|mikopo|clearance|warehouse|outlet|liquidation|ausverkauf|lagerverkauf|raumungsverkauf|svendita|destockage|liquidacion|uitverkoop|wyprzedaz|indirim|depo|promosi|khuyen mai)(?:$| )`,
    'ваканси|работа|розыгрыш|выплат|компенсац|возврат|акции|кредит|займ|распродаж|भर्ती|नौकरी|इनाम|रिफंड|लोन|शेयर|নিয়োগ|পুরস্কার|ঋণ|লোন',
    'توظيف|وظائف|جوائز|جائزة|تعويض|استرداد|قرض|قروض|أسهم|تخفيضات|招聘|招募|採用|当選|返金|融資|株式|セール|理賠|理赔|赔付|退款|贷款|貸款|股票|清仓|清倉|抽奖|抽獎|당첨|채용|이벤트|환불|대출|รับสมัคร|แจก|คืนเงิน|สินเชื่อ|เงินกู้|หุ้น',
  ].join('|'),
  'u',
)
const pageRoleIn = (rest: string): string | null => roleIn(rest) ?? pageRoles.exec(rest)?.[0].trim() ?? null

/** Weighs how the text speaks for the brand, or uses the name of a person; who has the brand as a name always speaks for it. */
function addSpeech(sheet: ScoreSheet, { read: { text }, mentions, watched }: NameEvidence): void {
  const [first] = mentions
  // Of several names at one place, the longest.
  const mention = mentions.filter(({ start }) => start === first?.start).toSorted((a, b) => b.end - a.end)[0]
  const speech = brandSpeechOf(text, mention ?? null)
  if (mention && watched.brandId === null) sheet.add('Name of a watched person', advertisement.person, mention.text)
  else if (mention)
    sheet.add('Brand in the ad text', speech.isOpening ? advertisement.opening : advertisement.mention, mention.text)
  const as = !mention || speech.isOpening || speech.isHeading ? 'opening' : 'other'
  if (speech.reader !== null) sheet.add('Addresses the reader', advertisement.reader[as], speech.reader)
  if (speech.dailySum !== null) sheet.add('Names a sum of money', advertisement.dailySum, speech.dailySum)
  else if (speech.sum !== null) sheet.add('Names a sum of money', advertisement.sum[as], speech.sum)
  if (speech.atOnce !== null) sheet.add('Urges to act at once', advertisement.atOnce[as], speech.atOnce)
}

/** An advertisement with the lures that only count in one, and without the news that only the name of its page promises. */
function withAdLures({ read, mentions }: NameEvidence): ReadObservation {
  const lures = [...read.lures, ...adLuresIn(read.plain, read.lures)]
  const offered = mentions.map((mention) => offersAppOf(read.text, mention)).find(Boolean)
  if (offered && !lures.some(({ kind }) => kind === 'install')) lures.push({ kind: 'install', words: offered })
  const [address] = read.addresses
  const isStrange = address !== undefined && isStrangeSite(read.names, address.host) === true
  const isOnlyNamedNews = isStrange && !contextsIn(plainText(read.text)).some(({ kind }) => kind === 'news')
  const contexts = isOnlyNamedNews ? read.contexts.filter(({ kind }) => kind !== 'news') : read.contexts
  return { ...read, lures, contexts }
}

/** Claims to be the company itself; its partners and sponsors are none. */
const officialClaim =
  /\b(?:official|offiziell\p{L}*|officiel(?:le)?s?|oficial|ufficiale|officiele?|oficjaln\p{L}*|resmi)\b(?!.{0,20}\b(?:partner|dealer|reseller|sponsor|distribut|handler|revendeur|distribuidor|rivenditore|lieferant|ausruster|supplier))|официальн|आधिकारिक|رسمي|公式|官方/u
