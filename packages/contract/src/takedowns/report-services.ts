import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import type { AttemptChannel } from './takedowns.ts'
import * as wire from '../wire.ts'

/*
 * The services that take reports through an API. Each company has its own accounts with them.
 */

/** The services, with the channel that their notices belong to, and what an account with them consists of. */
export const reportServices = {
  cloudflare: { label: 'Cloudflare', channel: 'hosting', hasAccount: true, hasKey: true },
  godaddy: { label: 'GoDaddy', channel: 'registrar', hasAccount: true, hasKey: true },
  netcraft: { label: 'Netcraft', channel: 'blockList', hasAccount: false, hasKey: false },
  urlhaus: { label: 'URLhaus', channel: 'blockList', hasAccount: false, hasKey: true },
  urlscan: { label: 'urlscan.io', channel: 'blockList', hasAccount: false, hasKey: true },
} as const satisfies Record<string, { label: string; channel: AttemptChannel; hasAccount: boolean; hasKey: boolean }>
/** A service: a key of `reportServices`. */
export type ReportServiceName = keyof typeof reportServices
/** Every service, in the order of `reportServices`. */
export const reportServiceNames = keysIn(reportServices)

/** The account of a company with a service. Keys are never sent back. */
export const ReportAccount = z.object({
  service: z.enum(reportServiceNames),
  /** Whether notices can be sent with it. */
  isSetUp: z.boolean(),
  /** The id of the account, or the name of the key; empty where there is none. */
  account: z.string(),
  /** The last test; null before the first one. */
  test: z.nullable(
    z.object({
      at: wire.time,
      /** What went wrong; null if the service accepted the account. */
      problem: z.nullable(wire.Sentence),
    }),
  ),
})
export type ReportAccount = z.output<typeof ReportAccount>

const ofService = {
  params: z.object({ service: z.enum(reportServiceNames) }),
  query: wire.ofCompany,
}

/** Every service, with or without an account. */
export const listReportAccounts = route({
  method: 'GET',
  path: '/settings/reportAccounts',
  summary: 'List the services that take reports through an API, with the accounts of the company',
  access: 'company:manage',
  query: wire.ofCompany,
  response: z.array(ReportAccount),
})

/** The key is stored encrypted. 400 without the account or key that the service needs; a missing key keeps the stored one. */
export const putReportAccount = route({
  method: 'PUT',
  path: '/settings/reportAccounts/{service}',
  summary: "Set the company's account with a service that takes reports",
  access: 'company:manage',
  ...ofService,
  body: z.strictObject({
    company: wire.company,
    account: z._default(wire.oneLine(200), ''),
    key: z.optional(wire.oneLine(500, 1)),
  }),
  response: z.array(ReportAccount),
})

/** Notices that wait are then refused. */
export const deleteReportAccount = route({
  method: 'DELETE',
  path: '/settings/reportAccounts/{service}',
  summary: "Delete the company's account with a service that takes reports",
  access: 'company:manage',
  ...ofService,
  response: z.array(ReportAccount),
})

/** Nothing is reported. The result is stored with the account. 404 when the company has no account with it. */
export const testReportAccount = route({
  method: 'POST',
  path: '/settings/reportAccounts/{service}/test',
  summary: "Test the company's account with a service that takes reports",
  access: 'company:manage',
  status: 202,
  ...ofService,
  response: z.array(ReportAccount),
})
