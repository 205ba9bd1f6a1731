import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { timeZone } from '../access/account.ts'
import { CompanyConfig, LeakRules, navigations, qaNavigations, scanIntervals, userLimitMax } from './companies.ts'
import { RetentionDays } from './retention.ts'
import { recordFrom } from '../narrow.ts'
import { mebibyte } from '../threats/file-types.ts'
import { modules, route, type UploadRule } from '../route.ts'
import { threatSources } from '../threats/sources.ts'
import { toutSources } from '../touts/tout-sources.ts'
import * as wire from '../wire.ts'

/* The setup of companies. The portal's frame does not import this file: the data of a company that every page needs is in companies.ts. */

/** Pages of the portal that can be an additional menu entry of a company, by their path without the leading slash. */
const openPages = ['events', 'whatsnew', 'kmp', 'threats/Bookmarks', 'touts/Bookmarks'] as const
/** The path prefix of a custom page: `pages/<word>`. */
export const ownPagePrefix = 'pages/'
const ownPage = /^pages\/[a-z0-9][a-z0-9-]{0,59}$/
/** Maximum number of characters of a custom page. */
export const pageContentMax = 20_000

/** Whether an additional entry is a custom page, e.g. `pages/contacts`. */
export function isOwnPage(path: string): boolean {
  return ownPage.test(path)
}

/** Every page of the portal that can be an additional menu entry of a company. */
export const pageRoutes: readonly string[] = [
  ...openPages,
  ...threatSources.map((source) => `threats/${source === 'FB' ? 'Facebook' : source}`),
  ...toutSources.map((source) => `touts/${source === 'FB' ? 'Facebook' : source}`),
]
const listedPages: ReadonlySet<string> = new Set(pageRoutes)

/**
 * Whether an additional entry may lead to a path: only to a relative path of the portal from the list or a custom page, never to an
 * external address.
 */
export function isPageRoute(path: string): boolean {
  return listedPages.has(path) || isOwnPage(path)
}

const takenHomes: ReadonlySet<string> = new Set(['admin', 'clientadmin', 'qa', 'api', 'auth', 'assets', 'icons'])

/** Whether a path can be the home of a company's clients: `/<word>/home`, with a word that no other company uses. */
export function isHomeRoute(path: string): boolean {
  const word = /^\/([A-Za-z][A-Za-z0-9-]{0,30})\/home$/.exec(path)?.[1]
  return word !== undefined && !takenHomes.has(word.toLowerCase())
}

const pagesMax = 20
const Pages = z
  .array(
    z
      .strictObject({
        pageRoute: z.string().check(z.maxLength(100), z.refine(isPageRoute, problem('NOT_A_PAGE'))),
        pageName: wire.oneLine(40, 1),
        /** The text of a custom page, in the portal's subset of Markdown; if missing, unchanged. Empty removes it. */
        content: z.optional(wire.text(pageContentMax)),
      })
      .check(
        z.refine(({ pageRoute, content }) => !content || isOwnPage(pageRoute), {
          error: problem('PAGE_TEXT_NOT_ALLOWED'),
          path: ['content'],
        }),
      ),
  )
  .check(
    z.maxLength(pagesMax),
    wire.eachOnce<{ pageRoute: string }>(({ pageRoute }) => pageRoute),
  )

const ConfigChanges = z.strictObject({
  pages: z.optional(Pages),
  /** Null removes it. */
  homeRoute: z.optional(
    z.nullable(z.string().check(z.maxLength(60), z.refine(isHomeRoute, problem('NOT_A_HOME_PAGE')))),
  ),
  navigation: z.optional(z.enum(navigations)),
  qaNavigation: z.optional(z.enum(qaNavigations)),
  addThreats: z.optional(z.boolean()),
  timeZone: z.optional(timeZone),
  leaks: z.optional(LeakRules),
  userLimit: z.optional(z.int().check(z.gte(1), z.lte(userLimitMax))),
  /** Null ends it. */
  scanEvery: z.optional(z.nullable(z.enum(scanIntervals))),
  /** Replaces all periods of the company; those left out are the installation's. */
  retention: z.optional(RetentionDays),
})
/** Changes to a company's portal configuration; settings left out don't change. */
export type ConfigChanges = z.output<typeof ConfigChanges>

const ModuleChanges = z.strictObject(recordFrom(modules, () => z.optional(z.boolean())))

const ThreatSources = z
  .array(z.enum(threatSources))
  .check(z.minLength(1), z.maxLength(threatSources.length), wire.eachOnce())
const ToutSources = z.array(z.enum(toutSources)).check(z.maxLength(toutSources.length), wire.eachOnce())

/** An additional menu entry with its text; only custom pages have one. */
export const CompanyPage = z.object({
  pageRoute: z.string(),
  pageName: z.string(),
  content: z.optional(z.string()),
})
export type CompanyPage = z.output<typeof CompanyPage>

/** A company as shown to users who set up companies. */
export const Company = z.object({
  key: z.string(),
  name: z.string(),
  /** False for an archived company. */
  isActive: z.boolean(),
  isDemo: z.boolean(),
  logo: z.nullable(z.string()),
  modules: z.record(z.enum(modules), z.boolean()),
  threatSources: z.array(z.enum(threatSources)),
  toutSources: z.array(z.enum(toutSources)),
  /** The texts of its pages are not included in a list. */
  config: z.extend(CompanyConfig, { pages: z.array(CompanyPage) }),
  /** Number of its users who can sign in. */
  users: z.int(),
  createdAt: wire.time,
  version: z.int(),
})
export type Company = z.output<typeof Company>
/** The configuration as stored; values never set are absent. */
export type StoredConfig = Partial<Company['config']>

const key = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, problem('NOT_A_KEY')))
const ofCompany = z.object({ company: wire.companyInPath })

/** Sorted by name by default; the texts of custom pages are left out. */
export const listCompanies = route({
  method: 'GET',
  path: '/companies',
  summary: 'List all companies of the installation; archived ones on request',
  access: 'company:manage',
  query: z.object({
    ...wire.paging(['name', 'key', 'createdAt']),
    sortDirection: z._default(z.enum(wire.sortDirections), 'asc'),
    /** If missing: only active ones. */
    archived: z.optional(wire.bool),
  }),
  response: wire.page(Company),
})

/** 409 when the key is in use, also by an archived company; 400 for a menu entry that leads to a module the company does not have. */
export const addCompany = route({
  method: 'POST',
  path: '/companies',
  summary: "Add a company; its key can't be changed later",
  access: 'company:manage',
  status: 201,
  body: z.strictObject({
    key,
    name: wire.oneLine(200, 1),
    modules: z.optional(ModuleChanges),
    /** If missing: all of them. */
    threatSources: z.optional(ThreatSources),
    /** If missing: all of them when the touts module is on, otherwise none. */
    toutSources: z.optional(ToutSources),
    config: z.optional(ConfigChanges),
  }),
  response: Company,
})

/** Includes the texts of its custom pages. 404 for an unknown key. */
export const getCompany = route({
  method: 'GET',
  path: '/companies/{company}',
  summary: 'Get a company, archived or not',
  access: 'company:manage',
  reachesArchived: true,
  params: ofCompany,
  response: Company,
})

/** Fields left out don't change. 409 when `version` is stale; 400 for a menu entry that leads to a module the company does not have. */
export const changeCompany = route({
  method: 'PATCH',
  path: '/companies/{company}',
  summary: 'Change the name, modules and display of a company, or restore it from the archive',
  access: 'company:manage',
  reachesArchived: true,
  params: ofCompany,
  body: z.strictObject({
    name: z.optional(wire.oneLine(200, 1)),
    modules: z.optional(ModuleChanges),
    threatSources: z.optional(ThreatSources),
    toutSources: z.optional(ToutSources),
    config: z.optional(ConfigChanges),
    /** Restores the company from the archive; archiving has a call of its own. */
    isActive: z.optional(z.literal(true)),
    version: wire.version,
  }),
  response: Company,
})

/** 409 for the caller's own company, when no superAdmin could sign in afterwards, and when `version` is stale. */
export const archiveCompany = route({
  method: 'POST',
  path: '/companies/{company}/archive',
  summary: 'Archive a company: its users are signed out at once and it is no longer selectable, but nothing is deleted',
  access: 'company:manage',
  reachesArchived: true,
  params: ofCompany,
  body: z.strictObject({ version: z.optional(wire.version) }),
  response: Company,
})

/** 409 when `version` is stale; 400 for a menu entry that leads to a module the company does not have. */
export const putFeatures = route({
  method: 'PUT',
  path: '/companies/{company}/features',
  summary: 'Set the modules and extra pages of a company; modules not listed are disabled',
  access: 'company:manage',
  reachesArchived: true,
  params: ofCompany,
  body: z.strictObject({ modules: ModuleChanges, pages: Pages, version: z.optional(wire.version) }),
  response: Company,
})

/** The upload rule of a logo; the portal checks it before uploading. */
export const logoRule = {
  maxBytes: mebibyte,
  types: ['image/png', 'image/jpeg', 'image/webp'],
  keepsPictureOnly: true,
} as const satisfies UploadRule

/** The image is rendered again from its pixels, and only that copy is stored. 413 and 415 by `logoRule`. */
export const putLogo = route({
  method: 'POST',
  path: '/companies/{company}/logo',
  summary: 'Set the logo of a company: PNG, JPEG or WebP, up to 1 MB',
  access: 'company:manage',
  reachesArchived: true,
  status: 201,
  upload: logoRule,
  params: ofCompany,
  response: Company,
})
