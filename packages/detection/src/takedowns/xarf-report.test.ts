import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { everySourceName, everySource } from '@signet/contract/threats/sources'
import { XarfReport } from '@signet/contract/takedowns/xarf'
import { xarfReportOf, xarfTypeOf, type ReportedCase } from './xarf-report.ts'

const phishing: ReportedCase = {
  reportId: '8d6489c7-c884-413c-a126-78d988ce3890',
  reporter: { org: 'Meridian Bank', contact: 'brand@meridian.example', domain: 'meridian.example' },
  sender: { org: 'Signet', contact: 'takedowns@signet.example', domain: 'signet.example' },
  source: 'Domain',
  threatType: 'Phishing site',
  title: 'meridian-login.example',
  url: 'http://meridian-login.example/',
  fields: { domain_name: 'meridian-login.example', address: '203.0.113.7', registrar: 'Harbor Registrar' },
  technique: 'combosquat',
  brand: 'Meridian',
  officialHost: 'meridian.example',
  seenAt: '2026-03-01T10:00:00.000Z',
  verifiedAt: '2026-03-01T11:00:00.000Z',
  description: 'Imitates Meridian Bank and asks for credentials.',
}
const registered = { ...phishing, threatType: 'Look-alike domain', fields: { registeredOn: '2026-02-27' } }
const imitation = { ...phishing, threatType: 'Brand in subdomain' }
const fraud = { ...phishing, source: 'URL', threatType: 'Scam page' } as const
const channel = {
  ...phishing,
  source: 'Telegram',
  threatType: 'Scam channel',
  url: null,
  fields: { channel_data: { participants_count: 4100 } },
} as const
const copied = { ...phishing, source: 'YouTube', threatType: 'Fake livestream' } as const

/** One case of each type of report, with its mandatory fields and what takes each away. */
const each: [string, ReportedCase, Record<string, Partial<ReportedCase>>][] = [
  ['phishing', phishing, { url: { url: null } }],
  ['brand_infringement', imitation, { url: { url: null }, legitimate_site: { officialHost: null } }],
  ['fraud', fraud, { url: { url: null } }],
  ['suspicious_registration', registered, { url: { url: null } }],
  ['bulk_messaging', channel, {}],
  ['ugc_platform', copied, { infringing_url: { url: null } }],
]
/** The mandatory fields of every report. */
const always: Record<string, Partial<ReportedCase>> = {
  report_id: { reportId: '' },
  timestamp: { seenAt: '' },
  'reporter.org': { reporter: { ...phishing.reporter, org: '' } },
  'reporter.contact': { reporter: { ...phishing.reporter, contact: 'not an address' } },
  'reporter.domain': { reporter: { ...phishing.reporter, domain: '' } },
  'sender.org': { sender: { ...phishing.sender, org: '' } },
  'sender.contact': { sender: { ...phishing.sender, contact: '' } },
  'sender.domain': { sender: { ...phishing.sender, domain: 'not a domain' } },
  source_identifier: { url: null, title: '', fields: {} },
}

describe('the report of a case', () => {
  test.each(each)('of the type %s has its facts, and each missing mandatory field is named', (type, reported, own) => {
    expect(xarfReportOf(reported)).toMatchObject({ report: { type, reporter: { org: 'Meridian Bank' } } })
    for (const [field, without] of Object.entries({ ...always, ...own })) {
      expect([field, xarfReportOf({ ...reported, ...without })]).toEqual([
        field,
        { missing: expect.arrayContaining([field]) as string[] },
      ])
    }
  })

  test.each([
    ['javascript:alert(1)', ['url']],
    ['not an address', ['url']],
  ])('has no address that a provider could not open: %s', (url, missing) => {
    expect(xarfReportOf({ ...phishing, url })).toEqual({ missing })
  })

  test('of a small channel is not about bulk messages', () => {
    expect(xarfTypeOf({ ...channel, fields: { channel_data: { participants_count: 99 } } })).toBe('fraud')
  })

  test('leaves out a domain that the format has no form for, and keeps the address', () => {
    const result = xarfReportOf({ ...phishing, url: 'http://xn--mridian-bya.example/', fields: {} })
    expect(result).toMatchObject({ report: { source_identifier: 'xn--mridian-bya.example' } })
    expect(result).not.toHaveProperty('report.domain')
  })

  test('accepts no field that is not in the format', () => {
    const result = xarfReportOf(phishing)
    expect(XarfReport.safeParse({ ...('report' in result && result.report), _internal: {} }).success).toBe(false)
  })
})

/* The JSON Schemas as published. They are stored outside the repository. */
const published = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/exchange/xarf')

describe.skipIf(!existsSync(published))('the published schemas', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  beforeAll(() => {
    ;(formats as unknown as { default: (of: Ajv2020) => void }).default(ajv)
    const folder = path.join(published, 'schemas/v4')
    for (const file of [
      'xarf-core.json',
      'xarf-v4-master.json',
      ...readdirSync(path.join(folder, 'types')).map((name) => `types/${name}`),
    ]) {
      ajv.addSchema(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as object)
    }
  })
  const problemsOf = (report: unknown) => {
    const validate = ajv.getSchema('https://xarf.org/schemas/v4/xarf-v4-master.json')
    return validate?.(report) === true ? [] : (validate?.errors ?? ['no schema'])
  }

  test('accept every report', () => {
    const threats = everySourceName.flatMap((source) =>
      everySource[source].types.map((threatType) => ({ ...phishing, source, threatType })),
    )
    const cases = [
      ...each.map(([, reported]) => reported),
      ...threats,
      ...threats.map((one) => ({ ...one, fields: {} })),
    ]
    for (const reported of cases) {
      const result = xarfReportOf(reported)
      if ('missing' in result) expect.fail(`${reported.source} ${reported.threatType}: ${result.missing.join(', ')}`)
      expect([reported.source, reported.threatType, problemsOf(result.report)]).toEqual([
        reported.source,
        reported.threatType,
        [],
      ])
    }
  })

  test('refuse a report without one of its mandatory fields, as our own schema does', () => {
    for (const [, reported] of each) {
      const result = xarfReportOf(reported)
      if ('missing' in result) expect.fail(result.missing.join(', '))
      for (const field of Object.keys(result.report)) {
        const without = Object.fromEntries(Object.entries(result.report).filter(([name]) => name !== field))
        const isRefused = problemsOf(without).length > 0
        if (isRefused) expect([field, XarfReport.safeParse(without).success]).toEqual([field, false])
      }
    }
  })
})
