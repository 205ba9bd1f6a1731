import { randomUUID } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { inviteColleague } from '@signet/contract/access/colleagues'
import { anotherServer, newCompany, newUser, useWorld } from '../../../test/harness.ts'
import { causedBy, openLog } from '../../log.ts'
import { requestIdsFrom } from './request-id.ts'

const world = useWorld({ works: true })

/** The id of a request from an address. */
function idOf(proxies: string[], address: string, sent: string): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  request.headers['x-request-id'] = sent
  return requestIdsFrom(proxies)(request)
}

const id = '0b5f1f3e-6a51-4c6f-9d52-3f1f0a1e7c11'

test.each([
  ['an address', ['10.0.0.7'], '10.0.0.7'],
  ['a network', ['10.0.0.0/24'], '10.0.0.9'],
  ['a network with a mask', ['10.0.0.0/255.255.255.0'], '10.0.0.9'],
  ['a named network', ['loopback'], '::1'],
  ['an address that the system writes as IPv6', ['10.0.0.0/24'], '::ffff:10.0.0.9'],
])('the id that a proxy sent is used if the proxy is trusted by %s', (_by, proxies, address) => {
  expect(idOf(proxies, address, id)).toBe(id)
  expect(idOf(proxies, address, id.replaceAll('-', '').toUpperCase())).toBe(id)
})

test.each([
  ['of a caller that is not a trusted proxy', [], '10.0.0.7', id],
  ['of a caller in another network', ['10.0.0.0/24'], '10.0.1.7', id],
  ['that is not a UUID', ['10.0.0.7'], '10.0.0.7', 'first\nsecond'],
])('an id %s is replaced by a new one', (_what, proxies, address, sent) => {
  expect(idOf(proxies, address, sent)).toMatch(/^[0-9a-f-]{36}$/)
  expect(idOf(proxies, address, sent)).not.toBe(id)
})

test('one id goes from the proxy to the log, the audit log, the job and the email', async () => {
  const requestId = randomUUID()
  const lines: string[] = []
  const log = openLog(
    'info',
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  )
  const server = await anotherServer({ proxies: ['127.0.0.1'], log })
  const company = await newCompany()
  const user = await newUser('client', company)
  const answer = await server.inject({
    method: inviteColleague.method,
    url: `/api/rest${inviteColleague.path}`,
    headers: { authorization: `Bearer ${user.accessToken}`, 'x-request-id': requestId },
    payload: { name: 'Clara', email: `clara-${requestId}@bank.example`, role: 'client' },
  })
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([201, requestId])
  await server.close()
  expect(lines.some((line) => line.includes(requestId))).toBe(true)

  const { pool } = world().database
  await expect
    .poll(async () => (await pool.query('select raw from caught_mails where company_id = $1', [company.id])).rows)
    .toHaveLength(1)
  const { rows: mails } = await pool.query<{ raw: Buffer }>('select raw from caught_mails where company_id = $1', [
    company.id,
  ])
  expect(mails[0]?.raw.toString()).toMatch(new RegExp(`^X-Request-Id: ${requestId}\\r$`, 'im'))
  const { rows: jobs } = await pool.query(`select name from pgboss.job where data ->> 'causingRequest' = $1`, [
    requestId,
  ])
  expect(jobs).toContainEqual({ name: 'send-mail' })
  const { rows: records } = await pool.query('select action from audit where request_id = $1', [requestId])
  expect(records).toHaveLength(1)
})

test('an error names the id that its proxy sent', async () => {
  const server = await anotherServer({ proxies: ['127.0.0.1'] })
  const answer = await server.inject({ url: '/api/rest/threats', headers: { 'x-request-id': id } })
  await server.close()
  expect(answer.json()).toMatchObject({ requestId: id })
})

test('log lines of a job name the request that caused it', () => {
  const lines: string[] = []
  const log = openLog(
    'info',
    new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }),
  )
  causedBy(id, () => log.info('caused'))
  log.info('scheduled')
  expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual([id, undefined])
})
