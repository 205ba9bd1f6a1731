import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { addressOf, readRecords, timeIn } from '../read-records.ts'
import { abuseChPermission, callAbuseCh } from './abuse-ch.ts'

const Indicator = z.object({
  id: z.union([z.string(), z.number()]),
  ioc: z.string().check(z.refine((text) => URL.canParse(addressOf(text)))),
  ioc_type: z.string(),
  threat_type_desc: z.nullish(z.string()),
  malware_printable: z.nullish(z.string()),
  confidence_level: z.nullish(z.number()),
  first_seen: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
})

/** The longest period that a call may ask for. */
const daysMax = 7

const latest = (access: Access, days: number) =>
  callAbuseCh(
    access,
    {
      method: 'POST',
      path: '/api/v1/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'get_iocs', days }),
    },
    'data',
  )

/**
 * Addresses and domains that members of abuse.ch report with a malware family. There is no search for a brand: a run reads all new ones.
 */
export const threatFox: Connector = {
  base: 'https://threatfox-api.abuse.ch',
  everyMs: hourMs,
  spacingMs: minuteMs,
  quota: null,
  api: {
    calls: ['POST /api/v1/ (get_iocs)'],
    documentation: 'https://threatfox.abuse.ch/api/#recent-iocs',
    permission: abuseChPermission,
    checked: '2026-11-23',
    unconfirmed: 'the answer to too many calls; the terms of commercial use',
  },
  async check(access) {
    await latest(access, 1)
    return 'OK'
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async (_term, _page, since) => {
      const days = since === null ? daysMax : Math.floor((Date.now() - Date.parse(since)) / dayMs) + 2
      const records = await latest(access, Math.min(days, daysMax))
      return { ...readRecords(access, records, Indicator, observe), next: null }
    })
  },
}

/** Hashes and addresses of control servers are no concern of a brand. */
function observe(indicator: z.output<typeof Indicator>): SourceObservation | null {
  const { id, ioc, ioc_type: type, threat_type_desc: threat, malware_printable: malware, tags } = indicator
  if (type !== 'url' && type !== 'domain') return null
  const url = addressOf(ioc)
  const { confidence_level: confidence } = indicator
  return {
    source: 'URL',
    kind: 'address',
    id: String(id),
    at: timeIn(indicator.first_seen),
    url,
    fields: {
      link: url,
      host: new URL(url).hostname,
      urlSource: 'ThreatFox',
      ...(malware ? { malware } : {}),
      ...(typeof confidence === 'number' ? { confidence } : {}),
    },
    names: [],
    handle: null,
    text: [threat, malware, ...(tags ?? [])].filter(Boolean).join(' '),
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
