import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedFetch } from '@signet/connectors/guarded-fetch'
import { inviteColleague } from '@signet/contract/access/colleagues'
import { listRequests } from '@signet/contract/requests/requests'
import { causingRequest, openLog } from '@signet/server/log'
import { openTelemetry, type Telemetry } from '@signet/server/telemetry/open-telemetry'
import { currentTraceParent, traced } from '@signet/server/telemetry/tracing'
import { anotherServer, newCompany, newUser, useWorld } from '@signet/server/test/harness'
import { tracedDatabase } from './traced-database.ts'

const world = useWorld({ works: true })

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}
interface LogRecord {
  traceId?: string
  severityText: string
  body: { stringValue: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}
interface Received {
  resourceSpans?: { resource: { attributes: unknown[] }; scopeSpans: { spans: Sent[] }[] }[]
  resourceLogs?: { scopeLogs: { logRecords: LogRecord[] }[] }[]
}

const received: Received[] = []
let collector: Server
let telemetry: Telemetry
let endpoint: string

beforeAll(async () => {
  collector = createServer((request, response) => {
    void (async () => {
      received.push((await json(request)) as Received)
      response.setHeader('content-type', 'application/json').end('{}')
    })()
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as { port: number }).port}`
  telemetry = openTelemetry({ endpoint, service: 'signet-test', share: 1, requestId: causingRequest })
})
afterAll(async () => {
  await telemetry.close()
  await new Promise((resolve) => collector.close(resolve))
})

const spans = () =>
  received.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId)
const named = async (traceId: string, name: string): Promise<Sent> => {
  await expect.poll(() => ofTrace(traceId).map((span) => span.name), { timeout: 20_000 }).toContain(name)
  return ofTrace(traceId).find((span) => span.name === name) as Sent
}
const valueOf = (span: Pick<Sent, 'attributes'>, key: string) =>
  Object.values(span.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

const tracedServer = () =>
  anotherServer({
    proxies: ['127.0.0.1'],
    database: tracedDatabase(world().database),
    log: openLog('info', new Writable({ write: (_chunk, _encoding, done) => done() }), telemetry.log),
  })

test('one trace leads from the call over its transaction and job to the email, and has the id of the request', async () => {
  const server = await tracedServer()
  const requestId = randomUUID()
  const traceId = requestId.replaceAll('-', '')
  const user = await newUser('client', await newCompany())
  const email = `clara-${requestId}@bank.example`
  const { statusCode } = await server.inject({
    method: inviteColleague.method,
    url: `/api/rest${inviteColleague.path}`,
    headers: { authorization: `Bearer ${user.accessToken}`, 'x-request-id': requestId },
    payload: { name: 'Clara', email, role: 'client' },
  })
  expect(statusCode).toBe(201)
  await server.close()
  const route = `POST /api/rest${inviteColleague.path}`
  const call = await named(traceId, route)
  expect([call.kind, call.parentSpanId, valueOf(call, 'http.response.status_code')]).toEqual([2, undefined, 201])
  expect(valueOf(call, 'signet.request_id')).toBe(requestId)
  expect((await named(traceId, 'database transaction')).parentSpanId).toBe(call.spanId)
  const job = await named(traceId, 'job send-mail')
  expect((await named(traceId, 'send email')).parentSpanId).toBe(job.spanId)
  expect(ofTrace(traceId).map(({ spanId }) => spanId)).toContain(job.parentSpanId)

  const lines = () =>
    received
      .flatMap(({ resourceLogs = [] }) => resourceLogs.flatMap(({ scopeLogs }) => scopeLogs))
      .flatMap(({ logRecords }) => logRecords)
      .filter((line) => line.traceId === traceId)
  await expect.poll(() => lines().map(({ body }) => body.stringValue), { timeout: 20_000 }).toContain('request')
  expect(lines()[0]?.severityText).toBe('info')
  // What people write never leaves in a trace or log.
  expect(JSON.stringify(received)).not.toMatch(new RegExp(`${email}|Clara`))
})

test('a trusted proxy names the trace, and nobody else does', async () => {
  const server = await tracedServer()
  const traceId = randomUUID().replaceAll('-', '')
  const user = await newUser('client', await newCompany())
  const ask = (remoteAddress: string) =>
    server.inject({
      method: 'GET',
      url: `/api/rest${listRequests.path}?pageNumber=1`,
      remoteAddress,
      headers: { authorization: `Bearer ${user.accessToken}`, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })
  await ask('127.0.0.1')
  await ask('192.0.2.7')
  await server.close()
  const call = await named(traceId, `GET /api/rest${listRequests.path}`)
  expect(call.parentSpanId).toBe('00f067aa0ba902b7')
  expect(ofTrace(traceId).filter(({ kind }) => kind === 2)).toHaveLength(1)
})

test('a request to another server is recorded with its host and status, and without its path', async () => {
  const target = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const { port } = target.address() as { port: number }
  let traceId = ''
  await traced('job collect', 'consumer', async () => {
    traceId = currentTraceParent()?.split('-')[1] ?? ''
    const allowAddress = [`127.0.0.1:${port}`]
    for await (const _part of (await guardedFetch(`http://127.0.0.1:${port}/brand?key=hidden`, { allowAddress })).body);
  })
  const outgoing = await named(traceId, 'GET 127.0.0.1')
  expect([outgoing.kind, valueOf(outgoing, 'http.response.status_code')]).toEqual([3, 200])
  expect(JSON.stringify(spans())).not.toContain('hidden')
  await new Promise((resolve) => target.close(resolve))
})

test('work that fails is marked with the kind of its error, not with its text', async () => {
  let traceId = ''
  const failing = traced('job scan', 'consumer', () => {
    traceId = currentTraceParent()?.split('-')[1] ?? ''
    return Promise.reject(new TypeError('Clara is not a number'))
  })
  await expect(failing).rejects.toThrow('Clara')
  const span = await named(traceId, 'job scan')
  expect([span.status.code, valueOf(span, 'error.type')]).toEqual([2, 'TypeError'])
})

test('a collector that is away delays neither work nor the stop by more than a few seconds', async () => {
  await telemetry.close()
  expect(currentTraceParent()).toBeNull()
  expect(await traced('job scan', 'consumer', async () => currentTraceParent())).toBeNull()
  const away = openTelemetry({
    endpoint: 'http://127.0.0.1:9',
    service: 'signet-test',
    share: 1,
    requestId: () => null,
  })
  await traced('job scan', 'consumer', async () => {})
  const before = performance.now()
  await away.close()
  expect(performance.now() - before).toBeLessThan(10_000)
})
