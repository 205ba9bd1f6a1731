import * as z from 'zod/mini'

/*
 * Abuse reports in the format XARF 4.2 (https://xarf.org, read 2026-07-12): the types that takedowns use, with the fields that this product
 * fills in. Written from the facts of the published JSON Schemas. Values that those schemas accept are refused here only where a provider
 * could not use them, such as an address that isn't http(s).
 */

/** The version that reports name. */
export const xarfVersion = '4.2.0'

const nonEmpty = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const instant = z.iso.datetime({ offset: true })
const webAddress = z.string().check(
  z.maxLength(2000),
  z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)
/** A domain in lower case. The published pattern allows no two hyphens in a row, and therefore no name in Punycode. */
const domain = z.string().check(z.maxLength(253), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$/))

/** An organisation in a report; its contact is an email address. */
const Party = z.strictObject({ org: nonEmpty(200), contact: z.email().check(z.maxLength(254)), domain: z.hostname() })
export type Party = z.output<typeof Party>

const core = {
  xarf_version: z.literal(xarfVersion),
  report_id: z.uuidv4(),
  /** When the abuse was observed. */
  timestamp: instant,
  /** The complainant. */
  reporter: Party,
  /** Who transmits the report. */
  sender: Party,
  /** An IP address, a domain, or the name of an account. */
  source_identifier: nonEmpty(500),
  description: z.optional(nonEmpty(1000)),
}

const content = {
  ...core,
  category: z.literal('content'),
  url: webAddress,
  domain: z.optional(domain),
  registrar: z.optional(nonEmpty(200)),
  verified_at: z.optional(instant),
  verification_method: z.optional(z.literal('automated_crawler')),
  target_brand: z.optional(nonEmpty(200)),
}

/** Ways of imitating a brand in a report. */
export const infringementTypes = [
  'typosquatting',
  'lookalike',
  'homograph',
  'trademark_violation',
  'brand_impersonation',
] as const
/** Reasons to suspect a registration in a report. */
export const registrationIndicators = ['typosquatting', 'homograph_attack', 'brand_keyword', 'parked_page'] as const
/** Kinds of fraud in a report. */
export const fraudTypes = ['investment', 'tech_support', 'lottery', 'employment', 'other'] as const
/** How bulk messages were transmitted. */
export const messagingProtocols = ['whatsapp', 'telegram'] as const

/** One report; `category` and `type` decide which fields it has. */
export const XarfReport = z.discriminatedUnion('type', [
  z.strictObject({ ...content, type: z.literal('phishing'), cloned_site: z.optional(webAddress) }),
  z.strictObject({
    ...content,
    type: z.literal('brand_infringement'),
    infringement_type: z.enum(infringementTypes),
    legitimate_site: webAddress,
    infringing_elements: z.optional(z.array(z.enum(['brand_name', 'domain_name']))),
  }),
  z.strictObject({
    ...content,
    type: z.literal('fraud'),
    fraud_type: z.enum(fraudTypes),
    claimed_entity: z.optional(nonEmpty(200)),
  }),
  z.strictObject({
    ...content,
    type: z.literal('suspicious_registration'),
    registration_date: instant,
    suspicious_indicators: z.array(z.enum(registrationIndicators)).check(z.minLength(1)),
    targeted_brands: z.optional(z.array(nonEmpty(200))),
  }),
  z.strictObject({
    ...core,
    category: z.literal('messaging'),
    type: z.literal('bulk_messaging'),
    protocol: z.enum(messagingProtocols),
    /** Fewer recipients are not bulk messaging. */
    recipient_count: z.int().check(z.gte(100)),
    sender_name: z.optional(nonEmpty(200)),
  }),
  z.strictObject({
    ...core,
    category: z.literal('copyright'),
    type: z.literal('ugc_platform'),
    infringing_url: webAddress,
    platform_name: nonEmpty(200),
    rights_holder: z.optional(nonEmpty(200)),
  }),
])
export type XarfReport = z.output<typeof XarfReport>
/** The type of a report. */
export type XarfType = XarfReport['type']
