import * as z from 'zod/mini'
import { textIn } from '@signet/contract/narrow'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { statusError } from '../../guarded-fetch.ts'
import { callApi, headerOf, replyOf, type FailureOf } from '../call-api.ts'
import type { Access, LookUpAnswer, LookUpConnector, LookUpRecord } from '../connector.ts'
import { hostForm, lookUpAnswer, urlForm } from '../look-up-answer.ts'
import { readOne, timeOfSeconds, valueAt } from '../read-records.ts'

const seconds = z.nullish(z.number())
/** What VirusTotal says about a file, an address or a domain; each has other fields in addition. */
const Report = z.object({
  id: z.string(),
  attributes: z.object({
    last_analysis_stats: z.record(z.string(), z.number()),
    last_analysis_date: seconds,
    first_submission_date: seconds,
    creation_date: seconds,
    times_submitted: z.nullish(z.number()),
    meaningful_name: z.nullish(z.string()),
    size: z.nullish(z.number()),
    title: z.nullish(z.string()),
    registrar: z.nullish(z.string()),
    tags: z.nullish(z.array(z.string())),
    popular_threat_classification: z.nullish(z.object({ suggested_threat_label: z.nullish(z.string()) })),
  }),
})

/**
 * What virus scanners and block lists say about a file, an address or a host. Only its hash or name is sent: nothing is submitted, so
 * nothing of a company becomes public there.
 */
export const virusTotal: LookUpConnector = {
  base: 'https://www.virustotal.com',
  spacingMs: 15 * secondMs,
  quota: { calls: 500, perMs: dayMs },
  api: {
    calls: [
      'GET /api/v3/files/{hash}',
      'GET /api/v3/urls/{id}',
      'GET /api/v3/domains/{name}',
      'GET /api/v3/users/{key}/overall_quotas',
    ],
    documentation: 'https://docs.virustotal.com/reference/overview',
    permission: 'a key; that of the public API is not for business workflows, so a company needs a premium one',
    checked: '2026-11-27',
    unconfirmed: 'a header that says when a used-up quota is free again; the quota of premium keys',
  },
  async check(access) {
    const { json } = await call(access, `users/${encodeURIComponent(access.credentials.key ?? '')}/overall_quotas`)
    const quota = z.safeParse(Quota, valueAt(json, 'data.api_requests_daily.user')).data
    return quota ? `api_requests_daily: ${quota.used} of ${quota.allowed} used` : 'OK'
  },
  lookUp: {
    kinds: { fileHash: /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/, url: urlForm, host: hostForm },
    ask,
  },
}

const Quota = z.object({ used: z.number(), allowed: z.number() })

const call = (access: Access, path: string, ofRecord: FailureOf = () => null) =>
  callApi(access, { path: `/api/v3/${path}`, headers: { 'x-apikey': access.credentials.key ?? '' } }, (answer, host) =>
    answer.status === 200 ? null : (ofRecord(answer, host) ?? failureOf(access)(answer, host)),
  )

/** Failures have a code next to their status. */
const failureOf =
  (access: Access): FailureOf =>
  ({ status, headers, json }, host) => {
    const code = textIn(valueAt(json, 'error'), 'code') ?? ''
    if (status === 429) {
      const retryAfter = headerOf({ headers }, 'retry-after')
      if (retryAfter !== undefined) return statusError(host, status, retryAfter)
      return new ConnectorError('SERVER_THROTTLES', { host, status }, { retryAt: freeAgainAt(code), status })
    }
    const reply = replyOf(access, `${code} ${textIn(valueAt(json, 'error'), 'message') ?? String(status)}`.trim())
    if (status === 401 || status === 403) return new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
    return status === 400 ? new ConnectorError('API_CALL_REFUSED', { host, reply }, { status }) : null
  }

/** Daily quotas are new at midnight UTC. Calls keep the one of a minute, so one that is exceeded is nearly always that of the day. */
const freeAgainAt = (code: string): Date =>
  new Date(code === 'QuotaExceededError' ? Math.ceil((Date.now() + 1) / dayMs) * dayMs : Date.now() + minuteMs)

const places = { fileHash: ['files', 'file'], url: ['urls', 'url'], host: ['domains', 'domain'] } as const

async function ask(access: Access, { kind, value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const [list, page] = kind === 'url' || kind === 'host' ? places[kind] : places.fileHash
  // An address is named by its base64 form; its own form, with a hash, is in the answer.
  const id = kind === 'url' ? Buffer.from(value).toString('base64url') : encodeURIComponent(value)
  const { json } = await call(access, `${list}/${id}`, ({ status, json: answer }) =>
    status === 404 && textIn(valueAt(answer, 'error'), 'code') === 'NotFoundError' ? 'accepted' : null,
  )
  if (valueAt(json, 'error') !== undefined) return null
  const { id: known, attributes } = readOne(access, valueAt(json, 'data'), Report)
  const facts = {
    verdict: Object.entries(attributes.last_analysis_stats)
      .filter(([, count]) => count > 0)
      .map(([word, count]) => `${word} ${count}`)
      .join(', '),
    malware: attributes.popular_threat_classification?.suggested_threat_label,
    title: attributes.title,
    fileName: attributes.meaningful_name,
    size: attributes.size,
    tags: attributes.tags?.join(', '),
    publisher: attributes.registrar,
    records: attributes.times_submitted,
    createdAt: timeOf(attributes.creation_date),
    firstSeen: timeOf(attributes.first_submission_date),
    lastSeen: timeOf(attributes.last_analysis_date),
  }
  return lookUpAnswer(`https://www.virustotal.com/gui/${page}/${encodeURIComponent(known)}`, facts, json)
}

const timeOf = (at: number | null | undefined) => (at === null || at === undefined ? null : timeOfSeconds(at))
