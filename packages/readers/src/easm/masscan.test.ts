import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { easmKinds } from './kinds.ts'
import { readMasscan } from './masscan.ts'

const banner = (name: string, text: string) => ({ port: 443, proto: 'tcp', service: { name, banner: text } })
const record = (ip: string, timestamp: string, ...ports: object[]) => JSON.stringify({ ip, timestamp, ports })
const open = { port: 443, proto: 'tcp', status: 'open', reason: 'syn-ack', ttl: 54 }
const service = { ip: '192.0.2.1', port: 443, protocol: 'tcp', state: 'open' }

const host = (ip: string) =>
  `<host endtime="1"><address addr="${ip}"/><ports><port protocol="tcp" portid="1"/></ports></host>`
const read = (text: string) => {
  const file = new SourceFile('scan', Buffer.from(text))
  return easmKinds.find((kind) => kind.recognizes(file))?.read(file)
}

test('the records of a port are one service with the times of its first and last', () => {
  const lines = [
    record('192.0.2.1', '1735786000', open),
    record('192.0.2.1', '1735786005', banner('http', 'HTTP/1.1 200 OK\r\nServer: nginx\r\n\r\n<title>Bank</title>')),
    record('192.0.2.1', '1735786003', { ...open, proto: 'udp' }),
  ]
  const services = readMasscan(`[\n${lines.join('\n,\n')}\n]\n`)
  const times = { firstSeenUtc: '2025-01-02T02:46:40Z', lastSeenUtc: '2025-01-02T02:46:45Z' }
  expect(services).toMatchObject([{ ...service, ...times, title: 'Bank', server: 'nginx' }, { protocol: 'udp' }])
})

test('one object per line and the list give the same services as the array', () => {
  const lines = [
    { ip: '192.0.2.1', timestamp: '1735786000', port: 443, proto: 'tcp', rec_type: 'status', data: { status: 'open' } },
    {
      ip: '192.0.2.1',
      timestamp: '1735786001',
      port: 443,
      proto: 'tcp',
      rec_type: 'banner',
      data: { service_name: 'title', banner: 'Bank' },
    },
  ]
  const list = '#masscan\nopen tcp 443 192.0.2.1 1735786000\nbanner tcp 443 192.0.2.1 1735786001 title Bank\n# end\n'
  const array = [record('192.0.2.1', '1735786000', open), record('192.0.2.1', '1735786001', banner('title', 'Bank'))]
  const expected = readMasscan(array.join(',\n'))
  expect(expected).toMatchObject([{ ...service, title: 'Bank' }])
  expect(readMasscan(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual(expected)
  expect(readMasscan(list)).toEqual(expected)
})

test('banners have the characters of the service, however masscan wrote its bytes', () => {
  const inJson = Buffer.from('Nörthwind – Login').toString('latin1')
  expect(readMasscan(record('192.0.2.1', '1', banner('title', inJson)))[0]?.title).toBe('Nörthwind – Login')
  expect(readMasscan(String.raw`banner tcp 443 192.0.2.1 1 title N\xc3\xb6rthwind`)[0]?.title).toBe('Nörthwind')
})

test('an interrupted report has what comes before its end', () => {
  const whole = `[\n${record('192.0.2.1', '1', open)},\n${record('192.0.2.2', '1', open)},\n`
  expect(readMasscan(`${whole}{"ip": "192.0.2.3", "ti`).map(({ ip }) => ip)).toEqual(['192.0.2.1', '192.0.2.2'])
  const xml = `<nmaprun scanner="masscan">${host('192.0.2.1')}${host('192.0.2.2')}`
  expect(readMasscan(`${xml}<host endti`).map(({ ip }) => ip)).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('a report of one host says what is open there, one of several has a list of them', () => {
  const [first, second] = [record('192.0.2.1', '1', open), record('192.0.2.2', '1', open)]
  expect(read(first)).toMatchObject({ hosts: 1, ip: '192.0.2.1', openPorts: [443] })
  expect(read(`${first}\n${second}`)).toMatchObject({ hosts: ['192.0.2.1', '192.0.2.2'] })
})

test('any text is read without a failure', () => {
  const text = `[\n${record('192.0.2.1', '1', open, banner('title', 'x'))},\nopen tcp 1 192.0.2.1 1\n`
  fc.assert(
    fc.property(fc.nat(text.length), fc.string({ maxLength: 6 }), (at, piece) => {
      expect(readMasscan(text.slice(0, at) + piece + text.slice(at + piece.length)).length).toBeLessThanOrEqual(3)
      expect(readMasscan(`<${piece}${text.slice(at)}`)).toEqual([])
    }),
    { numRuns: 300 },
  )
})
