import * as z from 'zod/mini'
import { AbuseContact } from '../threats/observations.ts'
import { route } from '../route.ts'
import { attemptStatuses, type AttemptChannel } from './attempts.ts'
import * as wire from '../wire.ts'

/*
 * Who can be asked to take something down: the abuse contacts of registrars, hosts and platforms. They are public facts, so one list serves
 * every company; each contact shows where it comes from and when it was last seen there.
 */

/** What a contact can do something about. */
export const contactRoles = [
  'registrar',
  'host',
  'network',
  'cdn',
  'registry',
  'cert',
  'siteOwner',
  'platform',
  'blockList',
] as const
/** One of `contactRoles`. */
export type ContactRole = (typeof contactRoles)[number]

/** The channel of an attempt that goes to a contact of each role. */
export const channelOfRole: Record<ContactRole, AttemptChannel> = {
  registrar: 'registrar',
  host: 'hosting',
  network: 'hosting',
  cdn: 'hosting',
  registry: 'registry',
  cert: 'authority',
  siteOwner: 'other',
  platform: 'platform',
  blockList: 'blockList',
}

/** Where a contact comes from; `curated` is the list that is delivered with the product. */
export const contactOrigins = ['rdap', 'whois', 'securityTxt', 'curated'] as const
/** One of `contactOrigins`. */
export type ContactOrigin = (typeof contactOrigins)[number]

/** What the staff decided about a contact: never suggest it, or suggest another address instead. */
export const contactRules = ['ignore', 'replace'] as const
/** One of `contactRules`. */
export type ContactRule = (typeof contactRules)[number]

/** Why a contact comes at its place in a case. */
export const contactReasons = [
  /** The page is on its servers, and it can remove it at once. */
  'servesPage',
  /** The name itself was registered to deceive; without it, nothing below is reachable. */
  'registeredName',
  /** The name hosts nothing yet, or only receives mail, so only the registrar can act. */
  'nothingServed',
  /** It stands between the visitors and the server, and can block the page or name the host. */
  'hidesHost',
  /** The page is on a site that is older than the attack, so it may have been broken into. */
  'compromisedSite',
  /** The registrar of an older site: only if the host does not act. */
  'olderDomain',
  /** It carries the host's network: only if the host does not act. */
  'upstream',
  /** The registry is responsible when the registrar does not act. */
  'overRegistrar',
  /** The national CERT of the country of the domain or of a server: if no contact below acts. */
  'nationalCert',
  /** Visitors are redirected to a page on its servers. */
  'redirectTarget',
  /** The content is on its platform. */
  'runsPlatform',
  /** Browsers warn visitors while the page is still online. */
  'warnsVisitors',
  /** It passes the report on to the registrar, in a form that registrars process. */
  'reachesRegistrar',
] as const
/** One of `contactReasons`. */
export type ContactReason = (typeof contactReasons)[number]

/** Why a known contact is not suggested in a case. */
export const leftOutReasons = ['ignored', 'client', 'ownAddress', 'suspect'] as const
/** One of `leftOutReasons`. */
export type LeftOutReason = (typeof leftOutReasons)[number]

const about = {
  role: z.enum(contactRoles),
  /** The company or desk; its address if no name is known. */
  name: z.string(),
  ...AbuseContact.shape,
  origin: z.enum(contactOrigins),
  /** The address of the record, or the server that answered; null for a curated contact. */
  record: z.nullable(z.string()),
}

/** When a message of any company to it was returned or refused; null if it accepted the last one, or answered since then. */
const bouncedAt = z.nullable(wire.time)

/** A contact on the list of the installation. */
export const ListedContact = z.object({
  id: z.string(),
  ...about,
  /** When it was last found in its source. */
  seenAt: wire.time,
  bouncedAt,
  rule: z.nullable(
    z.object({
      kind: z.enum(contactRules),
      /** The email address or form to use instead; null for `ignore`. */
      replacement: z.nullable(z.string()),
      reason: z.string(),
      by: z.string(),
      at: wire.time,
    }),
  ),
  version: z.int(),
})
export type ListedContact = z.output<typeof ListedContact>

/** A contact of a case, at its place in the order. */
export const CaseContact = z.object({
  ...about,
  /** The value for the recipient of an attempt: an email address, otherwise a form, otherwise a phone number. */
  recipient: z.string(),
  reason: z.enum(contactReasons),
  /** The host, address or platform that the reason is about; of a national CERT the domain's ending, or an address with its country. */
  subject: z.string(),
  /** The published address that the staff replaced by `recipient`. */
  replaces: z.nullable(z.string()),
  seenAt: wire.time,
  bouncedAt,
  /** What became of the targets that the company notified this provider about; null if there are none yet. */
  outcome: z.nullable(
    z.object({
      total: z.int(),
      /** Targets that went offline after the notice. */
      removed: z.int(),
      /** Those of them that came back online. */
      cameBack: z.int(),
      /** Half of these went offline within this time. */
      medianMs: z.nullable(z.number()),
      /** Whether that moved the contact to an earlier or later place. */
      standing: z.nullable(z.enum(['acts', 'seldom'])),
    }),
  ),
  /** The status of the latest attempt with this recipient in the case; null if it was not contacted. */
  attempted: z.nullable(z.enum(attemptStatuses)),
})
export type CaseContact = z.output<typeof CaseContact>

/** The contacts of a case in the order in which they should be tried, and those that must not be contacted. */
export const CaseContacts = z.object({
  contacts: z.array(CaseContact),
  leftOut: z.array(z.object({ name: z.string(), recipient: z.string(), why: z.enum(leftOutReasons) })),
  /** When the domain was last looked up; null for a source without a domain, or before the first time. */
  checkedAt: z.nullable(wire.time),
})
export type CaseContacts = z.output<typeof CaseContacts>

/** 404 for a takedown of another company. */
export const listTakedownContacts = route({
  method: 'GET',
  path: '/takedown/{takedownId}/contacts',
  summary: 'List the contacts of a takedown in the order in which they should be tried, each with the reason',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  response: CaseContacts,
})

/** The list is the same for every company. */
export const listAbuseContacts = route({
  method: 'GET',
  path: '/abuseContacts',
  summary: 'List the known abuse contacts with their source and what was decided about them',
  access: 'takedowns:move',
  query: z.object({
    company: wire.company,
    ...wire.paging(['seenAt', 'name']),
    role: z.optional(wire.csvOf(contactRoles)),
    rule: z.optional(wire.csvOf(contactRules)),
  }),
  response: wire.page(ListedContact),
})

/**
 * 400 when the replacement is neither an email address nor an https address; 404 for an unknown contact; 409 when `version` is stale.
 */
export const changeContactRule = route({
  method: 'PUT',
  path: '/abuseContacts/{contactId}/rule',
  summary: 'Ignore an abuse contact, replace it by another, or suggest it again; applies to every company',
  access: 'takedowns:move',
  params: z.object({ contactId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({
    kind: z.nullable(z.enum(contactRules)),
    /** Only for `replace`. */
    replacement: z.optional(wire.oneLine(500, 3)),
    reason: z.optional(wire.text(500, 3)),
    version: wire.version,
  }),
  response: ListedContact,
})
