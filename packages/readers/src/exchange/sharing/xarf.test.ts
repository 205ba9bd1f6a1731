import { expect, test } from 'vitest'
import { UnreadableFile } from '../../file-kind.ts'
import { isXarf, readXarf } from './xarf.ts'

const party = { org: 'Bank', contact: 'abuse@bank.example', domain: 'bank.example' }
const report = {
  xarf_version: '4.2.0',
  report_id: 'r1',
  timestamp: '2025-01-02T03:04:05Z',
  reporter: party,
  sender: party,
  source_identifier: 'a.example',
  category: 'content',
  type: 'fraud',
}

test('a report has its evidence without the content, and what is internal is left out', () => {
  const hash = 'sha256:ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
  const evidence = [
    { content_type: 'text/plain', payload: 'YQ==', hash },
    { content_type: 'text/plain', payload: 'Yg==', hash },
    { content_type: 'text/plain', payload: 'YQ==' },
    { payload: 'YQ==' },
  ]
  const read = readXarf({
    ...report,
    url: 'https://a.example/',
    fraud_type: 'investment',
    evidence,
    _internal: { ticket: 'T1' },
  })
  expect(JSON.stringify(read)).not.toMatch(/YQ==|T1|_internal/)
  expect(read).toMatchObject({
    retired: false,
    type: 'fraud',
    url: 'https://a.example/',
    details: { fraud_type: 'investment' },
    skipped: 1,
  })
  expect(read.evidence.map(({ isHashRight, bytes }) => [isHashRight, bytes])).toEqual([
    [true, 1],
    [false, 1],
    [null, 1],
  ])
})

test('a report without a field that each must have is unreadable', () => {
  for (const field of Object.keys(report).filter((each) => each !== 'xarf_version')) {
    expect(() => readXarf({ ...report, [field]: undefined }), field).toThrow(UnreadableFile)
  }
  expect(() => readXarf({ ...report, sender: { org: 'x' } })).toThrow(UnreadableFile)
  expect(() => readXarf({ ...report, category: 'other' })).toThrow(UnreadableFile)
  expect(() => readXarf({ ...report, xarf_version: '5.0.0' })).toThrow(UnreadableFile)
})

test('a report of version 3 is retired', () => {
  const old = {
    Version: '3.0.0',
    ReporterInfo: { ReporterOrg: 'Bank', ReporterOrgEmail: 'abuse@bank.example', ReporterOrgDomain: 'bank.example' },
    Report: {
      ReportClass: 'Content',
      ReportType: 'phishing',
      Date: '2024-01-15T16:45:30Z',
      Source: { URL: 'https://a.example/', Port: 80 },
      Attachment: [{ ContentType: 'text/plain', Data: 'YQ==' }],
    },
  }
  expect(isXarf(old)).toBe(true)
  expect(readXarf(old)).toMatchObject({
    version: '3.0.0',
    retired: true,
    category: 'content',
    type: 'phishing',
    sourceIdentifier: 'https://a.example/',
    sourcePort: 80,
    reporter: { contact: 'abuse@bank.example' },
    evidence: [{ bytes: 1 }],
  })
  expect(() => readXarf({ ...old, Report: {} })).toThrow(UnreadableFile)
})
