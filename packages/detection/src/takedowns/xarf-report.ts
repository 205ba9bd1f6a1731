import type { FindingClass } from '@signet/contract/threats/findings'
import {
  isNamedByHost,
  everySource,
  fieldOf,
  type AnySource,
  type SourceFields,
  type ThreatType,
} from '@signet/contract/threats/sources'
import {
  XarfReport,
  xarfVersion,
  type fraudTypes,
  type infringementTypes,
  type Party,
  type registrationIndicators,
  type XarfType,
} from '@signet/contract/takedowns/xarf'

/** What is known about the case that a report is about. */
export interface ReportedCase {
  /** A version 4 UUID. */
  reportId: string
  /** The company whose brand is abused. */
  reporter: Party
  /** The installation that transmits the report. */
  sender: Party
  source: AnySource
  threatType: string
  title: string
  /** Address of the page, profile, app or post; null if it has none. */
  url: string | null
  fields: SourceFields
  /** How a name imitates the brand; null if it doesn't. */
  technique: FindingClass | null
  brand: string | null
  /** An official host of the brand. */
  officialHost: string | null
  /** ISO 8601. */
  seenAt: string
  /** When a check last reached the page, ISO 8601; null if none did. */
  verifiedAt: string | null
  description: string
}

/** A report that can be sent, or the fields that are missing or invalid. */
export type XarfResult = { report: XarfReport } | { missing: string[] }

/**
 * The XARF report of a case.
 *
 * @returns the validated report, or the names of the mandatory fields that the case has no usable value for, e.g. `legitimate_site`
 */
export function xarfReportOf(reported: ReportedCase): XarfResult {
  const type = xarfTypeOf(reported)
  const checked = XarfReport.safeParse(withoutEmpty({ ...coreOf(reported), ...details[type](reported), type }))
  if (checked.success) return { report: checked.data }
  return { missing: [...new Set(checked.error.issues.map(({ path }) => path.join('.')))] }
}

const typeSet = (...types: ThreatType[]): ReadonlySet<string> => new Set(types)
const phishingTypes = typeSet('Phishing site', 'Phishing page', 'Malicious redirect')
const lookAlikeTypes = typeSet('Look-alike domain', 'Parked look-alike', 'Brand in subdomain')
const copiedTypes = typeSet('Leaked source', 'Confidential document', 'Internal document', 'Fake livestream')
const parked: ThreatType = 'Parked look-alike'
const bulkTypes = typeSet('Scam channel', 'Scam group', 'Sale of accounts')
const fraudWords = /scam|fraud|fake (customer|support|job|giveaway|investment)|mule|giveaway/i

/** The type of the report, from the source and type of the threat and from what is known about it. */
export function xarfTypeOf({
  source,
  threatType,
  fields,
}: Pick<ReportedCase, 'source' | 'threatType' | 'fields'>): XarfType {
  if (phishingTypes.has(threatType)) return 'phishing'
  if (source === 'Domain' && lookAlikeTypes.has(threatType)) {
    return registeredAt(fields) ? 'suspicious_registration' : 'brand_infringement'
  }
  if (copiedTypes.has(threatType)) return 'ugc_platform'
  if (source in protocols && bulkTypes.has(threatType) && (membersOf(fields) ?? 0) >= bulkMin) return 'bulk_messaging'
  return fraudWords.test(threatType) ? 'fraud' : 'brand_infringement'
}

const bulkMin = 100
const protocols: Partial<Record<AnySource, string>> = { Telegram: 'telegram', WhatsApp: 'whatsapp' }

/** The fields of every report. */
function coreOf({ reportId, reporter, sender, seenAt, description, url, fields, title }: ReportedCase) {
  return {
    xarf_version: xarfVersion,
    report_id: reportId,
    timestamp: seenAt,
    reporter,
    sender,
    source_identifier: fieldOf(fields, 'address') ?? hostOf(url) ?? title,
    description,
  }
}

/** The fields of reports about something on the web. */
function contentOf({ url, fields, brand, verifiedAt }: ReportedCase) {
  const host = hostOf(url)
  return {
    category: 'content',
    url,
    domain: host !== null && publishedDomain.test(host) ? host : null,
    registrar: fieldOf(fields, 'registrar'),
    verified_at: verifiedAt,
    verification_method: verifiedAt && 'automated_crawler',
    target_brand: brand,
  }
}

/** As the published schema has it: without names in Punycode. */
const publishedDomain = /^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$/

const details: Record<XarfType, (reported: ReportedCase) => object> = {
  phishing: (reported) => ({ ...contentOf(reported), cloned_site: officialSite(reported) }),
  brand_infringement: (reported) => ({
    ...contentOf(reported),
    infringement_type: infringementOf(reported),
    legitimate_site: officialSite(reported),
    infringing_elements: reported.source === 'Domain' ? ['brand_name', 'domain_name'] : ['brand_name'],
  }),
  fraud: (reported) => ({ ...contentOf(reported), fraud_type: fraudOf(reported), claimed_entity: reported.brand }),
  suspicious_registration: (reported) => ({
    ...contentOf(reported),
    registration_date: registeredAt(reported.fields),
    suspicious_indicators: registrationOf(reported),
    targeted_brands: reported.brand ? [reported.brand] : null,
  }),
  bulk_messaging: ({ source, fields, title }) => ({
    category: 'messaging',
    protocol: protocols[source],
    recipient_count: membersOf(fields),
    sender_name: title,
  }),
  ugc_platform: ({ source, url, reporter }) => ({
    category: 'copyright',
    infringing_url: url,
    platform_name: everySource[source].label,
    rights_holder: reporter.org,
  }),
}

function infringementOf({ technique, source }: ReportedCase): (typeof infringementTypes)[number] {
  if (technique === 'homoglyph-idn' || technique === 'homoglyph-ascii' || technique === 'leet') return 'homograph'
  if (technique === 'typo' || technique === 'hyphenation') return 'typosquatting'
  if (isNamedByHost(source)) return technique ? 'lookalike' : 'trademark_violation'
  return 'brand_impersonation'
}

function registrationOf({ technique, threatType }: ReportedCase): (typeof registrationIndicators)[number][] {
  const imitation =
    technique === 'homoglyph-idn' || technique === 'homoglyph-ascii'
      ? 'homograph_attack'
      : technique === 'typo' || technique === 'leet' || technique === 'hyphenation'
        ? 'typosquatting'
        : 'brand_keyword'
  return threatType === parked ? [imitation, 'parked_page'] : [imitation]
}

function fraudOf({ threatType }: ReportedCase): (typeof fraudTypes)[number] {
  if (/investment/i.test(threatType)) return 'investment'
  if (/support|customer care/i.test(threatType)) return 'tech_support'
  if (/giveaway/i.test(threatType)) return 'lottery'
  return /job/i.test(threatType) ? 'employment' : 'other'
}

const officialSite = ({ officialHost }: ReportedCase) => (officialHost ? `https://${officialHost}/` : null)

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.toLowerCase() || null : null
}

/** Fields of a source contain instants as ISO 8601 or as a day. */
function registeredAt(fields: SourceFields): string | null {
  const at = new Date(fieldOf(fields, 'registeredOn') ?? '')
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

function membersOf(fields: SourceFields): number | null {
  const members = Number(fieldOf(fields, 'channel_data.participants_count') ?? Number.NaN)
  return Number.isInteger(members) ? members : null
}

/** Without the values that aren't known: an absent field and an unknown one are the same in a report. */
const withoutEmpty = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
