import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isNumeric, type FieldSort } from '@signet/contract/threats/field-kinds'
import { kinds, type Kind, type SourceField } from '@signet/contract/threats/sources'
import { listThreats } from '@signet/contract/threats/threats'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { oneOfEachSource, publishThreats, type NewPublished } from '../../../../test/many-threats.ts'
import { placedByField } from './field-order.queries.ts'
import { columnOf } from './own-columns.ts'

const world = useWorld()

const valueOf = ({ field, kind = 'text' }: SourceField, at: number) => {
  if (isNumeric(kind)) return at + 0.5
  return kind === 'date' ? `2026-01-${String((at % 28) + 1).padStart(2, '0')}T10:00:00.000Z` : `${field} Of ${at}`
}

describe.each(kinds)('of a %s', (kind: Kind) => {
  test('each field that a list shows by default has a column that holds its value', async () => {
    const company = await newCompany()
    const records = oneOfEachSource(kind).map((record) => {
      const fields: Record<string, unknown> = {}
      for (const [at, own] of sourceInfoOf(kind, record.source).fields.entries()) {
        const [head = '', tail] = own.field.split('.')
        fields[head] = tail ? { ...Object(fields[head]), [tail]: valueOf(own, at) } : valueOf(own, at)
      }
      return { ...record, title: record.source, fields } as NewPublished & typeof record
    })
    await publishThreats(world().database, company, records)
    const rows = await world().database.inCompanies([company.id], (tx) =>
      tx.selectFrom('threats').selectAll().where('company_id', '=', company.id).execute(),
    )
    for (const { source } of records) {
      const row = rows.find(({ title }) => title === source)
      for (const [at, own] of sourceInfoOf(kind, source).fields.entries()) {
        const found = columnOf(own.field, { kind, source })
        if (own.inList) expect(found, `${source} ${own.field}`).not.toBeNull()
        if (!found) continue
        const value = valueOf(own, at)
        const stored = typeof value === 'string' && own.kind !== 'date' ? value.toLowerCase() : value
        expect(row?.[found.column], `${source} ${own.field}`).toBe(stored)
      }
    }
  })
})

test('a text that no index could hold is stored', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  const registrar = '漢'.repeat(3000)
  await publishThreats(world().database, company, [{ title: 'long', fields: { registrar } }])
  const raw = { fields: `registrar:is:${registrar.slice(0, 100)}`, sortField: 'fields.registrar' }
  expect((await send(user, listThreats, { params: { source: 'Domain' }, raw })).body.items).toEqual([])
})

test.each(['asc', 'desc'] as const)(
  'pages of every size show each record once, without a value last, %s',
  async (sortDirection) => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const profiles = Array.from({ length: 23 }, (_, at) => ({
      title: `p${at}`,
      source: 'Instagram' as const,
      fields: at % 3 === 0 ? {} : { followers: at % 5 },
    }))
    await publishThreats(world().database, company, profiles)
    const listed = async (pageNumber: number, limit: number, similar: string) => {
      const raw = {
        sortField: 'fields.followers',
        sortDirection,
        pageNumber: String(pageNumber),
        limit: String(limit),
        similar,
      }
      return (await send(user, listThreats, { params: { source: 'Instagram' }, raw })).body
    }
    const all = await listed(1, 100, 'all')
    expect(all.total).toBe(23)
    expect(all.items.slice(0, 15).every((item) => 'followers' in item)).toBe(true)
    for (const similar of ['all', 'collapsed']) {
      for (const limit of [1, 4, 15, 16]) {
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(23 / limit) + 1 }, (_, at) => listed(at + 1, limit, similar)),
        )
        expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.items.map(({ id }) => id))
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([23]))
      }
    }
  },
)

test.each<[FieldSort, string]>([
  ['fields.registrar', 'threats_own_text_1'],
  ['fields.registeredOn', 'threats_own_date'],
])('a list by %s reads its index in order under the policy, and no row', async (field, index) => {
  const company = await newCompany()
  const domains = Array.from({ length: 3000 }, (_, at) => ({
    title: `d${at}.example`,
    fields: { registrar: `Registrar ${at % 40}`, registeredOn: `2026-01-${String((at % 28) + 1).padStart(2, '0')}` },
  }))
  await publishThreats(world().database, company, domains)
  await world().database.asOwner((db) => sql`vacuum analyze threats`.execute(db))
  const plan = await world().database.inCompanies([company.id], async (tx) => {
    const scope = { companyId: company.id, userId: '', kind: 'threat', stages: ['published'] } as const
    const placed = placedByField(tx, scope, { source: 'Domain' }, { field, direction: 'desc' }, 50)
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain (costs off) with ${placed} select * from placed`.execute(tx)
    const role = await sql<{ current_user: string }>`select current_user`.execute(tx)
    expect(role.rows[0]?.current_user).toBe('signet_app')
    return rows.map((line) => line['QUERY PLAN'])
  })
  const at = plan.findIndex((line) => line.includes('CTE with_value'))
  expect(plan.slice(at, at + 3).join('\n')).toContain(`Index Only Scan Backward using ${index}`)
})
