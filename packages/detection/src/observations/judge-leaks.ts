import { fieldOf } from '@signet/contract/threats/sources'
import { documentFindings, type DocumentFinding } from '../documents/document-findings.ts'
import { normaliseName } from '../names/normalise-name.ts'
import type { IndicatorName } from '../score/indicators.ts'
import { ScoreSheet } from '../score/score.ts'
import type { NameEvidence } from './evidence.ts'
import { addOrdinary, addWords } from './weigh-account.ts'
import type { Judged } from './weigh-listing.ts'
import { ownHostOf, type WatchedCompany } from './watch.ts'

/** Points of 100, set manually; docs/quality.md says how they do. */
const points = {
  document: { confidentialityLabel: 56, internalHost: 58, secret: 58, staffEmails: 30, ibans: 30 },
  code: { internalHost: 58, secret: 52, staffEmails: 10, ibans: 10, confidentialityLabel: 20 },
  kit: 34,
  kitPage: 10,
  repository: 24,
  /** Of a repository that doesn't pass for one of the brand. */
  namedRepository: 6,
  mention: 10,
  password: 8,
} as const

const reasonNames = {
  confidentialityLabel: 'Marked confidential',
  internalHost: 'Internal host names',
  secret: 'Secret with a valid checksum',
  staffEmails: 'Addresses of employees',
  ibans: 'Account numbers in a document',
} as const satisfies Record<DocumentFinding['reason'], IndicatorName>

function valueOf(finding: DocumentFinding): string {
  switch (finding.reason) {
    case 'confidentialityLabel':
      return finding.label
    case 'internalHost':
      return finding.host
    case 'secret':
      return `${finding.type} ${finding.start}…`
    case 'staffEmails':
    case 'ibans':
      return String(finding.count)
  }
}

/** Adds each kind of finding once. */
function addFindings(
  sheet: ScoreSheet,
  findings: readonly DocumentFinding[],
  table: Readonly<Record<DocumentFinding['reason'], number>>,
): void {
  for (const [reason, all] of Map.groupBy(findings, (finding) => finding.reason))
    sheet.add(reasonNames[reason], table[reason], all.slice(0, 3).map(valueOf).join(', '))
}

const ownerOf = ({ domains, distinctNames }: WatchedCompany) => ({ domains, names: distinctNames, labels: [] })

/** What files of the company that aren't meant for the public look like. */
export function judgeDocument({ company, read }: NameEvidence): Judged | null {
  const findings = documentFindings({ text: read.text, title: read.names.join('\n') }, ownerOf(company))
  if (findings.length === 0) return null
  const sheet = new ScoreSheet()
  addFindings(sheet, findings, points.document)
  const has = (...reasons: DocumentFinding['reason'][]) => findings.some(({ reason }) => reasons.includes(reason))
  return {
    sheet,
    threatType: has('internalHost', 'secret')
      ? 'Internal document'
      : has('confidentialityLabel')
        ? 'Confidential document'
        : 'Customer records',
  }
}

/** What pages do with entered secrets, and what kits are called. */
const kitCode =
  /\$_post\[['"](?:pass|password|otp|pin|card|cvv|user)|bot_?token|sendmessage\?chat_id|api\.telegram\.org\/bot|telegram\b.{0,20}sendmessage|\bmail\(\$\w+|scama|scampage|phish|login-clone|\bclone\b.{0,20}\blogin\b|\bresult(?:s)?\.txt\b.{0,40}\$_post|harvest(?:er)? credentials/
const passwordCode = /\b(?:password|passwd|pwd|secret|user)\s*[:=]/

/** Source code: hosts and secrets of the company, kits that imitate it, and repositories that pass for its own. */
export function judgeCode(evidence: NameEvidence): Judged | null {
  const { company, read, name, handle, mentions, watched, role } = evidence
  const path = fieldOf(read.observation.fields, 'path') ?? ''
  const sheet = new ScoreSheet()
  // What follows an at sign in code is mostly a host that somebody signs in to.
  const findings = documentFindings(
    { text: read.text.replaceAll('@', ' '), title: `${read.names.join('\n')}\n${path}` },
    ownerOf(company),
  )
  addFindings(sheet, findings, points.code)
  const has = (reason: DocumentFinding['reason']) => findings.some((finding) => finding.reason === reason)
  const password = has('internalHost') ? passwordCode.exec(read.plain)?.[0] : undefined
  if (password !== undefined) sheet.add('Password next to a host', points.password, password)
  const kit = kitCode.exec(read.plain)?.[0]
  const mention = mentions[0]
  const isNamed =
    watched.brandId !== null && (name ?? handle ?? mention) !== undefined && (name ?? handle ?? mention) !== null
  if (isNamed && kit !== undefined) sheet.add('Phishing code', points.kit, kit)
  if (isNamed && kit !== undefined && /<title>|<form|<html/.test(read.plain))
    sheet.add('Phishing kit page', points.kitPage)
  if (isNamed && (name ?? handle))
    sheet.add(
      'Brand in the repository name',
      kit !== undefined || role ? points.repository : points.namedRepository,
      (name ?? handle)?.text,
    )
  if (isNamed && mention) sheet.add('Brand in the text', points.mention, mention.text)
  if (isNamed) addOrdinary(sheet, evidence)
  // Comments and documentation of honest code also ask for tokens, so lures only count where the repository passes for the brand.
  if (isNamed && role && (name ?? handle)) addWords(sheet, evidence)
  return { sheet, threatType: has('secret') ? 'Exposed key' : has('internalHost') ? 'Leaked source' : 'Phishing kit' }
}

const claims = {
  victim: [
    'Company as a victim',
    40,
    /\b(?:ransom\w*|victim|leaked|leak|stolen|stole|breach(?:ed)?|exfiltrated|deadline|(?:data|archive|files) (?:is |are )?uploaded|encrypted|published|will be (?:published|released)|files of|\d+(?:\.\d+)? ?[gt]b|negotiations?|refuses to pay|download (?:link|torrent)|dump)\b/,
  ],
  data: [
    'Offers data',
    34,
    /\b(?:sell(?:ing)?|for sale|sale|price|buy)\b[^\n]{0,80}\b(?:database|db|data|dump|logs?|fullz|records|users|customers|leads|credentials|mail access|cvv|bins?)\b|\b(?:database|dump|logs?|fullz|credentials|cvv|lines|leak)\b[^\n]{0,80}(?:\bsell|\bsale\b|\bprice\b|\$|\bbtc\b|\bescrow\b|\btoday\b|\bnew this week\b|\breply\b)|\b(?:rows|records|hash(?:es)?|plain|dumped|sample)\b[^\n]{0,80}\b(?:sell(?:ing)?|dump|sample|offer|hash|plain|names|phones)\b|\b(?:valid|fresh|\d+) (?:employee )?(?:logins?|credentials|cookies)\b|\b(?:mail|login|user):pass\b|\bcombo\b|\bpassports?(?: numbers)?\b|\blines csv\b|\baccounts? with\b|прода(?:м|ю|жа)|куплю|база клиентов/,
  ],
  access: [
    'Offers access',
    34,
    /\b(?:outlook|mailbox|vnc|panel|vpn|rdp|citrix|owa|initial|network|domain admin) ?(?:\/\w+ )?(?:access|admin)?\b[^\n]{0,60}\b(?:access|admin|price|start|escrow|rights)\b|\b(?:shell|root|ssh|ftp|panel|webmail|mailbox(?:es)?) (?:access|on|logins?)\b|\baccess to (?:the )?(?:web ?server|network|panel|cloud|mail)|куп\S+ доступ|доступ\S* и базу/,
  ],
  insider: [
    'Looks for insiders',
    40,
    /\binsiders?\b|\b(?:somebody|someone|worker|employee|crew member) (?:inside|wanted|at)\b|\bwho can (?:pull|unlock|look up|check)\b|\bpay (?:a |bank )?employees?\b/,
  ],
  method: [
    'Fraud method',
    36,
    /\bcash ?outs?\b|\bnon vbv\b|\b(?:tutorial|guide|method)\b[^\n]{0,60}\b(?:bypass|trick|cash ?out|refund|works|verification)\b|\brefund method\b|\b(?:chargeback|refund|payment) trick\b|\bfor free\b[^\n]{0,30}\bguide\b|\bmethod for sale\b|\b(?:fake|false|forged) (?:claims?|invoices?|documents?|labels?)\b|\bhow i (?:got|made|scammed)\b|\bglitch\b|\botp bot\b|\bbins?\b[^\n]{0,30}\bworking\b|\bhow to (?:cash|trick|bypass)/,
  ],
} as const satisfies Record<string, readonly [IndicatorName, number, RegExp]>

/** Signs of a trade. */
const trade =
  /\b(?:sell(?:ing)?|wt[bs]|buy|price|make offer|usd|btc|xmr|each|escrow|sample|ebook|per month|paid weekly|good pay|offers? in pm|instant|cheap|vouches|blitz)\b|\$ ?\d|\d ?\$/

const harmless = [
  [
    'Recycled data',
    -45,
    /\b(?:old|recycled) (?:collection|dump|combo\w*|data)\b|\brepost\w*\b|\breupload\b|\bnothing new\b|\bknown data\b|\bmirror(?:ed)?\b|\beverybody has\b|\b(?:dump|combos?|collection|list) of 20\d\d\b|\balready public\b/,
  ],
  ['Test data', -45, /\b(?:test|dummy|sandbox) (?:accounts?|users?|data|environment)\b|\bfake data\b|\ball fake\b/],
  ['Public information', -40, /\bpublic (?:info|information|website|page)\b|\bosint exercise\b|\blisted on\b/],
  [
    'Warns of fraud',
    -45,
    /\bscammed me\b|\bhe is a scammer\b|\brippers?\b|\bsold me a fake\b|\bit was fake\b|\bban him\b|\bfile was empty\b|\bhoneypot\b/,
  ],
  [
    'Only a means of payment',
    -34,
    /\bpay(?:ment)? (?:with|by|via|escrow)\b|\bescrow (?:take|accept)s?\b|\bpayment by\b|\btransfer or coins\b/,
  ],
] as const satisfies readonly (readonly [IndicatorName, number, RegExp])[]

const claimPoints = {
  mention: 16,
  host: 16,
  foreignHost: -40,
  title: 6,
  second: 10,
  listedHost: 40,
  listedName: 30,
  trade: 12,
  tradeOnly: 28,
  question: -14,
} as const

/** A claim in the dark web: the company is named as a victim, a target or goods for sale. */
export function judgeClaim(evidence: NameEvidence): Judged | null {
  const { company, read, mentions, name, watched } = evidence
  const hosts = [
    ...read.addresses.map(({ host }) => host),
    ...read.names.flatMap((each) => normaliseName(each)?.host ?? []),
  ]
  const host = hosts.find((each) => ownHostOf(company, each) !== null)
  const named = mentions[0] ?? name
  if (watched.brandId === null || (!named && host === undefined)) return null
  // A name like that of the company on the host of another is that other company.
  const foreign = read.addresses.find((each) => ownHostOf(company, each.host) === null)
  const sheet = new ScoreSheet()
  if (named) sheet.add('Mentions the client', claimPoints.mention, named.text)
  if (host !== undefined) sheet.add('Domain of the company', claimPoints.host, host)
  else if (foreign) sheet.add('Domain of another company', claimPoints.foreignHost, foreign.host)
  if (name) sheet.add('Brand in its name', claimPoints.title, name.text)
  addOrdinary(sheet, evidence)
  // Sites that only list victims say nothing but the name and the domain of each.
  const { fields } = read.observation
  const isListed = fieldOf(fields, 'website') !== null || fieldOf(fields, 'claimUrl') !== null
  if (isListed && host !== undefined) sheet.add('Listed as a victim', claimPoints.listedHost, host)
  else if (isListed && !foreign && name?.degree === 'whole')
    sheet.add('Listed as a victim', claimPoints.listedName, name.text)
  const found = Object.entries(claims).flatMap(([kind, [indicator, value, pattern]]) => {
    const words = pattern.exec(read.plain)?.[0]
    return words === undefined ? [] : [{ kind, indicator, value, words }]
  })
  for (const [at, { indicator, value, words }] of found.entries())
    sheet.add(indicator, at === 0 ? value : claimPoints.second, words)
  const goods = trade.exec(read.plain)?.[0]
  if (goods !== undefined)
    sheet.add('Signs of a sale', found.length > 0 ? claimPoints.trade : claimPoints.tradeOnly, goods)
  for (const [indicator, value, pattern] of harmless) {
    const words = pattern.exec(read.plain)?.[0]
    if (words !== undefined) sheet.add(indicator, value, words)
  }
  const question = read.contexts.find(({ kind }) => kind === 'question')
  if (question) sheet.add('Asks a question', claimPoints.question, question.words)
  const kinds = new Set<string>(found.map(({ kind }) => kind))
  if (isListed) return { sheet, threatType: 'Ransomware claim' }
  const isSale = kinds.has('data')
  return {
    sheet,
    threatType:
      kinds.has('method') && !/database|db\b/.test(read.plain)
        ? 'Fraud tutorial'
        : kinds.has('access') || kinds.has('insider')
          ? 'Sale of access'
          : isSale || !kinds.has('victim')
            ? 'Sale of data'
            : 'Ransomware claim',
  }
}
