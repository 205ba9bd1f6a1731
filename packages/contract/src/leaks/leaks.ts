import * as z from 'zod/mini'
import { freshFactor } from '../access/factors.ts'
import { keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import type { Severity } from '../threats/severities.ts'
import { changedRecords } from '../changed-records.ts'
import * as wire from '../wire.ts'

/** The kinds of leaks: the only list of them. Table, import, screens and figures use it, in this order. */
export const leakTypes = {
  employeeCredentials: { label: 'Employee credentials', about: 'Accounts of people who work for the company' },
  customerCredentials: { label: 'Customer credentials', about: 'Customer accounts on the company’s sites' },
  stealerLogs: { label: 'Stealer logs', about: 'Data that malware stole from an infected device' },
  comboLists: { label: 'Combo lists', about: 'Lists of user names and passwords compiled from other leaks' },
  sessionTokens: { label: 'Cookies and tokens', about: 'Active sessions and API tokens; treated like passwords' },
  paymentCards: { label: 'Payment cards', about: 'Cards offered for sale or published; last four digits only' },
  documents: { label: 'Documents', about: 'Internal documents and files' },
  sourceCode: { label: 'Source code and keys', about: 'Code, configuration files and keys in public places' },
  piiDatabases: { label: 'Personal data', about: 'Databases of personal data' },
} as const satisfies Record<string, { label: string; about: string }>
/** A kind of leak: a key of `leakTypes`. */
export type LeakType = keyof typeof leakTypes
/** Every kind of leak, in the order of `leakTypes`. */
export const leakTypeKeys = keysIn(leakTypes)

/** The kind of service at the address of a leaked sign-in. */
export const urlTypes = {
  signIn: 'Sign-in page',
  administration: 'Admin page',
  mail: 'Email',
  remoteAccess: 'VPN and remote access',
  api: 'API',
  app: 'Mobile app',
  page: 'Other page',
} as const
/** A kind of sign-in address: a key of `urlTypes`. */
export type UrlType = keyof typeof urlTypes
/** Every kind of sign-in address, in the order of `urlTypes`. */
export const urlTypeKeys = keysIn(urlTypes)

/** The status of a leak. Ignored ones are excluded from lists (unless requested) and from every figure. */
export const leakStatuses = ['open', 'resolved', 'ignored'] as const
/** One of `leakStatuses`. */
export type LeakStatus = (typeof leakStatuses)[number]

/** `leaked`: when the data was leaked, as far as known; `added`: when it was added to Signet. */
export const leakDateTypes = ['leaked', 'added'] as const

/** The kind of a leaked password: plain text, its hash, or an active session or API token. */
export const passwordKinds = { plain: 'Plain text', hashed: 'Hashed', token: 'Token' } as const
/** One of `passwordKindKeys`. */
export type PasswordKind = keyof typeof passwordKinds
/** Every kind of password, in the order of `passwordKinds`. */
export const passwordKindKeys = ['plain', 'hashed', 'token'] as const satisfies PasswordKind[]

/** Shown instead of a password without revealing its length or letters. */
export const fixedMask = '••••••••'

/**
 * One leaked record. The password in it is always masked; `revealLeak` shows it. The user name is masked unless the caller has recorded a
 * reason for seeing it.
 */
export const Leak = z.object({
  id: z.string(),
  leakType: z.enum(leakTypeKeys),
  leakTypeLabel: z.string(),
  /** The package that contained it, e.g. the name of a list or a pack of logs. */
  entity: z.string(),
  /** The database it was found in. */
  source: z.string(),
  date: wire.time,
  addedAt: wire.time,
  url: z.optional(z.string()),
  urlType: z.optional(z.enum(urlTypeKeys)),
  subdomain: z.optional(z.string()),
  /** Masked, unless the caller has it shown for now (`showLeakNames`). */
  username: z.optional(z.string()),
  isNameMasked: z.boolean(),
  isEmployee: z.boolean(),
  hasPassword: z.boolean(),
  /** Masked; null when the leak contains none. */
  password: z.nullable(z.string()),
  /** Missing if there is none, and for leaks stored before kinds were recorded. */
  passwordKind: z.optional(z.enum(passwordKindKeys)),
  /** The hash function of a hashed password, e.g. `bcrypt`. */
  hashedBy: z.optional(z.string()),
  /** Whether the password is still stored and can be revealed. */
  canReveal: z.boolean(),
  stealer: z.optional(z.string()),
  docCategory: z.optional(z.string()),
  docSource: z.optional(z.string()),
  /** How many records the leak contains, for files and tables. */
  count: z.optional(z.int()),
  status: z.enum(leakStatuses),
  isDemo: z.boolean(),
  version: z.int(),
})
export type Leak = z.output<typeof Leak>

/** Kinds of leaks by what an intruder can do with them immediately, most severe first. */
export const leakTypesBySeverity: readonly LeakType[] = [
  'sessionTokens',
  'stealerLogs',
  'employeeCredentials',
  'sourceCode',
  'customerCredentials',
  'paymentCards',
  'piiDatabases',
  'documents',
  'comboLists',
]

const innerAccess: ReadonlySet<UrlType | undefined> = new Set(['administration', 'remoteAccess', 'mail'])

/**
 * The severity of a leak for the company: what it gives access to, and whether it does so immediately. This is a rule of this product,
 * intended for prioritising.
 *
 * Critical: a password or session of an employee, or one for administration, remote access or mail. High: any other password or session
 * stolen by malware, and keys in code. Medium: other passwords, all hashed ones (they give no access until they are cracked), documents,
 * cards and tables of people. Low: without a password.
 */
export function leakSeverity(
  leak: Pick<Leak, 'leakType' | 'hasPassword' | 'isEmployee' | 'urlType' | 'passwordKind'>,
): Severity {
  const { leakType, hasPassword, isEmployee, urlType, passwordKind } = leak
  if (hasPassword) {
    if (passwordKind === 'hashed') return 'Medium'
    if (isEmployee || innerAccess.has(urlType)) return 'Critical'
    return leakType === 'stealerLogs' || leakType === 'sessionTokens' ? 'High' : 'Medium'
  }
  if (leakType === 'sourceCode') return 'High'
  return leakType === 'documents' || leakType === 'paymentCards' || leakType === 'piiDatabases' ? 'Medium' : 'Low'
}

/** All leaks of one package, for `categorise`. */
export const LeakCategory = z.object({ key: z.string(), label: z.string(), count: z.int(), items: z.array(Leak) })
export type LeakCategory = z.output<typeof LeakCategory>

/** The shared filters of lists, figures and exports of leaks. All are optional; a missing filter doesn't restrict the result. */
export const leakFilters = {
  source: z.optional(wire.csv),
  entity: z.optional(wire.csv),
  subdomain: z.optional(wire.csv),
  dateType: z.optional(z.enum(leakDateTypes)),
  url_type: z.optional(wire.csvOf(urlTypeKeys)),
  stealer: z.optional(wire.csv),
  docCategory: z.optional(wire.csv),
  docSource: z.optional(wire.csv),
  leaksWithPassword: z.optional(wire.bool),
  /** If missing: open and resolved ones. */
  status: z.optional(wire.csvOf(leakStatuses)),
  ...wire.range,
}
/** The fields lists of leaks can be sorted by; the first is the default. */
export const leakSortFields = ['date', 'added', 'entity', 'source', 'username'] as const

/** Paging, sorting and filters of the list of leaks; with `categorise`, leaks are grouped by package. */
export const LeakListQuery = z.object({
  company: wire.company,
  leakType: z.optional(z.enum(leakTypeKeys)),
  categorise: z._default(wire.bool, false),
  ...wire.paging(leakSortFields),
  ...leakFilters,
})
export type LeakListQuery = z.output<typeof LeakListQuery>

const reading = { access: 'leaks:read', module: 'leaks' } as const
const ofType = z.object({ company: wire.company, leakType: z.optional(z.enum(leakTypeKeys)) })
const options = z.array(wire.Option)

/** The days, today included, whose leaks count as recently added. */
export const recentLeakDays = 7

/** Counts use the day a leak was added to Signet; ignored leaks are not counted. */
export const getLeakSummary = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeakSummary',
  summary: `Count leaks by type: in total, added in the last ${recentLeakDays} days, and when they were last checked; every type is included`,
  query: wire.ofCompany,
  response: z.array(
    z.object({
      leakTypeLabel: z.string(),
      leakType: z.enum(leakTypeKeys),
      recentlyAdded: z.int(),
      total: z.int(),
      /** When it was last checked; null if never. */
      lastCheckedAt: z.nullable(wire.time),
    }),
  ),
})

/** Returns a page of `Leak`, or of `LeakCategory` when `categorise` is set. */
export const getLeaks = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeaks',
  summary:
    'List leaks with masked user names and passwords; with categorise, list packages by size with the five newest leaks of each',
  query: LeakListQuery,
  response: z.union([wire.page(Leak), wire.page(LeakCategory)]),
})

/** Options of the `source` filter, ordered by label, with counts. */
export const getDatabaseList = route({
  method: 'GET',
  ...reading,
  path: '/test/getDatabaseList',
  summary: 'List the databases in which leaks were found',
  query: ofType,
  response: options,
})
/** Options of the `entity` filter, ordered by label, with counts. */
export const getPackageList = route({
  method: 'GET',
  ...reading,
  path: '/test/getPackageList',
  summary: 'List the packages that contained leaks',
  query: ofType,
  response: options,
})
/** Options of the `docCategory` filter, ordered by label, with counts. */
export const getDocCategoryList = route({
  method: 'GET',
  ...reading,
  path: '/test/getDocCategoryList',
  summary: 'List the categories of leaked documents',
  query: wire.ofCompany,
  response: options,
})
/** Options of the `docSource` filter, ordered by label, with counts. */
export const getDocSourcesList = route({
  method: 'GET',
  ...reading,
  path: '/test/getDocSourcesList',
  summary: 'List the places where documents were leaked',
  query: wire.ofCompany,
  response: options,
})
/** Options of the `url_type` filter, ordered by label, with counts. */
export const getURLTypesList = route({
  method: 'GET',
  ...reading,
  path: '/test/getURLTypesList',
  summary: 'List the kinds of sites that leaked credentials belong to',
  query: wire.ofCompany,
  response: options,
})
/** Options of the `subdomain` filter, ordered by label, with counts. */
export const getSubDomainList = route({
  method: 'GET',
  ...reading,
  path: '/test/getSubDomainList',
  summary: "List the company's hosts that leaked credentials belong to; type narrows to one type of leak",
  query: z.object({ company: wire.company, type: z.optional(z.enum(leakTypeKeys)) }),
  response: options,
})
/** Options of the `stealer` filter, ordered by label, with counts. */
export const getStealerList = route({
  method: 'GET',
  ...reading,
  path: '/test/getStealerList',
  summary: 'List the malware that collected leaks',
  query: ofType,
  response: options,
})

/** Days are in UTC, including today; kinds without a leak are left out. */
export const getLeakDistribution = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeakDistribution',
  summary: 'Count the leaks of the last days by type, most frequent first, and how many of each have a password',
  query: z.object({
    company: wire.company,
    daysBack: wire.daysBack,
    /** The day that counts; if missing, the day the data was leaked. */
    dateType: z.optional(z.enum(leakDateTypes)),
  }),
  response: z.array(z.extend(wire.Slice, { withPassword: z.int() })),
})
/** One point for each day in UTC, oldest first; `by` is keyed by kind. */
export const getLeakFrequency = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeakFrequency',
  summary: 'Count leaks per day by type; days without leaks are included',
  query: z.object({
    company: wire.company,
    daysBack: wire.daysBack,
    leakType: z.optional(z.enum(leakTypeKeys)),
    /** The day that counts; if missing, the day the data was leaked. */
    dateType: z.optional(z.enum(leakDateTypes)),
  }),
  response: z.array(wire.Point),
})
/** Counts leaks, not people: a person in two packages counts in both. */
export const getLeakEntityStats = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeakEntityStats',
  summary: 'Count leaks by package, largest first, up to 100: of employees, of customers, with a password',
  query: ofType,
  response: z.array(z.object({ entity: z.string(), employees: z.int(), customers: z.int(), withPassword: z.int() })),
})
/** `unknown` means passwords stored before their kinds were distinguished, `none` leaks without a password. */
export const getLeakPasswords = route({
  method: 'GET',
  ...reading,
  path: '/test/getLeakPasswords',
  summary: 'Count leaks by kind of password: readable, hashed, session, unknown or none',
  query: ofType,
  response: z.array(z.extend(wire.Slice, { key: z.enum([...passwordKindKeys, 'unknown', 'none']) })),
})
/** `url` is a host; a leak without an address is not counted. */
export const topNAffectedURLS = route({
  method: 'GET',
  ...reading,
  path: '/test/topNAffectedURLS',
  summary: 'List the hosts with the most leaked credentials',
  query: z.object({ company: wire.company, n: z._default(wire.int(1, 50), 10) }),
  response: z.array(z.object({ url: z.string(), count: z.int() })),
})

const oneLeak = { params: z.object({ leakId: wire.id }), query: wire.ofCompany }

/** 404 for a leak of another company. */
export const getLeak = route({
  method: 'GET',
  ...reading,
  path: '/test/leaks/{leakId}',
  summary: 'Get a leak with a masked user name and password, whatever its status',
  ...oneLeak,
  response: Leak,
})

/** Ids outside the company and leaks that have changed are returned in `failed`. A leak that already has the status is not a failure. */
export const changeLeaks = route({
  method: 'POST',
  path: '/test/leaks/status',
  summary: "Set the status of many leaks; returns which were changed and which don't exist",
  access: 'leaks:work',
  module: 'leaks',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    ids: wire.ids,
    status: z.enum(leakStatuses),
    /** By id, as they were read. A leak that has changed since is left alone; those without a version aren't checked. */
    versions: z.optional(wire.versions),
  }),
  response: changedRecords,
})

/** 409 when `version` is stale. Every status change is allowed. */
export const changeLeak = route({
  method: 'PATCH',
  path: '/test/leaks/{leakId}',
  summary: 'Set the status of a leak: open, resolved or ignored',
  access: 'leaks:work',
  module: 'leaks',
  ...oneLeak,
  body: z.strictObject({ status: z.enum(leakStatuses), version: wire.version }),
  response: Leak,
})

/**
 * 404 when the password is no longer stored; 400 naming the factor when it is wrong or missing; 429 with `Retry-After` when the daily limit
 * is exceeded. The password is only returned after the access has been recorded.
 */
export const revealLeak = route({
  method: 'POST',
  path: '/test/leaks/{leakId}/reveal',
  summary:
    'Reveal the password of a leak. Requires a recent second factor, is recorded first and limited to 20 within 24 hours; beyond 10 the company’s administrators are notified',
  access: 'leaks:reveal',
  module: 'leaks',
  isShownOnce: true,
  ...oneLeak,
  body: z.strictObject(freshFactor),
  response: z.object({ password: z.string() }),
})
