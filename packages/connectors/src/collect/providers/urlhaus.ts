import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { hostForm, lookUpAnswer, urlForm } from '../look-up-answer.ts'
import { readOne, readRecords, timeIn } from '../read-records.ts'
import { abuseChForm, abuseChPermission, askAbuseCh, callAbuseCh } from './abuse-ch.ts'

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
    calls: ['GET /v1/urls/recent/limit/{number}/', 'POST /v1/url/', 'POST /v1/host/'],
    documentation: 'https://urlhaus-api.abuse.ch/#urls-recent',
    permission: abuseChPermission,
    checked: '2026-11-23',
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
  lookUp: { kinds: { url: urlForm, host: hostForm }, ask },
}

const KnownUrl = z.extend(Entry, { reporter: z.nullish(z.string()), last_online: z.nullish(z.string()) })
const KnownHost = z.object({
  host: z.string(),
  firstseen: z.nullish(z.string()),
  url_count: z.union([z.string(), z.number()]),
  urlhaus_reference: z.optional(z.string()),
})

async function ask(access: Access, { kind, value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const of = kind === 'host' ? 'host' : 'url'
  const json = await askAbuseCh(access, { path: `/v1/${of}/`, ...abuseChForm({ [of]: value }) })
  if (json === null) return null
  if (of === 'host') {
    const { urlhaus_reference: page, firstseen, url_count: records } = readOne(access, json, KnownHost)
    return lookUpAnswer(page ?? null, { records, firstSeen: timeIn(firstseen) }, json)
  }
  const entry = readOne(access, json, KnownUrl)
  const facts = {
    status: entry.url_status,
    malware: entry.threat,
    tags: entry.tags?.join(', '),
    firstSeen: timeIn(entry.date_added),
    lastSeen: timeIn(entry.last_online),
    reporter: entry.reporter,
  }
  return lookUpAnswer(entry.urlhaus_reference ?? null, facts, json)
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
