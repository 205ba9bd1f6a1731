import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, minuteMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, type FailureOf } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { addressOf, readRecords, timeIn } from '../read-records.ts'

const Victim = z.object({
  victim: z.string(),
  group: z.string(),
  domain: z.nullish(z.string()),
  description: z.nullish(z.string()),
  discovered: z.string(),
  country: z.nullish(z.string()),
  activity: z.nullish(z.string()),
  claim_url: z.nullish(z.string()),
  url: z.nullish(z.string()),
})

/** One call per minute and address is answered; the error for others names no time. */
const failureOf: FailureOf = ({ status }, host) =>
  status === 429
    ? new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: new Date(Date.now() + minuteMs) })
    : null

const recent = (access: Access) => callApi(access, { path: '/recentvictims' }, failureOf)

/** The latest claims of ransomware groups. There is no search: a run reads the whole list. */
export const ransomwareLive: Connector = {
  isList: true,
  base: 'https://api.ransomware.live/v2',
  everyMs: hourMs,
  spacingMs: minuteMs,
  quota: null,
  api: {
    calls: ['GET /recentvictims'],
    documentation: 'https://www.ransomware.live/api',
    permission: '',
    checked: '2026-11-23',
    unconfirmed:
      'the limit of this version, which is that of an older published one; the fields, which are those of programs that read it',
  },
  async check(access) {
    await recent(access)
    return 'OK'
  },
  collect(access, _search, cursor) {
    return eachPage([''], cursor, async () => {
      const { json } = await recent(access)
      return { ...readRecords(access, json, Victim, observe), next: null }
    })
  },
}

function observe(claim: z.output<typeof Victim>): SourceObservation {
  const { victim, group, domain, description, discovered, country, activity, claim_url: claimUrl, url } = claim
  return {
    source: 'DarkWeb',
    kind: 'claim',
    id: `${group}: ${victim}`,
    at: timeIn(discovered),
    url: url || null,
    fields: {
      author_username: group,
      post_title: victim,
      ...(claimUrl ? { claimUrl } : {}),
      ...(domain ? { website: domain } : {}),
      ...(country ? { country } : {}),
      ...(activity ? { activity } : {}),
    },
    names: [victim],
    handle: group,
    text: description ?? '',
    links: domain ? [addressOf(domain)] : [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
