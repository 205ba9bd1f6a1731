import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@signet/contract/time'
import { ConnectorError } from '../src/connector-error.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

/** The input of the test suite that every connector must pass. */
export interface ConnectorUnderTest {
  /** Reads all names at the address. */
  read: (url: string, options: ReadOptions) => Promise<string[]>
  /** A document as the service sends it, and the names to be read from it. */
  document: { contentType: string; body: string; names: string[] }
  /** A successful response with the wrong content, e.g. an error page. */
  wrongDocument: { contentType: string; body: string }
}

/** The common options of all connectors. */
export interface ReadOptions {
  allowAddress?: readonly string[]
  headersTimeoutMs?: number
}

/** Tests a connector against a local server that responds, throttles and fails like real services. */
export function connectorSuite(title: string, { read, document, wrongDocument }: ConnectorUnderTest): void {
  describe(title, () => {
    let server: FakeServer
    beforeAll(async () => {
      server = await startFakeServer()
      server.on('/good', (_, response) => response.setHeader('content-type', document.contentType).end(document.body))
    })
    afterAll(() => server.close())

    const readPath = (path: string, options: ReadOptions = {}) =>
      read(server.url(path), { allowAddress: [server.address], ...options })

    async function failure(path: string, options: ReadOptions = {}): Promise<ConnectorError> {
      const error: unknown = await readPath(path, options).then(
        () => expect.fail('was read'),
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(ConnectorError)
      return error instanceof ConnectorError ? error : expect.fail('another error')
    }

    test('reads what the service sends, and says who asks without cookies or referrer', async () => {
      expect(await readPath('/good')).toEqual(document.names)
      const { headers } = server.requests.at(-1)!
      expect(headers).toMatchObject({ 'user-agent': 'Signet', host: server.address })
      expect(headers).not.toHaveProperty('cookie')
      expect(headers).not.toHaveProperty('referer')
    })

    test('reads a compressed answer', async () => {
      server.on('/gzip', (_, response) =>
        response
          .writeHead(200, { 'content-type': document.contentType, 'content-encoding': 'gzip' })
          .end(gzipSync(document.body)),
      )
      expect(await readPath('/gzip')).toEqual(document.names)
    })

    test('reads an answer that arrives byte by byte', async () => {
      server.on('/slow-body', (_, response) => {
        response.setHeader('content-type', document.contentType)
        void (async () => {
          for (const byte of Buffer.from(document.body)) {
            response.write(Buffer.of(byte))
            await new Promise(setImmediate)
          }
          response.end()
        })()
      })
      expect(await readPath('/slow-body')).toEqual(document.names)
    })

    test('comes back when a throttling service says so in seconds', async () => {
      server.on('/throttled', (_, response) => response.writeHead(429, { 'retry-after': '120' }).end('slow down'))
      const error = await failure('/throttled')
      expect(error.kind).toBe('throttled')
      expect(error.retryAt!.getTime() - Date.now()).toBeGreaterThan(115_000)
      expect(error.retryAt!.getTime() - Date.now()).toBeLessThanOrEqual(120_000)
    })

    test('comes back when a throttling service says so as a date', async () => {
      const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + minuteMs)
      server.on('/throttled', (_, response) => response.writeHead(429, { 'retry-after': at.toUTCString() }).end())
      expect((await failure('/throttled')).retryAt).toEqual(at)
      server.on('/throttled', (_, response) => response.writeHead(503, { 'retry-after': at.toUTCString() }).end())
      expect(await failure('/throttled')).toMatchObject({ kind: 'throttled', retryAt: at })
    })

    test('makes no date up when a throttling service names none, and waits a day at most', async () => {
      server.on('/throttled', (_, response) => response.writeHead(429, { 'retry-after': 'soon' }).end())
      expect(await failure('/throttled')).toMatchObject({ reason: 'SERVER_THROTTLES', retryAt: undefined })
      server.on('/throttled', (_, response) => response.writeHead(429, { 'retry-after': '9'.repeat(30) }).end())
      expect((await failure('/throttled')).retryAt!.getTime() - Date.now()).toBeLessThanOrEqual(dayMs)
    })

    test.each([
      [401, 'unauthorised', 'SERVER_UNAUTHORISED'],
      [403, 'unauthorised', 'SERVER_UNAUTHORISED'],
      [404, 'changed_format', 'SERVER_STATUS_UNEXPECTED'],
      [204, 'changed_format', 'SERVER_STATUS_UNEXPECTED'],
      [500, 'unreachable', 'SERVER_FAILS'],
      [503, 'unreachable', 'SERVER_FAILS'],
    ])('takes the status %i for %s', async (status, kind, reason) => {
      server.on('/status', (_, response) => response.writeHead(status).end())
      expect(await failure('/status')).toMatchObject({ kind, reason })
    })

    test('reports content that is not what the service used to send', async () => {
      server.on('/wrong', (_, response) =>
        response.setHeader('content-type', wrongDocument.contentType).end(wrongDocument.body),
      )
      expect((await failure('/wrong')).kind).toBe('changed_format')
    })

    test('reports a connection that breaks in the middle of the body', async () => {
      server.on('/reset', (_, response) => {
        response.writeHead(200, { 'content-type': document.contentType, 'content-length': document.body.length + 1000 })
        response.write(document.body)
        setTimeout(() => response.destroy(), 50)
      })
      expect((await failure('/reset')).kind).toBe('unreachable')
      server.on('/reset', (_, response) => {
        const packed = gzipSync(document.body)
        response.writeHead(200, { 'content-type': document.contentType, 'content-encoding': 'gzip' })
        response.end(packed.subarray(0, packed.length - 10))
      })
      expect((await failure('/reset')).kind).toBe('unreachable')
    })

    test('does not wait for ever for an answer', async () => {
      server.on('/silent', () => {})
      expect(await failure('/silent', { headersTimeoutMs: 100 })).toMatchObject({ kind: 'unreachable' })
    })

    test('reports a service that is down', async () => {
      const gone = await startFakeServer()
      await gone.close()
      const reading = read(gone.url('/'), { allowAddress: [gone.address] })
      await expect(reading).rejects.toMatchObject({ kind: 'unreachable' })
    })

    test('follows three redirects, and no fourth', async () => {
      for (const n of [1, 2, 3, 4]) {
        const location = n === 1 ? '/good' : `/hop-${n - 1}`
        server.on(`/hop-${n}`, (_, response) => response.writeHead(302, { location }).end())
      }
      expect(await readPath('/hop-3')).toEqual(document.names)
      expect((await failure('/hop-4')).kind).toBe('refused')
      server.on('/loop', (_, response) => response.writeHead(301, { location: '/loop' }).end())
      expect((await failure('/loop')).kind).toBe('refused')
    })

    test.each([
      'http://127.0.0.1/',
      'http://localhost/',
      'http://0x7f000001/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://user:password@127.0.0.1/',
      'http://192.0.2.1:22/',
      'file:///etc/passwd',
    ])('does not follow a redirect to %s, and does not go there by itself', async (location) => {
      server.on('/inward', (_, response) => response.writeHead(307, { location }).end())
      expect((await failure('/inward')).kind).toBe('refused')
      if (!location.startsWith('file:')) await expect(read(location, {})).rejects.toMatchObject({ kind: 'refused' })
    })

    test('refuses a local service that was not allowed, also by redirect from one that was', async () => {
      await expect(read(server.url('/good'), {})).rejects.toMatchObject({ kind: 'refused' })
      const other = await startFakeServer()
      server.on('/other', (_, response) => response.writeHead(302, { location: other.url('/') }).end())
      expect((await failure('/other')).kind).toBe('refused')
      expect(other.requests).toEqual([])
      await other.close()
    })
  })
}
