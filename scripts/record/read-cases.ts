import { buffer } from 'node:stream/consumers'
import { CompiledQuery, sql } from 'kysely'
import { dayMs } from '@signet/contract/time'
import type { ThreatStatus } from '@signet/contract/threats/threats'
import type { UserKey } from '../../apps/demo/src/demo-data.ts'
import {
  recordedToday,
  type Cell,
  type RecordedAs,
  type RecordedCases,
  type RecordedTable,
} from '../../apps/demo/src/decisions/recorded-cases.ts'
import type { Tx } from '../../apps/server/src/db/database.ts'
import type { Case, CaseWork } from './case-work.ts'

/** The latest cases keep the bytes of their records and emails; those of older cases count as deleted. */
const withContents = 25
/** Checks are deleted after this time. */
const checksMs = 30 * dayMs

/** Where the rows of a case are in each table, and their order. */
const tables: readonly { name: RecordedTable; ofCase: string; order: string; leftOut?: readonly string[] }[] = [
  { name: 'takedowns', ofCase: 't.id::text = any($2)', order: 'requested_at, id', leftOut: ['next_step_at'] },
  { name: 'takedown_periods', ofCase: 't.takedown_id::text = any($2)', order: 'takedown_id, axis, position' },
  {
    name: 'mails',
    ofCase: `t.id in (select mail_id from takedown_attempts where takedown_id::text = any($2))`,
    order: 'created_at, id',
    leftOut: ['made_sha256'],
  },
  { name: 'takedown_attempts', ofCase: 't.takedown_id::text = any($2)', order: 'at, id' },
  {
    name: 'takedown_checks',
    ofCase: `t.takedown_id::text = any($2) and t.at > to_timestamp(${(recordedToday.getTime() - checksMs) / 1000})`,
    order: 'takedown_id, at',
  },
  { name: 'files', ofCase: `t.owner_kind = 'takedown' and t.owner_id::text = any($2)`, order: 'created_at, id' },
  { name: 'inbound_mails', ofCase: 't.takedown_id::text = any($2)', order: 'received_at, id' },
  { name: 'evidence', ofCase: `t.kind = 'record' and t.threat_id::text = any($3)`, order: 'captured_at, id' },
  { name: 'remarks', ofCase: 't.threat_id::text = any($3)', order: 'at, id' },
  {
    name: 'audit',
    ofCase: `t.target_id::text = any($2) or t.target_id::text = any($3)`,
    order: 'at, id',
    leftOut: ['xid', 'result', 'reason'],
  },
]

type Row = Record<string, Cell>
const cellText = (value: Cell | undefined) => (typeof value === 'string' ? value : '')

/** Reads what was recorded of some cases of one company and kind. */
export async function readCases(work: CaseWork, companyId: number, cases: readonly Case[]): Promise<RecordedCases> {
  const { database } = work.parts
  const opened = cases.filter(({ takedownId }) => takedownId !== '')
  const recent = new Set(
    opened
      .toSorted((a, b) => b.order.requestedAt.getTime() - a.order.requestedAt.getTime())
      .slice(0, withContents)
      .flatMap(({ takedownId, threat }) => [takedownId, threat.id]),
  )
  // Of the people in the cases of a company, only its client has an account in the demo.
  const clients = new Map<string, UserKey>(cases.map(({ client }) => [client.userId, 'client']))
  return database.inCompanies([companyId], async (tx) => {
    const threatIds = opened.map(({ threat }) => threat.id)
    const values = [companyId, opened.map(({ takedownId }) => takedownId), threatIds]
    const keptFiles = new Set<Cell | undefined>()
    const contents: Record<string, string> = {}
    const written: RecordedCases['tables'][number][] = []
    for (const table of tables) {
      const found = await rowsOf(tx, table, values)
      if (table.name === 'files' || table.name === 'evidence') {
        found.rows = found.rows.filter((row) => recent.has(cellText(row['owner_id'] ?? row['threat_id'])))
        for (const { id, sha256 } of found.rows) {
          keptFiles.add(id)
          const stream = await work.files.open(cellText(sha256))
          if (stream) contents[cellText(sha256)] = (await buffer(stream)).toString()
        }
      }
      for (const row of found.rows) {
        if (table.name === 'inbound_mails' && !keptFiles.has(row['file_id'])) row['file_id'] = null
        if (table.name === 'mails') row['attachments'] = withoutMade(row['attachments'])
      }
      written.push({ name: table.name, ...packed(found, clients) })
    }
    return { outcomes: await outcomesOf(tx, companyId, threatIds), tables: written, contents }
  })
}

async function rowsOf(
  tx: Tx,
  { name, ofCase, order, leftOut = [] }: (typeof tables)[number],
  values: readonly unknown[],
): Promise<{ rows: Row[]; instants: Set<string> }> {
  const query = (text: string, of: readonly unknown[]) => tx.executeQuery<Row>(CompiledQuery.raw(text, [...of]))
  const { rows: typed } = await query(
    `select attname from pg_attribute where attrelid = $1::regclass and atttypid = 'timestamptz'::regtype`,
    [name],
  )
  const { rows } = await query(
    `select to_jsonb(t) - $4::text[] as row from ${name} t
      where t.company_id = $1 and coalesce($2::text[], $3::text[]) is not null and (${ofCase}) order by ${order}`,
    [...values, ['company_id', ...leftOut]],
  )
  return { rows: rows.map(({ row }) => Object(row)), instants: new Set(typed.map(({ attname }) => cellText(attname))) }
}

/** The rows as a list of values for each, in the order of the columns. */
function packed(
  { rows, instants }: { rows: readonly Row[]; instants: ReadonlySet<string> },
  clients: ReadonlyMap<string, UserKey>,
) {
  const names = Object.keys(rows[0] ?? {}).toSorted()
  const columns = names.map((name) => [name, asOf(name, instants)] as const)
  const valueOf = (row: Row, name: string, as: RecordedAs): Cell => {
    const value = row[name]
    if (name === 'is_demo') return true
    if (value === null || value === undefined) return null
    if (as === 'instant') return Date.parse(cellText(value)) - recordedToday.getTime()
    const key = as === 'plain' ? undefined : clients.get(cellText(value))
    return as === 'user' ? (key ?? null) : as === 'author' ? (key ?? value) : value
  }
  return { columns, rows: rows.map((row) => columns.map(([name, as]) => valueOf(row, name, as))) }
}
const asOf = (name: string, instants: ReadonlySet<string>): RecordedAs =>
  instants.has(name) ? 'instant' : userColumns.has(name) ? 'user' : name === 'by_user' ? 'author' : 'plain'
const userColumns: ReadonlySet<string> = new Set(['requested_by', 'user_id', 'created_by', 'written_by'])

/** A file that was made on sending is not kept, as if it were still to be made. */
const withoutMade = (attachments: Cell | undefined) =>
  Array.isArray(attachments)
    ? attachments.map(({ name, type, ...file }: Row) =>
        'sha256' in file ? { name, type, isMadeOnSending: true } : { name, type, ...file },
      )
    : (attachments ?? null)

/** What became of the threats. */
async function outcomesOf(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<RecordedCases['outcomes']> {
  if (threatIds.length === 0) return []
  const { rows } = await sql<{ id: string; status: ThreatStatus; version: number; gone_at: Date | null }>`
    select t.id, t.status, t.version, (
      select min(p.began_at) from takedowns c join takedown_periods p on p.company_id = c.company_id and p.takedown_id = c.id
      where c.company_id = t.company_id and c.threat_id = t.id and c.status in ('offline_monitoring', 'resolved', 'stale')
        and p.status in ('offline_monitoring', 'stale')) as gone_at
    from threats t where t.company_id = ${companyId} and t.id = any(${threatIds}::uuid[]) order by t.id`.execute(tx)
  return rows.map(({ id, status, version, gone_at: at }) => ({
    id,
    status,
    version,
    goneAt: at?.toISOString() ?? null,
  }))
}
