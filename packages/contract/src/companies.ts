import * as z from 'zod/mini'
import { modules, route, type Module } from './route.ts'
import { threatSources, type ThreatSource } from './sources.ts'
import * as wire from './wire.ts'

/** Navigation lists a company may have: the usual one, or that of an operator of a lottery. */
export const navigations = ['standard', 'lottery'] as const
/** What the menu of reviewers holds after the deleted threats. */
export const qaNavigations = ['deletionQueue', 'touts'] as const

/** What a company has decided about its leaks; what it has not is the strictest. */
export const LeakRules = z.strictObject({
  /** Whether masks show the class of length and the first and last letter of passwords stored from then on. */
  showsHints: z.optional(z.boolean()),
  /** Days that passwords are stored: 90 or fewer. */
  passwordDays: z.optional(z.int().check(z.gte(0), z.lte(90))),
  /** Days that everything else of a leak is stored: 730 or fewer. */
  leakDays: z.optional(z.int().check(z.gte(1), z.lte(730))),
})
export type LeakRules = z.output<typeof LeakRules>

/** What a company sets about its portal. A special case of one client is a value here, never a name in code. */
export const CompanyConfig = z.object({
  pages: z.array(z.object({ pageRoute: z.string(), pageName: z.string() })),
  homeRoute: z.optional(z.string()),
  navigation: z.enum(navigations),
  qaNavigation: z.enum(qaNavigations),
  addThreats: z.boolean(),
  timeZone: z.optional(z.string()),
  leaks: z.optional(LeakRules),
})
export interface CompanyConfig {
  /** Entries of its own, from position 4. */
  pages: { pageRoute: string; pageName: string }[]
  /** Where plain clients of the company land, e.g. `/lottery/home`. */
  homeRoute?: string | undefined
  navigation: (typeof navigations)[number]
  qaNavigation: (typeof qaNavigations)[number]
  /** Whether its own people enter threats: Add Threats at position 2. */
  addThreats: boolean
  /** Of its reports, schedules and digests, e.g. `Europe/Oslo`; left out: UTC. */
  timeZone?: string | undefined
  leaks?: LeakRules | undefined
}

/** Which modules of the product a company uses; every module is present. */
export type ModuleFlags = Record<Module, boolean>
const ModuleFlags = z.object(
  Object.fromEntries(modules.map((name) => [name, z.boolean()])),
) as unknown as z.ZodMiniType<ModuleFlags, ModuleFlags>

/** What every page of the portal needs to know about a company. */
export const ClientInfo = z.object({
  company: z.string(),
  name: z.string(),
  /** Address of the logo, or null: the portal then shows initials. */
  logo: z.nullable(z.string()),
  isDemo: z.boolean(),
  config: CompanyConfig,
  modules: ModuleFlags,
  threatSources: z.array(z.enum(threatSources)),
  toutSources: z.array(z.string()),
})
export interface ClientInfo {
  company: string
  name: string
  logo: string | null
  isDemo: boolean
  config: CompanyConfig
  modules: ModuleFlags
  threatSources: ThreatSource[]
  toutSources: string[]
}

/** Answers for the company named, or the caller's default one. 404 for a company outside the caller's reach. */
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
/** Active companies only. A superAdmin may choose all of them, others their own and those granted to them. */
export const listCompanyChoices = route({
  method: 'GET',
  path: '/client/getCompanies',
  summary: 'List the companies the caller can select, by name',
  access: 'company:choose',
  response: z.array(CompanyChoice),
})
