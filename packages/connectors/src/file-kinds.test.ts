import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { SourceFile, UnreadableFile } from '@signet/readers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../test/certificates.ts'
import { FakeCtLog, listOfLogs } from '../test/fake-ct-log.ts'
import { certificateUpdate, heartbeat } from '../test/fake-certstream.ts'
import { connectorKinds } from './file-kinds.ts'

/** Reads a file as the first kind that recognizes it. */
function read(content: string | Buffer | object): { kind: string | undefined; records: unknown } {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(fileText(content))
  const file = new SourceFile('file', bytes)
  const kinds = connectorKinds.filter((each) => each.recognizes(file))
  expect(kinds.length).toBeLessThanOrEqual(1)
  return { kind: kinds[0]?.name, records: kinds[0]?.read(file) }
}
const fileText = (content: string | object) => (typeof content === 'string' ? content : JSON.stringify(content))

const log = new FakeCtLog('log')
const server = createServer((request, response) => log.answer(request, response))
let served: (path: string) => Promise<string>
const shop = makeCertificate({
  names: ['*.bank.example', 'shop.test'],
  commonName: 'bank.example',
  serial: Buffer.of(1, 2),
})
beforeAll(async () => {
  log.add(shop, ['*.bank.example', 'shop.test'])
  log.add(makeCertificate({ names: ['www.other.example'] }), ['www.other.example'], 'certificate')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  served = async (path) => (await fetch(`http://127.0.0.1:${port}/log/${path}`)).text()
})
afterAll(() => server.close())

const facts = {
  type: 'precert',
  serial: '102',
  subjectCN: 'bank.example',
  issuerCN: 'Test Authority R1',
  notBefore: '2026-01-02T03:04:05Z',
  notAfter: '2026-04-02T03:04:05Z',
  dns: ['*.bank.example', 'shop.test'],
  ip: [],
}

test('the entries of a log have their certificates, in an answer and in a tile', async () => {
  const { kind, records } = read(await served('ct/v1/get-entries?start=0&end=1'))
  const { type, ...cert } = facts
  expect(kind).toBe('ct-entries')
  expect(records).toMatchObject([
    { ...facts, index: 0, chainLength: 0, cert },
    { type: 'x509', dns: ['www.other.example'] },
  ])
  const tile = log.tile('data', 0, 2)
  const expected = {
    kind: 'ct-tile',
    records: {
      entries: 2,
      precert: 1,
      list: [
        { leafIndex: 0, ...facts, cert, issuerKeyHash: '07'.repeat(32), chainFingerprints: ['09'.repeat(32)] },
        { leafIndex: 1, type: 'x509', issuerKeyHash: null },
      ],
    },
  }
  expect(type).toBe('precert')
  expect(read(tile ?? '')).toMatchObject(expected)
  expect(read(gzipSync(tile ?? ''))).toMatchObject(expected)
  const names = { kind: 'ct-names-tile', records: [{ dns: facts.dns }, { dns: ['www.other.example'] }] }
  expect(read(log.tile('names', 0, 2) ?? '')).toMatchObject(names)
  expect(read(gzipSync(log.tile('names', 0, 2) ?? ''))).toMatchObject(names)
})

test('an answer whose certificates share a domain also says which names are below it', async () => {
  const answer = JSON.parse(await served('ct/v1/get-entries?start=0&end=1')) as { entries: object[] }
  expect(read({ entries: [...answer.entries, ...answer.entries] }).records).toMatchObject({
    entries: [{ index: 0 }, { index: 1 }, { index: 2 }, { index: 3 }],
    namesUnder: { 'bank.example': ['*.bank.example'], 'other.example': ['www.other.example'] },
  })
})

test('a tile that is cut or changed is refused, or read', () => {
  const tile = log.tile('data', 0, 2) ?? Buffer.alloc(0)
  expect(() => read(tile.subarray(0, -1))).toThrow(UnreadableFile)
  const bomb = gzipSync(Buffer.concat([tile, Buffer.alloc(65 * 1024 * 1024)]))
  expect(() => read(bomb)).toThrow(/tooLarge/)
  fc.assert(
    fc.property(fc.nat(tile.length - 1), fc.integer({ min: 0, max: 255 }), fc.nat(tile.length), (at, byte, end) => {
      const changed = Buffer.from(tile.subarray(0, end))
      if (at < end) changed[at] = byte
      for (const bytes of [changed, gzipSync(changed, { level: 1 }).subarray(0, end)]) {
        try {
          read(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile)
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('heads and lists of logs are read', async () => {
  expect(read(await served('ct/v1/get-sth'))).toMatchObject({ kind: 'ct-tree-head', records: { treeSize: 2 } })
  expect(read(await served('checkpoint'))).toMatchObject({
    kind: 'ct-checkpoint',
    records: { origin: 'log.test', treeSize: 2, signers: ['witness.test', 'log.test'] },
  })
  const list = read(listOfLogs([log.listed('https://log.test', 'rfc6962')], []))
  expect(list).toMatchObject({
    kind: 'ct-log-list',
    records: { logs: [{ url: 'https://log.test/log/' }], skipped: [] },
  })
  expect(() => read({ operators: [{ logs: [{ log_id: 'x' }] }] })).toThrow(UnreadableFile)
})

test('messages of a stream are read one by one, and others left out', () => {
  const update = certificateUpdate(['a.example'], { fingerprint: 'AB:CD', not_before: 1_735_787_045 })
  const names = { message_type: 'dns_entries', data: ['b.example'] }
  const lines = [heartbeat, update, { message_type: 'certificate_update' }, names]
  expect(read(lines.map((line) => JSON.stringify(line)).join('\n'))).toMatchObject({
    kind: 'certstream',
    records: [
      { type: 'heartbeat' },
      {
        type: 'PrecertLogEntry',
        domains: ['a.example'],
        sha1: 'AB:CD',
        sha256: null,
        notBefore: 1_735_787_045,
        issuerCN: 'Test Authority R1',
      },
      { type: 'dns_entries', domains: ['b.example'] },
    ],
  })
})

test('answers of RDAP have their class, and an error says whether the object exists', () => {
  expect(read({ objectClassName: 'domain', ldhName: 'A.example.' })).toMatchObject({
    kind: 'rdap',
    records: { objectClass: 'domain', domain: 'a.example', registrar: null },
  })
  expect(read({ objectClassName: 'entity', roles: ['registrar'] }).records).toMatchObject({ roles: ['registrar'] })
  expect(read({ objectClassName: 'autnum', startAutnum: 64_500 }).records).toMatchObject({ asn: 64_500 })
  const error = { errorCode: 404, title: 'Not found', rdapConformance: ['rdap_level_0'] }
  expect(read(error).records).toMatchObject({ notFound: true, errorCode: 404 })
  expect(read({ ...error, errorCode: 429 }).records).toMatchObject({ notFound: false })
  expect(read({ objectClassName: 'help' }).kind).toBeUndefined()
})

test('a bootstrap file has its services, those with https first', () => {
  const services = [[['cz'], ['http://rdap.example/', 'https://rdap.example/']], []]
  expect(read({ version: '1.0', publication: '2025-01-02T03:04:05Z', services })).toMatchObject({
    kind: 'rdap-bootstrap',
    records: { services: [{ keys: ['cz'], urls: ['https://rdap.example/', 'http://rdap.example/'] }] },
  })
  expect(() => read({ version: '1.0', services: [[['cz'], ['ftp://rdap.example/']]] })).toThrow(UnreadableFile)
  expect(() => read('{"description": "RDAP bootstrap file for domains", "services": [')).toThrow(UnreadableFile)
})

test('an answer of WHOIS is read, and text with a line like one is not', () => {
  const answer = 'Domain Name: BANK.EXAMPLE\nRegistrar: Example Registrar\nCreation Date: 2025-01-02T03:04:05Z\n'
  expect(read(answer)).toMatchObject({
    kind: 'whois',
    records: { domain: 'bank.example', registered: true, registrar: 'Example Registrar' },
  })
  expect(read('No match for "BANK.EXAMPLE".\n').records).toMatchObject({ domain: 'bank.example', registered: false })
  expect(read('Domain: bank.example\nStatus: free\n').records).toMatchObject({ registered: false })
  for (const text of [
    'Domain: bank.example\nLook at this page.',
    'The song was not found, no match.',
    '{"domain": 1}',
    '',
  ]) {
    expect(read(text).kind, text).toBeUndefined()
  }
})
