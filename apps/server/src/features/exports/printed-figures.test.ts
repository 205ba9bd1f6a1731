import { expect, test } from 'vitest'
import { readPdf } from '@signet/readers/documents/pdf/pdf'
import { getLeakDistribution, getLeakEntityStats, getLeaks, getPackageList } from '@signet/contract/leaks/leaks'
import {
  getThreatFrequency,
  getThreatSeverityDistribution,
  getThreatSourceSummary,
} from '@signet/contract/reports/analytics'
import { addExport, getExport, type ExportKind } from '@signet/contract/reports/exports'
import { listActivity, type AuditTab } from '@signet/contract/threats/activity'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { decideThreat, getSourceOptions, listAllThreats } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { takedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { getToutFrequency, getToutSourceSummary, listAllTouts } from '@signet/contract/touts/touts'
import { requestTakedown } from '@signet/contract/takedowns/takedown-work'
import { aLeak, newLeaks } from '../../../test/leak-makers.ts'
import { newCompany, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { publishThreats, type NewPublished } from '../../../test/many-threats.ts'
import { openLog } from '../../log.ts'
import { findUserActor } from '../sessions/sessions.queries.ts'
import { runExport } from './export.job.ts'
import { exporters } from './exporters.generated.ts'
import { decodeFilters } from './exports.routes.ts'

/*
 * The figures in a printed report are those of the calls that the screens use. docs/figures.md defines each figure; those of takedowns are
 * in takedown-statistics.test.ts.
 */

const world = useWorld()
type Filters = Record<string, string>

async function createFixture() {
  const company = await newCompany({ modules: { leaks: true, touts: true } })
  return { company, client: await newUser('client', company) }
}

/** The lines of the text of a report. */
async function printed(user: TestUser, kind: ExportKind, filters: Filters = {}): Promise<string[]> {
  const { body } = await send(user, addExport, { body: { kind, format: 'pdf', filters } })
  const { database, files } = world()
  const data = { companyId: user.company.id, exportId: body.id, userId: user.id }
  await runExport({ database, files, log: openLog('silent') }, data, {
    attempt: 1,
    signal: new AbortController().signal,
  })
  const made = (await send(user, getExport, { params: { exportId: body.id } })).body
  const { rawPayload } = await world().server.inject(made.file?.href ?? '')
  return (await readPdf(rawPayload)).text.split('\n')
}

/** The lines below the title of the table. */
const tableOf = (lines: readonly string[]) =>
  lines.slice(lines.findIndex((line) => line.includes('in all, newest first')) + 1)

/** The number on the cover that is printed below its name. */
function keyFigure(lines: readonly string[], label: string): number {
  return Number(lines[lines.indexOf(label) + 1]?.replaceAll(',', ''))
}

/** The bars of a chart by their names, down to the next chart or the end of the page. */
function bars(lines: readonly string[], title: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const line of lines.slice(lines.indexOf(title) + 1)) {
    const [, label, value] = /^([^·]+) ([\d,]+)$/.exec(line) ?? []
    if (!label || !value) break
    found[label] = Number(value.replaceAll(',', ''))
  }
  return found
}

/** The columns of a chart from the oldest to the newest; a report has no number for each of them. */
async function columns(user: TestUser, kind: ExportKind, title: string): Promise<number[]> {
  const { database } = world()
  const actor = (await findUserActor(database, user.id)) ?? expect.fail('no such user')
  const { charts } = await database.inCompanies([user.company.id], (tx) =>
    exporters[kind].figures({ tx, actor, company: actor.company, zone: 'UTC' }, decodeFilters(kind, {})),
  )
  return charts.find((chart) => chart.title === title)?.data.map(({ value }) => value) ?? []
}

const countsOf = (rows: readonly { label: string; count?: number | undefined }[]) =>
  Object.fromEntries(rows.flatMap(({ label, count }) => (count ? [[label, count]] : [])))
const sumOf = <T>(rows: readonly T[], valueOf: (row: T) => number) => rows.reduce((sum, row) => sum + valueOf(row), 0)
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** Five records of two sources, found on four days, and one that no list shows. */
const someRecords = (kind: 'threat' | 'tout'): NewPublished[] => {
  const [one, two] = kind === 'threat' ? (['Domain', 'URL'] as const) : (['Telegram', 'Instagram'] as const)
  return [
    { kind, source: one, title: 'a', severity: 4, firstSeen: daysAgo(5) },
    { kind, source: one, title: 'b', severity: 3, firstSeen: daysAgo(3) },
    { kind, source: one, title: 'c', severity: 1, firstSeen: daysAgo(3) },
    { kind, source: two, title: 'd', severity: 2, firstSeen: daysAgo(1), fields: { link: 'd' } },
    { kind, source: two, title: 'e', severity: 4, firstSeen: daysAgo(0), fields: { link: 'e' } },
    { kind, source: one, title: 'f', severity: 4, firstSeen: daysAgo(0), autoFiltered: true },
  ]
}

test.each<Filters>([{}, { threatSeverity: 'Critical,Low' }, { fromDate: daysAgo(3).slice(0, 10) }])(
  'a report of threats has the figures of the list with the same filters: %j',
  async (filters) => {
    const { company, client } = await createFixture()
    const [decided] = await publishThreats(world().database, company, someRecords('threat'))
    await send(client, decideThreat, {
      params: { source: 'Domain', threatId: decided ?? '' },
      body: { action: 'whitelist', version: 1 },
    })
    const chosen = filters['threatSeverity']?.split(',') ?? severities
    const total = async (more: Filters = {}) =>
      (await send(client, listAllThreats, { raw: { limit: '1', ...filters, ...more } })).body.total
    const ofSeverity = async (severity: Severity) =>
      chosen.includes(severity) ? total({ threatSeverity: severity }) : 0
    const lines = await printed(client, 'threats', filters)
    expect(keyFigure(lines, 'Found')).toBe(await total())
    expect(keyFigure(lines, 'Waiting for a decision')).toBe(await total({ status: 'open' }))
    const [critical, high, medium, low] = await Promise.all(severities.map(ofSeverity))
    expect(keyFigure(lines, 'Critical or high')).toBe(Number(critical) + Number(high))
    expect(bars(lines, 'By severity')).toEqual({ Critical: critical, High: high, Medium: medium, Low: low })
    expect(bars(lines, 'By source')).toEqual(countsOf((await send(client, getSourceOptions, { raw: filters })).body))
  },
)

test('a report of all threats has the figures and charts of Home', async () => {
  const { company, client } = await createFixture()
  await publishThreats(world().database, company, someRecords('threat'))
  const lines = await printed(client, 'threats')
  const { body: sources } = await send(client, getThreatSourceSummary)
  expect(keyFigure(lines, 'Found')).toBe(sumOf(sources, (source) => source.total))
  expect(keyFigure(lines, 'Waiting for a decision')).toBe(sumOf(sources, (source) => source.open))
  const query = { daysBack: 6 }
  const { body: bySeverity } = await send(client, getThreatSeverityDistribution, { query })
  expect(bars(lines, 'By severity')).toEqual(Object.fromEntries(bySeverity.map(({ label, count }) => [label, count])))
  const { body: days } = await send(client, getThreatFrequency, { query })
  expect(await columns(client, 'threats', 'Threats per day')).toEqual(days.map(({ count }) => count))
})

test('a report of touts has the figures of their list and of Home', async () => {
  const { company, client } = await createFixture()
  await publishThreats(world().database, company, someRecords('tout'))
  const lines = await printed(client, 'touts')
  const { body: sources } = await send(client, getToutSourceSummary)
  const list = async (query: object) => (await send(client, listAllTouts, { query: { limit: 1, ...query } })).body.total
  expect(keyFigure(lines, 'Found')).toBe(sumOf(sources, ({ total }) => total))
  expect(keyFigure(lines, 'Found')).toBe(await list({}))
  expect(keyFigure(lines, 'Critical or high')).toBe(await list({ threatSeverity: ['Critical', 'High'] }))
  expect(keyFigure(lines, 'Waiting for a decision')).toBe(await list({ status: ['open'] }))
  expect(bars(lines, 'By source')).toEqual(countsOf(sources.map(({ label, total }) => ({ label, count: total }))))
  for (const [severity, count] of Object.entries(bars(lines, 'By severity')))
    expect(count, severity).toBe(sumOf(sources, ({ bySeverity }) => bySeverity[severity as Severity]))
  const { body: days } = await send(client, getToutFrequency, { query: { daysBack: 6 } })
  expect(await columns(client, 'touts', 'Touts per day')).toEqual(days.map(({ count }) => count))
})

test('a report of leaks has the figures of their list and of its charts', async () => {
  const { company, client } = await createFixture()
  await newLeaks(world(), company, [
    aLeak(),
    aLeak({ entity: 'package-two', isEmployee: true }),
    aLeak({ leakType: 'employeeCredentials', isEmployee: true, password: undefined }),
    aLeak({ leakType: 'stealerLogs', status: 'resolved' }),
    aLeak({ status: 'ignored' }),
  ])
  const lines = await printed(client, 'leaks')
  const list = async (query: object) => (await send(client, getLeaks, { query: { limit: 1, ...query } })).body.total
  expect(keyFigure(lines, 'Leaks')).toBe(await list({}))
  expect(keyFigure(lines, 'With a password')).toBe(await list({ leaksWithPassword: true }))
  const { body: packages } = await send(client, getLeakEntityStats)
  expect(keyFigure(lines, 'Of employees')).toBe(sumOf(packages, ({ employees }) => employees))
  const { body: types } = await send(client, getLeakDistribution)
  expect(bars(lines, 'By kind')).toEqual(countsOf(types))
  expect(keyFigure(lines, 'With a password')).toBe(sumOf(types, ({ withPassword }) => withPassword))
  expect(bars(lines, 'Largest packages')).toEqual(countsOf((await send(client, getPackageList)).body))
})

test.each<AuditTab>(['all', 'takedown'])('a report of the activity has the figures of the tab %s', async (tab) => {
  const { company, client } = await createFixture()
  const colleague = await newUser('client', company)
  const [one, two, three] = await publishThreats(world().database, company, someRecords('threat'))
  for (const [user, threatId, action] of [
    [client, one, 'takedown'],
    [client, two, 'whitelist'],
    [colleague, three, 'takedown'],
  ] as const) {
    const params = { source: 'Domain' as const, threatId: threatId ?? '' }
    expect((await send(user, decideThreat, { params, body: { action, version: 1 } })).status).toBe(200)
  }
  const lines = await printed(client, 'activity', { tab })
  const { items, total } = (await send(client, listActivity, { query: { tab, limit: 100 } })).body
  const counted = (valueOf: (item: (typeof items)[number]) => string) => {
    const counts: Record<string, number> = {}
    for (const item of items) counts[valueOf(item)] = (counts[valueOf(item)] ?? 0) + 1
    return counts
  }
  expect(keyFigure(lines, 'Actions')).toBe(total)
  const takedowns = (await send(client, listActivity, { query: { tab: 'takedown', limit: 1 } })).body.total
  expect(keyFigure(lines, 'Takedowns requested')).toBe(takedowns)
  expect(keyFigure(lines, 'People')).toBe(Object.keys(counted(({ by }) => by ?? 'Signet')).length)
  expect(bars(lines, 'What was done')).toEqual(counted(({ text }) => text))
  expect(bars(lines, 'By person')).toEqual(counted(({ by }) => by ?? 'Signet'))
  expect(bars(lines, 'By source')).toEqual(counted(({ source }) => source))
})

test('a report of takedowns prints every time and title in full', async () => {
  const { company, client } = await createFixture()
  const records = ['Document Leaks', 'secure-meridian-update.example'].map((title): NewPublished => ({
    kind: 'threat',
    source: 'Domain',
    title,
    severity: 4,
    firstSeen: daysAgo(1),
  }))
  for (const threatId of await publishThreats(world().database, company, records))
    await send(client, requestTakedown, { body: { company: company.key, threatId } })
  const table = tableOf(await printed(client, 'takedowns'))
  expect(table.filter((line) => /\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(line))).toHaveLength(2)
  expect(table.join('\n')).not.toContain('…')
})

test('a report of threats prints sources and types in full, however long a title is', async () => {
  const { company, client } = await createFixture()
  const title = 'a very long title '.repeat(12)
  await publishThreats(world().database, company, [
    { kind: 'threat', source: 'DocumentLeaks', title, severity: 4, firstSeen: daysAgo(1) },
    { kind: 'threat', source: 'FinancialFraud', title, severity: 3, firstSeen: daysAgo(1) },
  ])
  const table = tableOf(await printed(client, 'threats')).join('\n')
  for (const label of ['Document Leaks', 'Financial Fraud Intelligence']) expect(table).toContain(label)
  expect(table.match(/…/g)).toHaveLength(2)
})

test.each(['threats', 'takedowns', 'activity', 'touts', 'leaks'] as const)(
  'a report of %s prints no address that a reader of PDF files turns into a link',
  async (kind) => {
    const { company, client } = await createFixture()
    const address = 'https://secure-update.example/verify'
    const [id] = await publishThreats(world().database, company, [
      { kind: 'threat', source: 'URL', title: address, severity: 4 },
      { kind: 'threat', source: 'APK', title: 'com.example.bank', severity: 3 },
      { kind: 'tout', source: 'Telegram', title: address, severity: 4, fields: { link: address } },
    ])
    await send(client, requestTakedown, { body: { company: company.key, threatId: id ?? '' } })
    await newLeaks(world(), company, [aLeak({ entity: address })])
    const table = tableOf(await printed(client, kind)).join('\n')
    expect(table).toContain('hxxps://secure-update[.]example/verify')
    expect(table).not.toContain('https://')
    if (kind === 'threats') expect(table).toContain('com.example.bank')
  },
)

test('the bars of a report add up to its total, however many groups there are', async () => {
  const { company, client } = await createFixture()
  const leaks = Array.from({ length: 12 }, (_, index) => aLeak({ entity: `package-${index}` }))
  await newLeaks(world(), company, leaks)
  const packages = bars(await printed(client, 'leaks'), 'Largest packages')
  expect(Object.keys(packages)).toHaveLength(8)
  expect(packages['All others']).toBe(5)

  const records = takedownStatuses.map((title): NewPublished => ({ kind: 'threat', source: 'Domain', title }))
  for (const [index, threatId] of (await publishThreats(world().database, company, records)).entries()) {
    const { body } = await send(client, requestTakedown, { body: { company: company.key, threatId } })
    const change = 'update takedowns set status = $2 where id = $1'
    await world().database.pool.query(change, [body.id, takedownStatuses[index]])
  }
  const lines = await printed(client, 'takedowns')
  const statuses = Object.entries(bars(lines, 'By status'))
  expect(statuses.at(-1)?.[0]).toBe('All others')
  expect(sumOf(statuses, ([, count]) => count)).toBe(keyFigure(lines, 'Takedowns'))
})

test('a report names its unit of time and its time zone, and cuts none of its notes', async () => {
  const { company, client } = await createFixture()
  await publishThreats(world().database, company, someRecords('threat'))
  const lines = await printed(client, 'threats')
  expect(lines).toContain('Threats per day')
  expect(lines.find((line) => line.includes('newest first'))).toMatch(/; times in UTC$/)
  expect(lines.join('\n')).not.toContain('…')
})

test('a report says on its first page what matters, how that compares with the days before, and its filters', async () => {
  const { company, client } = await createFixture()
  await publishThreats(world().database, company, someRecords('threat'))
  const filters = {
    fromDate: daysAgo(1).slice(0, 10),
    toDate: daysAgo(0).slice(0, 10),
    threatSeverity: 'Critical,Medium',
  }
  const lines = await printed(client, 'threats', filters)
  const cover = lines.slice(0, lines.indexOf('At a glance')).join(' ')
  expect(cover).toContain('Severity: Critical, Medium')
  expect(cover).toContain('Threats found: 2, 2 more than in the 2 days before (0).')
  expect(cover).toContain('Waiting for your decision: 2, 1 of them critical or high.')
})

test('a report of takedowns accounts for each of them on its first page', async () => {
  const { company, client } = await createFixture()
  const records = ['a.example', 'b.example'].map((title): NewPublished => ({ kind: 'threat', source: 'Domain', title }))
  const [running = '', rejected = ''] = await publishThreats(world().database, company, records)
  await send(client, requestTakedown, { body: { company: company.key, threatId: running } })
  const { body } = await send(client, requestTakedown, { body: { company: company.key, threatId: rejected } })
  await world().database.pool.query('update takedowns set status = $2 where id = $1', [body.id, 'refused'])
  const cover = (await printed(client, 'takedowns')).join(' ')
  expect(cover).toContain('In progress: 1; the oldest was requested on')
  expect(cover).toContain('Closed without success: 1,')
})

test('a report without rows says so on its only page', async () => {
  const { client } = await createFixture()
  const lines = await printed(client, 'threats')
  expect(lines.join(' ')).toContain('Nothing matches this report')
  expect(lines).not.toContain('At a glance')
})

test('every page of a report names its company and period, and the last one has more than a row', async () => {
  const { company, client } = await createFixture()
  // As many as fit on the first page of the table.
  const one = 37
  const records = Array.from({ length: one + 1 }, (_, index): NewPublished => {
    return { kind: 'threat', source: 'Domain', title: `name-${index}.example`, severity: 4, firstSeen: daysAgo(0) }
  })
  await publishThreats(world().database, company, records)
  const [fromDate, toDate] = [daysAgo(1).slice(0, 10), daysAgo(0).slice(0, 10)]
  const lines = await printed(client, 'threats', { fromDate, toDate })
  const footers = lines.filter((line) => /^.+ · Threat report, .+ – .+ · Confidential Page \d of 4$/.test(line))
  expect(footers).toHaveLength(3)
  const last = lines.slice(lines.lastIndexOf(lines.findLast((line) => line.startsWith('Severity Title')) ?? ''))
  expect(last.filter((line) => line.includes('name-')).length).toBeGreaterThan(3)
})

test('a long address in a report is broken, not cut', async () => {
  const { company, client } = await createFixture()
  const path = `/${'verify/'.repeat(9)}end`
  await publishThreats(world().database, company, [
    { kind: 'threat', source: 'URL', title: `https://secure-update.example${path}`, severity: 4 },
    { kind: 'threat', source: 'FinancialFraud', title: 'a', severity: 4 },
  ])
  const table = tableOf(await printed(client, 'threats')).join('')
  expect(table).toContain('verify/end')
  expect(table).not.toContain('…')
})
