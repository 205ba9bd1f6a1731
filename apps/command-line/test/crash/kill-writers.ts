import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '@signet/contract/narrow'
import { deriveKeys } from '@signet/server/app/keys'
import type { Database } from '@signet/server/db/database'
import { addCompany } from '@signet/server/features/companies/add-company'
import { newApiKey } from '@signet/server/features/api-keys/authenticate-key'
import { signAccessToken } from '@signet/server/features/sessions/tokens/tokens'
import type { Installation } from '../signet-process.ts'
import { insertIngestKey, signIn } from './kill-world.ts'

/** What the writers of the drill do. */
export const writeKinds = ['add', 'publish', 'remark', 'upload', 'decide', 'takedown', 'request', 'ingest'] as const
export type WriteKind = (typeof writeKinds)[number]

/** A write that was acknowledged, and what it is found by. */
interface Write {
  kind: WriteKind
  /** The id of the threat, or the text that only this write has. */
  mark: string
}

/** Who writes, and where. */
interface WriterParts {
  companyKey: string
  apiKey: string
  reviewerToken: () => Promise<string>
  clientToken: () => Promise<string>
  /** Null if the connection broke. */
  call: (method: string, path: string, more: CallParts) => Promise<Response | null>
}
interface CallParts {
  headers: Record<string, string>
  body?: string | FormData
}

/** Writers that never stop, and what they were acknowledged. */
export interface Writers {
  acknowledged: Write[]
  /** How often a write was sent again, because no answer came or it was refused for a moment. */
  sentAgain(): number
  /** Writes until the signal; each write that was begun is acknowledged before it returns. */
  write(signal: AbortSignal): Promise<void>
}

const pauseMs = 100
const ingestedLines = 5
/** One life in this many has an upload, up to this many: a user has 60 in an hour. */
const uploads = { every: 10, max: 50 }

function versionOf({ version }: Record<string, unknown>): number {
  if (typeof version !== 'number') throw new Error('an answer without a version')
  return version
}

/** Each writer takes threats through their life: found, published, discussed, decided. */
function newWriters(parts: WriterParts, count: number): Writers {
  const acknowledged: Write[] = []
  let repeats = 0
  let lives = 0

  /** Sends a write with the same key until it is answered. */
  async function send(method: string, path: string, more: CallParts): Promise<{ status: number; body: unknown }> {
    for (;;) {
      const answer = await parts.call(method, `/api/rest${path}`, more)
      if (answer && answer.status !== 503) {
        const text = await answer.text()
        return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
      }
      repeats += 1
      await sleep(pauseMs)
    }
  }

  /** @param body JSON, or a form with a file */
  async function post(
    by: 'reviewer' | 'client',
    path: string,
    body: object | FormData,
  ): Promise<Record<string, unknown>> {
    const token = by === 'reviewer' ? await parts.reviewerToken() : await parts.clientToken()
    const isForm = body instanceof FormData
    const answer = await send('POST', `${path}?company=${parts.companyKey}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (answer.status >= 300 || !isRecord(answer.body))
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const done = (kind: WriteKind, mark: string) => acknowledged.push({ kind, mark })

  async function live(n: number): Promise<void> {
    const host = `login-drill-${n}-${randomUUID().slice(0, 8)}.example`
    const threat = await post('reviewer', '/threats', {
      source: 'Domain',
      threatType: 'Look-alike domain',
      severity: 'High',
      fields: { domain_name: host },
      isAddedAnyway: true,
    })
    const id = String(threat['id'])
    done('add', id)
    const published = await post('reviewer', `/qa/threats/${id}/publish`, { version: versionOf(threat) })
    done('publish', id)
    const text = `Remark ${randomUUID()}`
    await post('client', `/threats/Domain/${id}/remarks`, { kind: 'custom', text })
    done('remark', text)
    if (n % uploads.every === 0 && n <= uploads.every * uploads.max) await upload(id)
    const action = n % 2 === 0 ? 'takedown' : 'falsePositive'
    await post('client', `/threats/Domain/${id}/triage`, { action, version: versionOf(published) })
    done(action === 'takedown' ? 'takedown' : 'decide', id)
    const subject = `Question ${randomUUID()}`
    await post('client', '/requests', { kind: 'question', subject, text: 'Please explain what happened here.' })
    done('request', subject)
    await ingest()
    await sleep(pauseMs)
  }

  async function upload(id: string): Promise<void> {
    const page = `<!doctype html><title>${randomUUID()}</title>`
    const form = new FormData()
    form.set('file', new File([page], 'page.html', { type: 'text/html' }))
    await post('reviewer', `/threats/Domain/${id}/evidence`, form)
    done('upload', createHash('sha256').update(page).digest('hex'))
  }

  async function ingest(): Promise<void> {
    const mark = randomUUID().slice(0, 13)
    const lines = Array.from({ length: ingestedLines }, (_, line) => {
      const fields = { domain_name: `sent-${mark}-${line}.example` }
      return JSON.stringify({
        externalId: `${mark}-${line}`,
        threatType: 'Look-alike domain',
        severity: 'High',
        fields,
      })
    })
    const headers = {
      authorization: `Bearer ${parts.apiKey}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': mark,
    }
    const answer = await send('POST', '/ingest/Domain', { headers, body: lines.join('\n') })
    if (answer.status !== 200) throw new Error(`ingest: ${answer.status} ${JSON.stringify(answer.body)}`)
    done('ingest', mark)
  }

  return {
    acknowledged,
    sentAgain: () => repeats,
    async write(signal) {
      const writer = async () => {
        while (!signal.aborted) {
          lives += 1
          await live(lives)
        }
      }
      await Promise.all(Array.from({ length: count }, writer))
    },
  }
}

/** A new company with a client, a reviewer and an API key, and its writers. */
export interface CompanyWriters {
  key: string
  companyId: number
  writers: Writers
  /** Lists its threats, as its client. */
  list(): Promise<Response>
}

/**
 * @param parts.secret of the installation
 * @param parts.port where its API is
 * @param parts.count of writers
 */
export async function newCompanyWriters(
  database: Database,
  { key, secret, port, count }: { key: string; secret: string; port: number; count: number },
): Promise<CompanyWriters> {
  const keys = deriveKeys(secret)
  const { companyId } = await addCompany(database, { key, name: key })
  const [client, reviewer] = [await signIn(database, companyId), await signIn(database, companyId, 'qa')]
  const apiKey = newApiKey(companyId)
  await insertIngestKey(database, companyId, apiKey)
  const tokenOf = ({ sessionId, userId }: typeof client) => signAccessToken(keys, sessionId, userId)
  const origin = `http://127.0.0.1:${port}`
  const parts: WriterParts = {
    companyKey: key,
    apiKey,
    reviewerToken: () => tokenOf(reviewer),
    clientToken: () => tokenOf(client),
    async call(method, path, more) {
      try {
        const response = await fetch(`${origin}${path}`, { method, ...more })
        // The body may be interrupted as well.
        return new Response(await response.text(), response)
      } catch {
        return null
      }
    },
  }
  return {
    key,
    companyId,
    writers: newWriters(parts, count),
    list: async () =>
      fetch(`${origin}/api/rest/threats/Domain`, { headers: { authorization: `Bearer ${await tokenOf(client)}` } }),
  }
}

const audited = (action: string) =>
  `select target_id::text as mark, count(*)::float8 as times from audit
   where action = '${action}' and target_id::text = any($1) group by 1`
const inColumn = (table: string, column: string) =>
  `select ${column}::text as mark, count(*)::float8 as times from ${table} where ${column}::text = any($1) group by 1`

/** How often writes are stored, by their marks. */
const storedOf: Readonly<Record<WriteKind, string>> = {
  add: audited('threat.added'),
  publish: audited('qa.publish'),
  remark: inColumn('remarks', 'text'),
  upload: inColumn('evidence', 'sha256'),
  decide: audited('threat.falsePositive'),
  takedown: inColumn('takedowns', 'threat_id'),
  request: inColumn('requests', 'subject'),
  ingest: `select substr(title, 6, 13) as mark, count(*) / ${ingestedLines}.0::float8 as times from threats
   where title like 'sent-%' and substr(title, 6, 13) = any($1) and sightings = 1 group by 1`,
}

/** How many writes are stored less or more than once. */
export interface Stored {
  acknowledged: number
  lost: number
  doubled: number
}

/** Compares what was acknowledged with what is stored. */
export async function compareStored(
  { sql }: Pick<Installation, 'sql'>,
  acknowledged: readonly Write[],
): Promise<Record<WriteKind, Stored>> {
  const found: Partial<Record<WriteKind, Stored>> = {}
  for (const kind of writeKinds) {
    const marks = acknowledged.filter((write) => write.kind === kind).map(({ mark }) => mark)
    const rows = await sql<{ mark: string; times: number }>(storedOf[kind], [marks])
    const times = new Map(rows.map((row) => [row.mark, row.times]))
    found[kind] = {
      acknowledged: marks.length,
      lost: marks.filter((mark) => (times.get(mark) ?? 0) < 1).length,
      doubled: marks.filter((mark) => (times.get(mark) ?? 0) > 1).length,
    }
  }
  return found as Record<WriteKind, Stored>
}
