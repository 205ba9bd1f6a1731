import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, test, vi } from 'vitest'
import { addExport, deleteExport, getExport, listExports, type Export } from '@signet/contract/reports/exports'
import { listNotifications } from '@signet/contract/messages/notifications'
import { putLogo } from '@signet/contract/companies/onboarding'
import { requestTakedown } from '@signet/contract/takedowns/takedown-work'
import { decideThreat } from '@signet/contract/threats/threats'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { aLeak, newLeaks } from '../../../test/leak-makers.ts'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  tinyPng,
  useWorld,
  type TestUser,
} from '../../../test/harness.ts'
import { unzip } from '../../../test/unzip.ts'

const world = useWorld({ works: true })

type ExportBody = { kind: Export['kind']; format: Export['format']; filters?: Record<string, string | string[]> }

async function createFixture() {
  const company = await newCompany({ modules: { touts: true } })
  return { company, client: await newUser('client', company) }
}

async function ask(user: TestUser, body: ExportBody, headers: Record<string, string> = {}) {
  const answer = await send(user, addExport, { body: body, headers })
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return answer.body.id
}

/** Waits until the export has ended. */
async function ended(user: TestUser, exportId: string): Promise<Export> {
  let last: Export | undefined
  await vi.waitUntil(
    async () => {
      last = (await send(user, getExport, { params: { exportId } })).body
      return last.status === 'done' || last.status === 'failed'
    },
    { timeout: 40_000, interval: 50 },
  )
  return last as Export
}

async function bytesOf(made: Export): Promise<Buffer> {
  expect(made.status).toBe('done')
  const answer = await world().server.inject(made.file?.href as string)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

async function tableOf(user: TestUser, body: Omit<ExportBody, 'format'>): Promise<Record<string, string>[]> {
  const bytes = await bytesOf(await ended(user, await ask(user, { ...body, format: 'csv' })))
  return parse(bytes, { bom: true, columns: true })
}

describe('an export', () => {
  test('is made by a job, found in the list and opened by a link', async () => {
    const { company, client } = await createFixture()
    await newThreat(company, { name: 'one.example' })
    const made = await ended(client, await ask(client, { kind: 'threats', format: 'csv' }))
    expect(made).toMatchObject({ kind: 'threats', format: 'csv', progress: { rows: 1, total: 1 } })
    const day = made.createdAt.slice(0, 10)
    expect(made.file).toMatchObject({ name: `${company.key}-threats-${day}.csv`, type: 'text/csv' })
    expect((await send(client, listExports)).body.items.map(({ id }) => id)).toEqual([made.id])
    expect((await bytesOf(made)).length).toBe(made.file?.size)
    const { rows } = await world().database.pool.query(
      `select action, by_email from audit where company_id = $1 and target_id = $2`,
      [company.id, made.id],
    )
    expect(rows).toEqual([{ action: 'export.requested', by_email: client.email }])
  })

  test("calls the takedown of the company's own exposure a fix", async () => {
    const { company, client } = await createFixture()
    const [exposure, domain] = [await newThreat(company, { source: 'EASM', name: 'port 22' }), await newThreat(company)]
    await world().database.pool.query(`update threats set status = 'takedown' where company_id = $1`, [company.id])
    const rows = await tableOf(client, { kind: 'threats' })
    expect(Object.fromEntries(rows.map((row) => [row['Title'], row['Status']]))).toEqual({
      [exposure.title]: 'Fix',
      [domain.title]: 'Takedown',
    })
  })

  test.each([
    ['pdf', 'Your report is ready: '],
    ['csv', 'Your export is ready: '],
  ] as const)('as %s is announced with the words: %s', async (format, words) => {
    const { client } = await createFixture()
    const made = await ended(client, await ask(client, { kind: 'threats', format }))
    const { items } = (await send(client, listNotifications, { query: { type: ['job'] } })).body
    expect(items.map(({ title }) => title)).toEqual([`${words}${made.file?.name}`])
  })

  test('is private: no other user of the company sees it or opens its file', async () => {
    const { company, client } = await createFixture()
    const made = await ended(client, await ask(client, { kind: 'threats', format: 'csv' }))
    const colleague = await newUser('client', company)
    expect((await send(colleague, listExports)).body.items).toEqual([])
    const params = { exportId: made.id }
    expect((await send(colleague, getExport, { params })).status).toBe(404)
    expect((await send(colleague, deleteExport, { params })).status).toBe(404)
    await world().database.pool.query('update files set created_by = $2 where owner_id = $1', [made.id, colleague.id])
    expect((await world().server.inject(made.file?.href as string)).statusCode).toBe(404)
  })

  test('is created and counted once after a double click', async () => {
    const { client } = await createFixture()
    const key = { 'idempotency-key': randomUUID() }
    const ids = await Promise.all([1, 2, 3].map(() => ask(client, { kind: 'threats', format: 'csv' }, key)))
    expect(new Set(ids).size).toBe(1)
    expect((await send(client, listExports)).body.total).toBe(1)
  })

  test('that is deleted is gone with its file', async () => {
    const { client } = await createFixture()
    const made = await ended(client, await ask(client, { kind: 'threats', format: 'csv' }))
    expect((await send(client, deleteExport, { params: { exportId: made.id } })).status).toBe(204)
    expect((await world().server.inject(made.file?.href as string)).statusCode).toBe(404)
    expect((await send(client, listExports)).body.items).toEqual([])
  })

  test('is refused while twenty of the company are waiting', async () => {
    const { company, client } = await createFixture()
    await world().database.pool.query(
      `insert into exports (company_id, id, created_by, created_by_name, kind, format)
       select $1, gen_random_uuid(), $2, 'X', 'threats', 'csv' from generate_series(1, 20)`,
      [company.id, client.id],
    )
    const body = { kind: 'threats', format: 'csv' } as const
    expect(await send(client, addExport, { body })).toMatchObject(refusal('EXPORTS_RUNNING'))
  })

  test.each<[object, string, ErrorReason]>([
    [{ filters: { company: 'x' } }, 'body.filters.company', 'UNKNOWN_FILTER'],
    [{ filters: { limit: '5' } }, 'body.filters.limit', 'UNKNOWN_FILTER'],
    [{ filters: { threatSeverity: 'Grave' } }, 'body.filters.threatSeverity.0', 'NOT_AN_OPTION'],
    [{ filters: { fromDate: 'yesterday' } }, 'body.filters.fromDate', 'NOT_A_DAY'],
    [{ kind: 'activity', filters: { tab: 'bookmark' } }, 'body.filters.tab', 'NOT_AN_OPTION'],
    [{ kind: 'users' }, 'body.kind', 'NOT_AN_OPTION'],
    [{ format: 'exe' }, 'body.format', 'NOT_AN_OPTION'],
  ])('with %j is refused by name', async (more, path, reason) => {
    const { client } = await createFixture()
    const answer = await send(client, addExport, { body: { kind: 'threats', format: 'csv', ...more } })
    expect(answer).toMatchObject(refusal(reason, path))
  })

  test('of touts is for companies with the module', async () => {
    const client = await newUser('client', await newCompany())
    const answer = await send(client, addExport, { body: { kind: 'touts', format: 'csv' } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'MODULE_OFF' } })
  })
})

describe('what an export holds', () => {
  test('is what the list holds with the same filters: of the company, published, newest first', async () => {
    const { company, client } = await createFixture()
    const other = await createFixture()
    await newThreat(other.company, { name: 'foreign.example' })
    await newThreat(company, { name: 'queued.example', stage: 'queued' })
    await newThreat(company, { name: 'a tout', kind: 'tout', source: 'Telegram' as never })
    for (const [name, severity] of [
      ['low.example', 1],
      ['high.example', 3],
      ['top.example', 4],
    ] as const) {
      await newThreat(company, { name, severity })
    }
    const titles = async (filters: Record<string, string | string[]>) =>
      (await tableOf(client, { kind: 'threats', filters })).map((row) => row['Title'])
    expect(await titles({})).toEqual(['top.example', 'high.example', 'low.example'])
    expect(await titles({ threatSeverity: 'Critical,Low' })).toEqual(['top.example', 'low.example'])
    expect(await titles({ threatSeverity: ['Critical', 'High'], searchQuery: 'HIGH' })).toEqual(['high.example'])
    expect(await titles({ toDate: '2020-01-01' })).toEqual([])
    expect((await tableOf(client, { kind: 'touts' })).map((row) => row['Title'])).toEqual(['a tout'])
  })

  test('are takedowns and what was done, as their lists show them', async () => {
    const { company, client } = await createFixture()
    const { id: threatId } = await newThreat(company, { name: 'down.example' })
    await send(client, requestTakedown, { body: { company: company.key, threatId, note: '=HYPERLINK("x")' } })
    const other = await newThreat(company, { name: 'fine.example' })
    await send(client, decideThreat, {
      params: { source: other.source, threatId: other.id },
      body: { action: 'whitelist', version: 1 },
    })
    expect(await tableOf(client, { kind: 'takedowns', filters: { takedownStatus: 'authorised' } })).toMatchObject([
      { Title: 'down.example', Status: 'Authorised', Threat: threatId },
    ])
    const activity = await tableOf(client, { kind: 'activity' })
    expect(activity.map((row) => [row['Title'], row['What']])).toEqual([
      ['fine.example', 'Decision: whitelist'],
      ['down.example', 'Decision: takedown'],
    ])
    expect(activity[1]?.['Remark']).toBe(`'=HYPERLINK("x")`)
    expect(await tableOf(client, { kind: 'activity', filters: { tab: 'whitelist' } })).toHaveLength(1)
  })

  // Abuse case 13: bulk export of passwords and user names.
  test('of leaks holds no user name and no password, not even how long it is', async () => {
    const company = await newCompany({ modules: { leaks: true } })
    const client = await newUser('client', company)
    const secret = 'Sommer-2026-geheim!'
    await newLeaks(world(), company, [aLeak({ username: 'person@mail.example', password: secret }), aLeak({})])
    for (const format of ['csv', 'xlsx', 'pdf'] as const) {
      const bytes = await bytesOf(await ended(client, await ask(client, { kind: 'leaks', format })))
      const texts = format === 'xlsx' ? [...(await unzip(bytes)).values()] : [bytes]
      for (const text of texts)
        for (const hidden of [secret, 'person@mail.example']) expect(text.includes(hidden)).toBe(false)
    }
    const rows = await tableOf(client, { kind: 'leaks', filters: { searchQuery: 'person@mail.example' } })
    expect(rows).toMatchObject([
      { 'User name': 'p••••@mail.example', Password: '••••••••', 'Password type': 'Plain text' },
    ])
  })

  // Abuse case 16: cells that a spreadsheet would execute.
  const payloads = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1',
    'a=1',
    '<b>&"',
    'comma, "quote"',
    'two\nlines',
  ]
  test('is never a formula, in CSV and in XLSX, and survives commas, quotes and lines', async () => {
    const { company, client } = await createFixture()
    for (const name of payloads) {
      const { id } = await newThreat(company, { name: randomUUID() })
      await world().database.pool.query('update threats set title = $2 where id = $1', [id, name])
    }
    const safe = payloads.map((text) => (/^[=+\-@\t\r＝]/.test(text) ? `'${text}` : text)).toReversed()
    expect((await tableOf(client, { kind: 'threats' })).map((row) => row['Title'])).toEqual(safe)
    const book = await unzip(await bytesOf(await ended(client, await ask(client, { kind: 'threats', format: 'xlsx' }))))
    const sheet = book.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheet).not.toContain('<f>')
    const first = [...sheet.matchAll(/<c r="A\d+" t="inlineStr"[^>]*><is><t[^>]*>([^<]*)<\/t>/g)].map(
      ([, text]) => text,
    )
    const escaped = safe.map((text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
    expect(first).toEqual(['Title', ...escaped])
    expect([...book.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
  })

  test('as PDF is a document with a cover, figures and numbered pages, whatever the titles are written in', async () => {
    const { company, client } = await createFixture()
    for (const name of ['plain.example', 'раураl.example', '銀行.example', 'a\u202Eb.example', '']) {
      const { id } = await newThreat(company, { name: randomUUID() })
      await world().database.pool.query('update threats set title = $2 where id = $1', [id, name])
    }
    for (const kind of ['threats', 'touts', 'takedowns', 'activity'] as const) {
      const bytes = await bytesOf(await ended(client, await ask(client, { kind, format: 'pdf' })))
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
      expect(pages, kind).toBe(kind === 'threats' ? 3 : 1)
    }
  })

  test('as PDF shows the logo of the company on its cover, whether it is stored as a PNG or an SVG', async () => {
    const { company, client } = await createFixture()
    const pictures = async () => {
      const bytes = await bytesOf(await ended(client, await ask(client, { kind: 'threats', format: 'pdf' })))
      return bytes.toString('latin1').match(/\/Subtype \/Image\b/g)?.length ?? 0
    }
    expect(await pictures()).toBe(0)
    const params = { company: company.key }
    const files = [{ bytes: tinyPng('logo'), name: 'logo.png' }]
    await send(await newUser('superAdmin', company), putLogo, { params, form: { files } })
    expect(await pictures()).toBeGreaterThan(0)
    const change = async (svg: string) => {
      const { sha256, size } = await world().files.put(Buffer.from(svg))
      await world().database.pool.query(
        `update files set type = 'image/svg+xml', sha256 = $2, size = $3 where company_id = $1 and owner_kind = 'logo'`,
        [company.id, sha256, size],
      )
    }
    await change(
      '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="40"/></svg>',
    )
    expect(await pictures()).toBeGreaterThan(0)
    // One that can't be drawn doesn't keep the report from being made.
    await change('<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/logo.png" width="9" height="9"/></svg>')
    expect(await pictures()).toBe(0)
  })
})
