import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificateUpdate, type FakeCertstream, heartbeat, startFakeCertstream } from '../../test/fake-certstream.ts'
import { readCertstream, type StreamOptions } from './certstream.ts'
import { readStreamMessage } from './stream-message.ts'

let server: FakeCertstream
beforeEach(async () => {
  server = await startFakeCertstream()
})
afterEach(() => server.close())

/** Reads until `count` names have arrived, or the stream fails. */
async function namesOf(count: number, options: StreamOptions = {}): Promise<string[]> {
  const names: string[] = []
  for await (const { certificates } of readCertstream(server.url, { allowAddress: [server.address], ...options })) {
    for (const certificate of certificates) names.push(...certificate.names)
    if (names.length >= count) return names
  }
  return names
}
const connected = (count = 1) => expect.poll(() => server.connections(), { timeout: 10_000, interval: 5 }).toBe(count)

test('takes the names of certificates, and of messages that have nothing else', async () => {
  const listening = namesOf(4)
  await connected()
  server.send(heartbeat)
  server.send(certificateUpdate(['a.example', '*.a.example']))
  server.send(certificateUpdate(null))
  server.send({ message_type: 'dns_entries', data: ['b.example'] })
  server.send(certificateUpdate(['c.example', 'NUL\0.example', `${'x'.repeat(70_000)}.example`]))
  expect((await listening).slice(0, 4)).toEqual(['a.example', '*.a.example', 'b.example', 'c.example'])
})

test('closes its connection in the end, even if the server does not answer the close frame', async () => {
  const listening = namesOf(1)
  await connected()
  server.send(certificateUpdate(['a.example']))
  await listening
  await expect.poll(() => server.open(), { timeout: 10_000, interval: 5 }).toBe(0)
})

test('continues after an odd message and counts it', async () => {
  const batches: number[] = []
  const listening = (async () => {
    for await (const { lost } of readCertstream(server.url, { allowAddress: [server.address] })) {
      batches.push(lost)
      server.send('not JSON')
      server.send({ message_type: 'something_new' })
      server.send(certificateUpdate(['b.example']))
      if (batches.length === 2) return
    }
  })()
  await connected()
  server.send(certificateUpdate(['a.example']))
  await listening
  expect(batches).toEqual([0, 2])
})

test('does not take another kind of stream for a quiet one', async () => {
  const listening = namesOf(1)
  await Promise.all([
    expect(listening).rejects.toMatchObject({ reason: 'STREAM_INVALID' }),
    connected().then(() => server.send({ hello: 'world' })),
  ])
})

test('an open connection that says nothing, or only that it is alive, is not healthy', async () => {
  await expect(namesOf(1, { silentMs: 150 })).rejects.toThrow(/STREAM_BROKEN .*silent/)
  const beating = setInterval(() => server.send(heartbeat), 20)
  await expect(namesOf(1, { silentMs: 60_000, staleMs: 300 })).rejects.toThrow(/STREAM_BROKEN .*noCertificates/)
  clearInterval(beating)
})

test('a stream that breaks off, is not there, or may not be listened to says so', async () => {
  const listening = namesOf(1)
  await Promise.all([
    expect(listening).rejects.toMatchObject({ kind: 'unreachable' }),
    connected().then(() => server.drop()),
  ])
  await expect(namesOf(1, { allowAddress: [] })).rejects.toMatchObject({ kind: 'refused' })
  const nobody = readCertstream('ws://127.0.0.1:1/', { allowAddress: ['127.0.0.1:1'] })
  await expect(nobody.next()).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(readCertstream('https://a.example/').next()).rejects.toMatchObject({ reason: 'STREAM_ADDRESS_INVALID' })
})

test('stops on request', async () => {
  const stop = new AbortController()
  const listening = namesOf(1, { signal: stop.signal })
  await connected()
  stop.abort()
  expect(await listening).toEqual([])
})

const folder = path.resolve(
  import.meta.dirname,
  '../../../../../shared/data/formats/certificate-transparency/certstream',
)
test.skipIf(!existsSync(folder))('the samples of certstream give the expected values', async () => {
  const lines = (await readFile(path.join(folder, 'messages.jsonl'), 'utf8')).trim().split('\n')
  const expected = JSON.parse(await readFile(path.join(folder, 'messages.expected.json'), 'utf8')) as {
    type: string
    domains?: string[]
    certIndex?: number
  }[]
  for (const [at, line] of lines.entries()) {
    const { type, domains, certIndex } = expected[at]!
    const found = readStreamMessage(line)
    if (type === 'heartbeat') expect(found).toBeNull()
    else
      expect(found).toMatchObject({
        names: domains,
        index: certIndex ?? null,
        isPrecertificate: type === 'PrecertLogEntry',
      })
  }
})
