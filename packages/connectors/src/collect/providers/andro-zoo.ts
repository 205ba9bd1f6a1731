import { dayMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import type { GuardedExchange } from '../../guarded-exchange.ts'
import { statusError } from '../../guarded-fetch.ts'
import { headerOf, replyOf, sendCall, storable } from '../call-api.ts'
import type { Access, LookUpAnswer, LookUpConnector, LookUpRecord } from '../connector.ts'
import { lookUpAnswer } from '../look-up-answer.ts'

/** Enough to see that an app comes; the app itself is not kept. */
const beginningMax = 1024
/** How the archive of an app begins. */
const zipStart = Buffer.from('PK\u0003\u0004')
/** No file has this hash. */
const noHash = '0'.repeat(64)

/**
 * Whether the archive of Android apps has a file. It answers with the app itself, of which only the beginning is read. What it knows of its
 * apps is only in a list of several gigabytes, which is not read.
 */
export const androZoo: LookUpConnector = {
  base: 'https://androzoo.uni.lu',
  spacingMs: 5 * secondMs,
  quota: { calls: 1000, perMs: dayMs },
  api: {
    calls: ['GET /api/download'],
    documentation: 'https://androzoo.uni.lu/api_doc',
    permission: 'a key, which the University of Luxembourg gives to researchers',
    checked: '2026-11-27',
    unconfirmed:
      'the answers to a hash that it does not have, to a wrong key and to too many calls; how many calls are allowed',
  },
  async check(access) {
    const { status } = await download(access, noHash)
    return `HTTP ${status}`
  },
  lookUp: { kinds: { fileHash: /^[0-9a-f]{64}$/ }, ask },
}

/**
 * The beginning of an app, or of the answer that there is none (404).
 *
 * @throws ConnectorError
 */
async function download(access: Access, sha256: string): Promise<GuardedExchange> {
  const { host } = new URL(access.base)
  const query = { apikey: access.credentials.key, sha256 }
  const answer = await sendCall(access, { path: '/api/download', query, readMax: beginningMax })
  const { status, body } = answer
  if (status === 200 || status === 404) return answer
  if (status === 401 || status === 403) {
    const reply = replyOf(access, storable(body.toString('utf8')) || String(status))
    throw new ConnectorError('API_KEY_REFUSED', { host, reply }, { status })
  }
  throw statusError(host, status, headerOf(answer, 'retry-after'))
}

async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const answer = await download(access, value)
  if (answer.status === 404) return null
  if (!answer.body.subarray(0, zipStart.length).equals(zipStart)) {
    throw new ConnectorError('API_ANSWER_CHANGED', { host: new URL(access.base).host, field: 'APK' })
  }
  const details = {
    status: answer.status,
    type: headerOf(answer, 'content-type') ?? null,
    size: headerOf(answer, 'content-length') ?? null,
    fileName: fileNameIn(headerOf(answer, 'content-disposition')),
  }
  const facts = { status: `HTTP ${details.status}`, fileName: details.fileName, size: details.size }
  return lookUpAnswer(null, facts, { sha256: value, ...details })
}

const fileNameIn = (header: string | undefined) =>
  /filename="?([^";]{1,200})/i.exec(storable(header ?? ''))?.[1] ?? null
