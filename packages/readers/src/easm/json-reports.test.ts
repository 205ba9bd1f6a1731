import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { easmKinds } from './kinds.ts'

/** Reads a file as the first kind that recognizes it. */
function read(content: string | Buffer): { kind: string | undefined; records: unknown } {
  const file = new SourceFile('report', Buffer.from(content))
  const kind = easmKinds.find((each) => each.recognizes(file))
  return { kind: kind?.name, records: kind?.read(file) }
}
const lines = (...values: (object | string)[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')

const nuclei = {
  'template-id': 'git-config',
  info: {
    name: 'Git',
    severity: 'MEDIUM',
    tags: ['git'],
    classification: { 'cve-id': ['cve-2024-1'], 'cvss-score': 5.3 },
  },
  host: 'https://Www.example:8443/x',
  'matched-at': 'https://www.example:8443/.git/config',
  port: '8443',
  response: 'HTTP/1.1 200 OK',
  timestamp: '2025-01-02T03:04:05.123456789+05:30',
}

test('a finding of nuclei has its key, and the hash of its response', () => {
  expect(read(lines('[INF] nuclei 3.3', nuclei, '[WRN] slow', nuclei)).records).toMatchObject([
    {
      templateId: 'git-config',
      severity: 'medium',
      hostName: 'www.example',
      port: 8443,
      ip: null,
      cves: ['CVE-2024-1'],
      cvss: 5.3,
      timestampUtc: '2025-01-01T21:34:05.123456789Z',
      responseSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      dedupeKey: ['git-config', 'https://www.example:8443/.git/config', null],
    },
    { templateId: 'git-config' },
  ])
})

test('findings of nuclei 2, of an export and in UTF-16 are read too', () => {
  const old = {
    templateID: 'git-config',
    info: { severity: 'low', tags: 'git,config', classification: { 'cve-id': 'CVE-2024-1, cve-2024-2' } },
    host: 'www.example:6379',
    matched: 'www.example:6379',
    matcher_name: 'word-1',
    extracted_results: ['x'],
  }
  const facts = {
    tags: ['git', 'config'],
    cves: ['CVE-2024-1', 'CVE-2024-2'],
    cvss: null,
    hostName: 'www.example',
    extracted: ['x'],
    dedupeKey: ['git-config', 'www.example:6379', 'word-1'],
  }
  expect(read(lines(old, old))).toMatchObject({ kind: 'nuclei', records: [facts, facts] })
  expect(read(JSON.stringify([old, nuclei], null, 2))).toMatchObject({ records: [facts, { severity: 'medium' }] })
  const utf16 = Buffer.from(`\uFEFF${lines(old, old)}`, 'utf16le')
  expect(read(utf16)).toMatchObject({ kind: 'nuclei', records: [facts, facts] })
})

test('results of httpx are read with the names of old and new fields', () => {
  const old = { url: 'https://a.example', input: 'a.example', port: 443, 'status-code': 200, technologies: ['PHP'] }
  const tls = { subject_cn: 'a.example', not_after: '2025-04-01T00:00:00Z' }
  expect(read(lines({ ...old, host: '192.0.2.1', tls }, { ...old, failed: true, title: '' }))).toEqual({
    kind: 'httpx',
    records: [
      expect.objectContaining({
        ip: '192.0.2.1',
        port: 443,
        status: 200,
        tech: ['PHP'],
        tlsNames: ['a.example'],
        failed: false,
      }),
      expect.objectContaining({ ip: null, title: null, tlsNames: [], tlsNotAfter: null, failed: true }),
    ],
  })
})

const found = (host: string, more: object) => ({ host, input: 'x.example', ...more })

test('subfinder’s records of a host are one, with all sources and addresses', () => {
  const report = lines(
    found('*.B.x.example.', { source: 'crtsh' }),
    found('b.x.example', { source: 'anubis', ip: '192.0.2.1' }),
    found('a.x.example', { sources: ['crtsh'] }),
    found('no host', { source: 'crtsh' }),
  )
  expect(read(report)).toEqual({
    kind: 'subfinder',
    records: {
      uniqueHosts: ['a.x.example', 'b.x.example'],
      domains: ['x.example'],
      hosts: [
        { host: 'b.x.example', isWildcard: true, ips: ['192.0.2.1'], sources: ['crtsh', 'anubis'] },
        { host: 'a.x.example', isWildcard: false, ips: [], sources: ['crtsh'] },
      ],
    },
  })
})

test('an address that InternetDB has no data of is unknown, not without services', () => {
  expect(read('{"detail": "No information available"}')).toMatchObject({ records: [{ known: false, services: null }] })
  expect(read('{"detail": "Not found"}').kind).toBeUndefined()
})

test('other JSON, text and binary files are none of these reports', () => {
  for (const other of [
    '{}',
    '[]',
    '[{"ip": "192.0.2.1"}]',
    'open the door',
    '<nmaprun scanner="other">',
    '\0{"a":1}',
    '',
  ]) {
    expect(read(other).kind, other).toBeUndefined()
  }
})

test('a record with any JSON in its fields is read without a failure', () => {
  const fields = [...Object.keys(nuclei), 'url', 'input', 'failed', 'source', 'ip', 'ports', 'detail', 'tls', 'data']
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()), (changes) => {
      expect(() => read(lines({ ...nuclei, ...changes }, changes))).not.toThrow()
      expect(() => read(JSON.stringify(changes))).not.toThrow()
    }),
    { numRuns: 300 },
  )
})
