import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'
import { modules, route } from '../route.ts'
import { threatSources } from '../threats/sources.ts'
import * as wire from '../wire.ts'
import { RetentionDays } from './retention.ts'

/** The navigation of a company: the standard one, or the one for lottery operators. */
export const navigations = ['standard', 'lottery'] as const
/** The entry that reviewers have in the menu after the deleted threats. */
export const qaNavigations = ['deletionQueue', 'touts'] as const

/** A company's settings for its leaks; a setting it hasn't made has the strictest value. */
export const LeakRules = z.strictObject({
  /** Whether masks show the length class and the first and last letter of passwords that are stored from then on. */
  showsHints: z.optional(z.boolean()),
  /** How many days passwords are stored: 90 or fewer. */
  passwordDays: z.optional(z.int().check(z.gte(0), z.lte(90))),
  /** How many days all other data of a leak is stored: 730 or fewer. */
  leakDays: z.optional(z.int().check(z.gte(1), z.lte(730))),
})
export type LeakRules = z.output<typeof LeakRules>

/** How often a company is scanned for look-alikes without a request. */
export const scanIntervals = ['day', 'week', 'month'] as const
/** One of `scanIntervals`. */
export type ScanInterval = (typeof scanIntervals)[number]

/** How many enabled users a company can have by its own invitations if it has no limit of its own. */
export const userLimitDefault = 25
/** The highest limit a company can have. */
export const userLimitMax = 1000

/** A company's portal configuration. A client's special case is a value here, never a name in code. */
export const CompanyConfig = z.object({
  /** Additional menu entries, from position 4. */
  pages: z.array(z.object({ pageRoute: z.string(), pageName: z.string() })),
  /** The start page of the company's users with the role client, e.g. `/lottery/home`. */
  homeRoute: z.optional(z.string()),
  navigation: z.enum(navigations),
  qaNavigation: z.enum(qaNavigations),
  /** Whether the company's own users can add threats: Add Threats at position 2. */
  addThreats: z.boolean(),
  /** Time zone of its reports, schedules and digests, e.g. `Europe/Oslo`; UTC if missing. */
  timeZone: z.optional(z.string()),
  leaks: z.optional(LeakRules),
  /** How many enabled users it can have by its own invitations; `userLimitDefault` if missing. */
  userLimit: z.optional(z.int()),
  /** How often it is scanned for look-alikes and recent certificates; never if missing. */
  scanEvery: z.optional(z.enum(scanIntervals)),
  /** How long its rows are kept; otherwise as long as the installation keeps them. */
  retention: z.optional(RetentionDays),
})
export type CompanyConfig = z.output<typeof CompanyConfig>

/** Which modules of the product a company uses; every module is present. */
const ModuleFlags = z.object(recordFrom(modules, () => z.boolean()))
export type ModuleFlags = z.output<typeof ModuleFlags>

/** What every page of the portal needs to know about a company. */
export const ClientInfo = z.object({
  company: z.string(),
  name: z.string(),
  /** Address of the logo, or null: the portal then shows initials. */
  logo: z.nullable(z.string()),
  isDemo: z.boolean(),
  /** Whether the installation uses a local internet, whose hosts and mail servers are not real; left out if it doesn't. */
  isInternetSimulated: z.optional(z.boolean()),
  /** Whether no mail server is set up, so that emails are kept on the server and reach nobody; left out if there is one. */
  isMailKept: z.optional(z.boolean()),
  /** How many times shorter the waits of takedowns are than their settings say; left out if they aren't. */
  clockFactor: z.optional(z.number()),
  config: CompanyConfig,
  modules: ModuleFlags,
  threatSources: z.array(z.enum(threatSources)),
  /** Those of `threatSources` that something collects, or that have threats. */
  setUpSources: z.array(z.enum(threatSources)),
  toutSources: z.array(z.string()),
})
export type ClientInfo = z.output<typeof ClientInfo>

/** Uses the company named, or the caller's default one. 404 for a company the caller has no access to. */
export const getClientInfo = route({
  method: 'GET',
  path: '/client/getClientInfo',
  summary: 'Get the name, logo, modules, sources and navigation of a company',
  access: 'company:read',
  query: wire.ofCompany,
  response: ClientInfo,
})

/** One company the caller may choose in the selector. */
export const CompanyChoice = z.object({ company: z.string(), name: z.string() })
/** Only active companies. A superAdmin may choose all of them, other users their own and those granted to them. */
export const listCompanyChoices = route({
  method: 'GET',
  path: '/client/getCompanies',
  summary: 'List the companies the caller can select, by name',
  access: 'company:choose',
  response: z.array(CompanyChoice),
})
