import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { expect, test } from 'vitest'
import { newApiKey } from '@signet/server/features/api-keys/authenticate-key'
import { hashOf } from '@signet/server/secret-token'
import { newInstallation, type Installation, type Running } from '../signet-process.ts'

const lineCount = 15_000
const stream = Array.from(
  { length: lineCount },
  (_, n) =>
    `${JSON.stringify({
      externalId: `finding-${n}`,
      threatType: 'Phishing site',
      severity: 'High',
      fields: { domain_name: `login-${n}.example` },
    })}\n`,
).join('')

async function addKey(signet: Installation): Promise<string> {
  const [company] = await signet.sql<{ id: number }>(
    `insert into companies (key, name, threat_sources) values ('example', 'Example', '{Domain}') returning id`,
  )
  const key = newApiKey(company?.id ?? 0)
  await signet.sql(
    `insert into api_keys (company_id, id, name, scopes, token_hash, start, created_by, created_by_name)
     values ($1, $2, 'Collector', '{ingest}', $3, 'sgk_', $2, 'Nobody')`,
    [company?.id, randomUUID(), hashOf(key)],
  )
  return key
}

const portOf = async (server: Running) => Number((await server.waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)/))[1])

test(
  'a stream whose server is killed in the middle is kept whole when it is sent again',
  { timeout: 300_000 },
  async () => {
    const signet = await newInstallation()
    const first = signet.start(['serve'])
    const port = await portOf(first)
    const key = await addKey(signet)
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': randomBytes(8).toString('hex'),
    }
    const request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/api/rest/ingest/Domain', headers })
    request.on('error', () => {})
    request.write(stream.slice(0, stream.length * 0.6))
    await expect
      .poll(
        async () =>
          (await signet.sql<{ lines_done: number }>('select lines_done from ingest_jobs'))[0]?.lines_done ?? 0,
        {
          interval: 10,
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0)
    expect(await first.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    request.destroy()

    const second = signet.start(['serve'])
    const address = `http://127.0.0.1:${await portOf(second)}/api/rest/ingest/Domain`
    const answer = await fetch(address, { method: 'POST', headers, body: stream })
    expect(await answer.json()).toMatchObject({ accepted: lineCount, duplicates: 0, rejectedCount: 0 })
    const again = await fetch(address, { method: 'POST', headers, body: stream })
    expect(await again.json()).toMatchObject({ accepted: lineCount, duplicates: 0, rejectedCount: 0 })
    const counts = await signet.sql(
      `select (select count(*)::int from threats) as threats, (select sum(sightings)::int from threats) as sightings,
      (select count(*)::int from ingest_jobs where state = 'done') as done, (select count(*)::int from ingest_jobs) as jobs`,
    )
    expect(counts).toEqual([{ threats: lineCount, sightings: lineCount, done: 1, jobs: 1 }])
    expect((await second.end('SIGTERM')).code).toBe(0)
  },
)
