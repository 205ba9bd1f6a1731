import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, timeIn } from '../read-records.ts'
import { abuseChPermission, callAbuseCh } from './abuse-ch.ts'

const Entry = z.object({
  id: z.union([z.string(), z.number()]),
  url: z.url(),
  url_status: z.optional(z.string()),
  date_added: z.optional(z.string()),
  threat: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  urlhaus_reference: z.optional(z.string()),
})

/** The largest number; a day adds fewer. */
const limit = 1000

const recent = (access: Access, count: number) =>
  callAbuseCh(access, { path: `/v1/urls/recent/limit/${count}/` }, 'urls')

/** The latest addresses that distribute malware. There is no search for a brand: a run reads the whole list. */
export const urlhaus: Connector = {
  base: 'https://urlhaus-api.abuse.ch',
  everyMs: hourMs,
  spacingMs: 10 * secondMs,
  quota: null,
  api: {
    calls: ['GET /v1/urls/recent/limit/{number}/'],
    documentation: 'https://urlhaus-api.abuse.ch/#urls-recent',
    permission: abuseChPermission,
    unconfirmed: 'the answer to too many calls; the terms of commercial use',
  },
  async check(access) {
    await recent(access, 1)
    return 'OK'
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async () => ({
      ...readRecords(access, await recent(access, limit), Entry, observe),
      next: null,
    }))
  },
}

function observe(entry: z.output<typeof Entry>): SourceObservation {
  const { id, url, url_status: status, date_added: added, threat, tags, urlhaus_reference: reference } = entry
  return {
    source: 'URL',
    kind: 'address',
    id: String(id),
    at: timeIn(added),
    url,
    fields: {
      link: url,
      host: new URL(url).hostname,
      urlSource: 'URLhaus',
      ...(status === undefined ? {} : { urlStatus: status }),
      ...(reference === undefined ? {} : { report: reference }),
    },
    names: [],
    handle: null,
    text: [threat, ...(tags ?? [])].filter(Boolean).join(' '),
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
