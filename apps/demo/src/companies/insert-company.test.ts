import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '@signet/server/db/database'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '@signet/server/db/embedded/embedded-postgres'
import { migrate } from '@signet/server/db/migrate'
import { addBrands } from '@signet/server/features/companies/companies.queries'
import { addCompany } from '@signet/server/features/companies/add-company'
import type { FileStore } from '@signet/server/files/file-store'
import { localFileStore } from '@signet/server/files/local-file-store'
import { required } from '@signet/contract/narrow'
import { minuteMs } from '@signet/contract/time'
import type { DemoData } from '../demo-data.ts'
import { generateCompanyYear } from './company-year.ts'
import { insertDemoThreats, type InsertOptions } from './insert-company.ts'
import { applyOutcomes, readRecording, recordedKey, type RecordedTable } from '../decisions/recorded-cases.ts'
import { drawCapture } from '../pictures/draw-capture.ts'
import { demoSeed } from '../load-demo.ts'
import { meridianWorld as world } from '../worlds/meridian-bank.ts'

const today = new Date(Math.floor(Date.now() / minuteMs) * minuteMs)
const data = generateCompanyYear(world, { seed: demoSeed, today })
const cases = required(readRecording(today)[recordedKey(world.company.key, 'threat')], 'the recorded cases')
applyOutcomes(data.threats, cases)
const recordedCount = (table: string) => cases.tables.find(({ name }) => name === table)?.rows.length ?? 0
const users: InsertOptions['users'] = {
  client: { id: '00000000-0000-4000-8000-000000000001', name: 'Clara Jensen', email: 'client@demo.example' },
  qa: { id: '00000000-0000-4000-8000-000000000002', name: 'Quinn Abara', email: 'qa@demo.example' },
  superAdmin: { id: '00000000-0000-4000-8000-000000000003', name: 'Sana Iqbal', email: 'sana@demo.example' },
}

let directory: string
let postgres: EmbeddedPostgres
let database: Database
let files: FileStore

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'signet-demo-'))
  // The embedded server may run as another user, who needs access to the directory.
  await chmod(directory, 0o711)
  postgres = await openEmbeddedPostgres({ dataDir: path.join(directory, 'data'), durability: 'test' })
  database = openDatabase(postgres.connection)
  files = localFileStore(path.join(directory, 'files'))
  await migrate(database)
}, 120_000)

afterAll(async () => {
  await database?.close()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true, maxRetries: 20 })
}, 60_000)

async function newCompany(key: string): Promise<Pick<InsertOptions, 'companyId' | 'brandIds'>> {
  const { companyId } = await addCompany(database, { key, name: 'Meridian Bank', isDemo: true })
  const brandIds = await database.inCompanies([companyId], (tx) => addBrands(tx, companyId, world.company.brands))
  return { companyId, brandIds }
}

function countOf(companyId: number, table: 'threats' | 'sightings' | RecordedTable) {
  return database.inCompanies([companyId], async (tx) => {
    const { count } = await tx
      .selectFrom(table)
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    return Number(count)
  })
}

test('everything is inserted once, marked as demo, and every capture can be opened', async () => {
  const company = await newCompany('inserted')
  const { companyId } = company
  await insertDemoThreats(database, files, { ...company, users, world, data, recorded: { cases, today } })

  expect(await countOf(companyId, 'threats')).toBe(data.threats.length)
  const drawn = data.threats.filter((threat) => drawCapture(threat, world) !== null).length
  expect(await countOf(companyId, 'evidence')).toBe(drawn + recordedCount('evidence'))
  for (const table of [
    'takedowns',
    'takedown_attempts',
    'takedown_checks',
    'takedown_periods',
    'mails',
    'inbound_mails',
  ] as const) {
    expect(await countOf(companyId, table), table).toBe(recordedCount(table))
    expect(recordedCount(table), table).toBeGreaterThan(100)
  }
  expect(await countOf(companyId, 'audit')).toBe(data.audit.length + recordedCount('audit'))
  const rows = await database.inCompanies([companyId], (tx) =>
    tx.selectFrom('threats').selectAll().where('company_id', '=', companyId).execute(),
  )
  expect(rows.every((row) => row.is_demo && row.brand_id !== null)).toBe(true)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const threat of data.threats) {
    const row = byId.get(threat.id)
    expect(row?.fingerprint.toString('hex')).toBe(threat.fingerprint)
    expect(row?.first_seen).toEqual(threat.firstSeen)
    expect(row?.fields).toEqual(threat.fields)
    expect(row?.sightings).toBe(threat.sightings.length)
  }
  const captures = await database.inCompanies([companyId], (tx) =>
    tx.selectFrom('evidence').select(['sha256', 'type']).where('company_id', '=', companyId).limit(20).execute(),
  )
  for (const { sha256, type } of captures) {
    expect(type).toBe('image/svg+xml')
    const stream = await files.open(sha256)
    expect(stream).not.toBeNull()
    stream?.destroy()
  }
}, 60_000)

test('an insertion that breaks leaves nothing behind', async () => {
  const company = await newCompany('broken')
  const broken: DemoData = { ...data, audit: [...data.audit.slice(0, 10), { ...data.audit[0], id: 'no id' } as never] }
  await expect(insertDemoThreats(database, files, { ...company, users, world, data: broken })).rejects.toThrow('uuid')
  expect(await countOf(company.companyId, 'threats')).toBe(0)
  expect(await countOf(company.companyId, 'sightings')).toBe(0)
}, 60_000)
