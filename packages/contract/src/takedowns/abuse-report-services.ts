import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import { route } from '../route.ts'
import type { AttemptChannel } from './attempts.ts'
import * as wire from '../wire.ts'

/*
 * The services that take reports through an API. Each company has its own accounts with them.
 */

/** The services, with the channel that their notices belong to, and what an account with them consists of. */
export const abuseReportServices = {
  cloudflare: { label: 'Cloudflare', domain: 'cloudflare.com', channel: 'hosting', hasAccount: true, hasKey: true },
  godaddy: { label: 'GoDaddy', domain: 'godaddy.com', channel: 'registrar', hasAccount: true, hasKey: true },
  netcraft: { label: 'Netcraft', domain: 'netcraft.com', channel: 'blockList', hasAccount: false, hasKey: false },
  urlhaus: { label: 'URLhaus', domain: 'abuse.ch', channel: 'blockList', hasAccount: false, hasKey: true },
  urlscan: { label: 'urlscan.io', domain: 'urlscan.io', channel: 'blockList', hasAccount: false, hasKey: true },
} as const satisfies Record<
  string,
  { label: string; domain: string; channel: AttemptChannel; hasAccount: boolean; hasKey: boolean }
>
/** A service: a key of `abuseReportServices`. */
export type AbuseReportServiceName = keyof typeof abuseReportServices
/** Every service, in the order of `abuseReportServices`. */
export const abuseReportServiceNames = keysIn(abuseReportServices)

/** The account of a company with a service. Keys are never sent back. */
export const AbuseReportAccount = z.object({
  service: z.enum(abuseReportServiceNames),
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
export type AbuseReportAccount = z.output<typeof AbuseReportAccount>

const ofService = {
  params: z.object({ service: z.enum(abuseReportServiceNames) }),
  query: wire.ofCompany,
}

/** Every service, with or without an account. */
export const listAbuseReportAccounts = route({
  method: 'GET',
  path: '/settings/abuseReportAccounts',
  summary: 'List the services that take reports through an API, with the accounts of the company',
  access: 'company:manage',
  query: wire.ofCompany,
  response: z.array(AbuseReportAccount),
})

/** The key is stored encrypted. 400 without the account or key that the service needs; a missing key keeps the stored one. */
export const putAbuseReportAccount = route({
  method: 'PUT',
  path: '/settings/abuseReportAccounts/{service}',
  summary: "Set the company's account with a service that takes reports",
  access: 'company:manage',
  ...ofService,
  body: z.strictObject({
    company: wire.company,
    account: z._default(wire.oneLine(200), ''),
    key: z.optional(wire.oneLine(500, 1)),
  }),
  response: z.array(AbuseReportAccount),
})

/** Notices that wait are then refused. */
export const deleteAbuseReportAccount = route({
  method: 'DELETE',
  path: '/settings/abuseReportAccounts/{service}',
  summary: "Delete the company's account with a service that takes reports",
  access: 'company:manage',
  ...ofService,
  response: z.array(AbuseReportAccount),
})

/** Nothing is reported. The result is stored with the account. 404 when the company has no account with it. */
export const testAbuseReportAccount = route({
  method: 'POST',
  path: '/settings/abuseReportAccounts/{service}/test',
  summary: "Test the company's account with a service that takes reports",
  access: 'company:manage',
  status: 202,
  ...ofService,
  response: z.array(AbuseReportAccount),
})
