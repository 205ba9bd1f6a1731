import { derivedId } from '@signet/server/derived-id'
import type { ExportFormat, ExportKind } from '@signet/contract/reports/exports'
import type { ReportKind } from '@signet/contract/reports/reports'
import { requestDueFrom, type RequestReached, type RequestStatus } from '@signet/contract/requests/requests'
import { isoDay, dayMs, hourMs } from '@signet/contract/time'
import { sql } from 'kysely'
import type { Actor } from '@signet/server/app/context'
import type { Cell } from '@signet/server/features/exported-lists/cells'
import type { ExportReader } from '@signet/server/features/exported-lists/exporter'
import { decodeFilters } from '@signet/server/features/exports/exports.routes'
import { exporters } from '@signet/server/features/exports/exporters.generated'
import { printedLogo } from '@signet/server/features/exports/printed-logo'
import { writeCsv } from '@signet/server/features/exports/write-csv'
import { nextDay } from '@signet/server/features/exports/schedule-days'
import { printedColumnsOf, writePdf } from '@signet/server/features/exports/write-pdf'
import { writeXlsx } from '@signet/server/features/exports/write-xlsx'
import { dayIn, endOfDay, zoneOfCompany } from '@signet/server/features/companies/company-zone'
import { readRequest } from '@signet/server/features/intake/request-mails/read-request.job'
import { readRequestJob } from '@signet/server/features/requests/requests.jobs'
import type { DemoContext, DemoPart, DemoPerson } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import { requestTexts, type RequestText } from '../decisions/request-texts.ts'

// One page of a table, few enough rows to be generated quickly.
const rowsOfReport = 34
const rowsOfExport = 400

/** Published reports, exports and requests with their messages over 400 days, for every invented company. */
export const filesDemo: DemoPart = {
  name: 'files',
  async load(demo: DemoContext): Promise<void> {
    if (!demo.company.isInvented || (await isLoaded(demo))) return
    const { database, queue } = demo.program
    const logo = await printedLogo(demo.program, demo.companyId)
    const reports = await Promise.all(periodsUntil(demo.today).map((period) => makeReport(demo, period, logo)))
    const exports = await makeExports(demo, logo)
    const requests = makeRequests(demo)
    const reported = requests.filter(({ row }) => row.kind === 'threat').map(({ row }) => row.id)
    await database.inCompanies([demo.companyId], async (tx) => {
      await tx
        .insertInto('files')
        .values([...reports, ...exports].flatMap(({ file }) => file ?? []))
        .execute()
      await tx
        .insertInto('reports')
        .values(reports.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('exports')
        .values(exports.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('report_schedules')
        .values(
          [demo.users.client, demo.users.admin, demo.users.subAdmin, demo.users.superAdmin].map((person) => ({
            company_id: demo.companyId,
            id: idFrom(`${demo.company.key} schedule ${person.email}`),
            created_by: person.id,
            created_by_name: person.name,
            rhythm: 'monthly' as const,
            sections: ['threats' as const, 'takedowns' as const],
            format: 'pdf' as const,
            next_on: sql<Date>`${nextDay('monthly', demo.today)}::date`,
            is_demo: true,
          })),
        )
        .execute()
      await tx
        .insertInto('requests')
        .values(requests.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('request_messages')
        .values(requests.flatMap(({ messages }) => messages))
        .execute()
      for (const requestId of reported) {
        await queue.enqueue(tx, readRequestJob, { companyId: demo.companyId, requestId })
      }
    })
    // Now rather than some seconds later, so that the loaded demo is complete. The job then finds nothing left to do.
    for (const requestId of reported) {
      await readRequest(
        { database, files: demo.program.files, lookUps: null, enqueue: queue.enqueue },
        { companyId: demo.companyId, requestId },
      )
    }
  },
}

function isLoaded({ program, companyId }: DemoContext): Promise<boolean> {
  return program.database.inCompanies([companyId], (tx) => hasDemoRows(tx, companyId, 'requests'))
}

interface Period {
  kind: ReportKind
  period: string
  from: Date
  /** Exclusive. */
  until: Date
}

/** The last twelve complete months and four complete quarters, oldest first. */
function periodsUntil(today: Date): Period[] {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const spanOf = (first: number, months: number) => ({
    from: new Date(Date.UTC(year, first, 1)),
    until: new Date(Date.UTC(year, first + months, 1)),
  })
  const monthly = Array.from({ length: 12 }, (_, index): Period => {
    const span = spanOf(month - 12 + index, 1)
    return { kind: 'monthly', period: span.from.toISOString().slice(0, 7), ...span }
  })
  const thisQuarter = Math.floor(month / 3) * 3
  const quarterly = Array.from({ length: 4 }, (_, index): Period => {
    const span = spanOf(thisQuarter - 3 * (4 - index), 3)
    const quarter = Math.floor(span.from.getUTCMonth() / 3) + 1
    return { kind: 'quarterly', period: `${span.from.getUTCFullYear()}-Q${quarter}`, ...span }
  })
  return [...monthly, ...quarterly]
}

const longDay = (at: Date) =>
  at.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })

async function makeReport(demo: DemoContext, period: Period, logo: Buffer | null) {
  const { company, companyId, users } = demo
  const last = new Date(period.until.getTime() - dayMs)
  // Within the first days after the end of the period, but not in the future.
  const afterEnd = (hours: number) =>
    new Date(Math.min(period.until.getTime() + 2 * dayMs + hours * hourMs, demo.today.getTime()))
  const kind = period.kind === 'quarterly' ? 'takedowns' : 'threats'
  const { content } = await printed(
    demo,
    kind,
    { fromDate: isoDay(period.from), toDate: isoDay(last) },
    {
      words: `${longDay(period.from)} – ${longDay(last)}`,
      at: afterEnd(9),
      by: users.admin,
      logo,
    },
  )
  const publishedAt = afterEnd(10)
  const id = idFrom(`${company.key} report ${period.period}`)
  const stored = await demo.program.files.put(content)
  return {
    file: fileOf(demo, {
      id,
      owner: 'report',
      ownerId: id,
      name: `${company.word}-${kind}-report-${period.period}.pdf`,
      type: 'application/pdf',
      by: users.admin,
      at: publishedAt,
      ...stored,
    }),
    row: {
      company_id: companyId,
      id,
      kind: period.kind,
      period: period.period,
      published_at: publishedAt,
      published_by: users.admin.id,
      published_by_name: users.admin.name,
    },
  }
}

type Filters = Record<string, string>

/** Reads as a user who exports. */
async function readAs<T>(
  demo: DemoContext,
  { kind, filters, by }: { kind: ExportKind; filters: Filters; by: DemoPerson },
  read: (reader: ExportReader, filter: object) => Promise<T>,
): Promise<T> {
  const filter = decodeFilters(kind, filters)
  const { companyId, company } = demo
  const ref = {
    id: companyId,
    key: company.key,
    name: company.name,
    modules: { ...company.modules },
  }
  const actor: Actor = {
    userId: by.id,
    sessionId: '',
    name: by.name,
    email: by.email,
    role: by.role,
    company: ref,
    adminCompanies: [],
    phone: null,
    lastSignInAt: null,
    ownRoleInView: null,
  }
  return demo.program.database.inCompanies([companyId], async (tx) => {
    const reader = { tx, company: ref, actor, zone: await zoneOfCompany(tx, companyId) }
    return read(reader, filter)
  })
}

interface Written {
  content: AsyncIterable<Uint8Array>
  /** How many rows it has. */
  rows: number
}

async function printed(
  demo: DemoContext,
  kind: ExportKind,
  filters: Filters,
  about: { words: string; at: Date; by: DemoPerson; logo: Buffer | null },
): Promise<Written> {
  const exporter = exporters[kind]
  const { rows, total, figures } = await readAs(demo, { kind, filters, by: about.by }, async (reader, filter) => ({
    rows: (await exporter.batch(reader, filter, null, rowsOfReport)).rows,
    total: await exporter.count(reader, filter, 100_000),
    figures: await exporter.figures(reader, filter),
  }))
  const content = await writePdf({
    reportName: exporter.reportName,
    title: exporter.title,
    company: demo.company.name,
    logo: about.logo,
    period: about.words,
    filters: '',
    createdAt: about.at,
    createdBy: about.by.name,
    zone: 'UTC',
    figures,
    columns: printedColumnsOf(exporter),
    total,
    rows: once(rows),
  })
  return { content, rows: total }
}

async function listed(
  demo: DemoContext,
  { kind, format, filters }: { kind: ExportKind; format: 'csv' | 'xlsx'; filters: Filters },
  by: DemoPerson,
): Promise<Written> {
  const exporter = exporters[kind]
  const { rows } = await readAs(demo, { kind, filters, by }, (reader, filter) =>
    exporter.batch(reader, filter, null, rowsOfExport),
  )
  const content =
    format === 'csv' ? writeCsv(exporter.columns, once(rows)) : writeXlsx(exporter.title, exporter.columns, once(rows))
  return { content, rows: rows.length }
}

async function* once(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

/** The exports of the two users, newest first; `null` marks a failed one. */
const exports: {
  daysAgo: number
  by: 'client' | 'admin'
  kind: ExportKind
  format: ExportFormat
  filters: Filters
  isFailed?: true
}[] = [
  { daysAgo: 1, by: 'client', kind: 'threats', format: 'xlsx', filters: { threatSeverity: 'Critical,High' } },
  { daysAgo: 6, by: 'admin', kind: 'takedowns', format: 'csv', filters: {} },
  { daysAgo: 19, by: 'client', kind: 'takedowns', format: 'pdf', filters: {} },
  { daysAgo: 47, by: 'client', kind: 'activity', format: 'csv', filters: { tab: 'all' } },
  { daysAgo: 48, by: 'client', kind: 'threats', format: 'pdf', filters: {}, isFailed: true },
  { daysAgo: 121, by: 'admin', kind: 'threats', format: 'csv', filters: { threatSource: 'Domain' } },
  { daysAgo: 260, by: 'client', kind: 'threats', format: 'csv', filters: { searchQuery: 'login' } },
]
const types: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

async function makeExports(demo: DemoContext, logo: Buffer | null) {
  const { company, companyId, users, today } = demo
  return Promise.all(
    exports.map(async ({ daysAgo, by, kind, format, filters, isFailed }) => {
      const person = users[by]
      const at = new Date(today.getTime() - daysAgo * dayMs - 3 * hourMs)
      const id = idFrom(`${company.key} export ${daysAgo}`)
      const { content, rows } = await (format === 'pdf'
        ? printed(demo, kind, filters, { words: 'everything to date', at, by: person, logo })
        : listed(demo, { kind, format, filters }, person))
      const file = isFailed
        ? null
        : fileOf(demo, {
            id: idFrom(`${company.key} export file ${daysAgo}`),
            owner: 'export',
            ownerId: id,
            name: `${company.key}-${kind}-${isoDay(at)}.${format}`,
            type: types[format],
            by: person,
            at,
            ...(await demo.program.files.put(content)),
          })
      return {
        file,
        row: {
          company_id: companyId,
          id,
          created_by: person.id,
          created_by_name: person.name,
          kind,
          format,
          filters: JSON.stringify(filters),
          status: isFailed ? ('failed' as const) : ('done' as const),
          rows_done: isFailed ? 0 : rows,
          rows_total: rows,
          error: isFailed ? 'EXPORT_NOT_MADE' : null,
          created_at: at,
          finished_at: new Date(at.getTime() + 4000),
          is_demo: true,
        },
      }
    }),
  )
}

function makeRequests(demo: DemoContext) {
  const { company, companyId, users, today, random } = demo
  const filled = (text: string) =>
    text.replaceAll('{name}', company.name).replaceAll('{word}', company.word).replaceAll('{domain}', company.domain)
  const client = users.client
  return requestTexts.map((text, index) => {
    // Those that are open are of the last days; the oldest is more than a year old.
    const daysAgo = text.daysAgo ?? index * 38 + random.int(0, 20)
    const createdAt = new Date(today.getTime() - daysAgo * dayMs - random.int(0, 5) * hourMs)
    const id = random.uuid()
    let at = createdAt
    const messages = text.talk.map((message) => {
      at = new Date(Math.min(at.getTime() + random.int(2, 30) * hourMs, today.getTime()))
      const isStaff = message.startsWith('> ')
      const by = isStaff ? users.subAdmin : client
      return {
        company_id: companyId,
        id: random.uuid(),
        request_id: id,
        at,
        by_user: by.id,
        by_name: by.name,
        is_staff: isStaff,
        text: filled(isStaff ? message.slice(2) : message),
      }
    })
    const isTaken = text.status !== 'open'
    const dueAt = endOfDay(dayIn(requestDueFrom(createdAt, text.kind), 'UTC'), 'UTC')
    return {
      messages,
      row: {
        company_id: companyId,
        id,
        kind: text.kind,
        subject: filled(text.subject),
        text: filled(text.text),
        links: text.links.map(filled),
        status: text.status,
        reached_at: JSON.stringify(reachedOf(text, createdAt, at)),
        created_by: client.id,
        created_by_name: client.name,
        created_at: createdAt,
        updated_at: at,
        message_count: messages.length,
        due_at: dueAt,
        first_due_at: dueAt,
        is_demo: true,
        version: 1 + messages.length + Number(isTaken),
      },
    }
  })
}

function reachedOf({ status }: RequestText, from: Date, until: Date): RequestReached {
  const begun = new Date((from.getTime() + until.getTime()) / 2).toISOString()
  const reached: RequestReached = { open: from.toISOString() }
  if (status !== 'open') reached.inProgress = begun
  const end: RequestStatus[] = ['waiting', 'done', 'declined']
  if (end.includes(status)) reached[status] = until.toISOString()
  return reached
}

interface NewDemoFile {
  id: string
  owner: 'report' | 'export'
  ownerId: string
  name: string
  type: string
  size: number
  sha256: string
  by: DemoPerson
  at: Date
}

function fileOf({ companyId }: DemoContext, file: NewDemoFile) {
  return {
    company_id: companyId,
    id: file.id,
    owner_kind: file.owner,
    owner_id: file.ownerId,
    name: file.name,
    type: file.type,
    size: file.size,
    sha256: file.sha256,
    created_by: file.by.id,
    created_by_name: file.by.name,
    created_at: file.at,
    is_demo: true,
  }
}

/** The id of a demo record that is named by this text. */
export const idFrom = (text: string) => derivedId(text, 4)
