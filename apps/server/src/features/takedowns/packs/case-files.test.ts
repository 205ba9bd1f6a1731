import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getDeeperAnalysis, listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { addAnalysisFile, addTakedownFile, caseFilesMax } from '@signet/contract/threats/files'
import { addCase } from '../../../../test/case-records.ts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { readCase } from './packed-case.ts'

const world = useWorld()

async function createFixture(table: 'takedowns' | 'deeper_analyses') {
  const company = await newCompany()
  return { company, staff: await newUser('admin', company), id: await addCase(company, table, 'files') }
}

/** Files of a case, one a minute from the given hour of a day on. */
async function addFiles(
  company: TestCompany,
  owner: { kind: 'takedown' | 'deeperAnalysis'; id: string },
  { count, name, by, hour }: { count: number; name: string; by: string | null; hour: number },
) {
  await world().database.pool.query(
    `insert into files (company_id, id, owner_kind, owner_id, name, type, size, sha256, created_by, created_by_name, created_at)
     select $1, gen_random_uuid(), $2, $3, $4 || '-' || n || '.txt', 'text/plain', 1, $5, $6::uuid, 'x',
       timestamptz '2026-11-01T00:00:00Z' + make_interval(hours => $8::int, mins => n)
     from generate_series(1, $7::int) n`,
    [company.id, owner.kind, owner.id, name, createHash('sha256').update(name).digest('hex'), by, count, hour],
  )
}

test('a case shows all files that people may add, and its evidence pack contains them', async () => {
  const { company, staff, id } = await createFixture('takedowns')
  await addFiles(company, { kind: 'takedown', id }, { count: caseFilesMax, name: 'proof', by: staff.id, hour: 0 })
  const { body } = await send(staff, getTakedown, { params: { takedownId: id } })
  expect(body.files.map(({ name }) => name)).toEqual(
    Array.from({ length: caseFilesMax }, (_, at) => `proof-${at + 1}.txt`),
  )
  const packed = await world().database.inCompanies([company.id], (tx) =>
    readCase(tx, { ...company, name: company.key, modules: {} }, { role: 'admin' }, id),
  )
  expect(packed?.files.filter(({ kind }) => kind === 'file')).toHaveLength(caseFilesMax)
})

test.each(['takedowns', 'deeper_analyses'] as const)('one more file is refused: %s', async (table) => {
  const { company, staff, id } = await createFixture(table)
  const kind = table === 'takedowns' ? 'takedown' : 'deeperAnalysis'
  await addFiles(company, { kind, id }, { count: caseFilesMax, name: 'proof', by: staff.id, hour: 0 })
  const form = { files: [{ bytes: Buffer.from(`one more ${company.key}`), name: 'more.txt' }] }
  const added =
    table === 'takedowns'
      ? await send(staff, addTakedownFile, { params: { takedownId: id }, form })
      : await send(staff, addAnalysisFile, { params: { analysisId: id }, form })
  expect(added).toMatchObject(refusal('TOO_MANY_CASE_FILES'))
  expect(added.body).toMatchObject({ parameters: { max: caseFilesMax } })
})

test('a flood of emails pushes out the oldest of them, never what people added', async () => {
  const { company, staff, id } = await createFixture('takedowns')
  await addFiles(company, { kind: 'takedown', id }, { count: 2, name: 'proof', by: staff.id, hour: 0 })
  await addFiles(company, { kind: 'takedown', id }, { count: 500, name: 'mail', by: null, hour: 1 })
  const { body } = await send(staff, getTakedown, { params: { takedownId: id } })
  const names = body.files.map(({ name }) => name)
  expect([names.length, ...names.slice(0, 3), names.at(-1)]).toEqual([
    400,
    'proof-1.txt',
    'proof-2.txt',
    'mail-103.txt',
    'mail-500.txt',
  ])
})

test('the many files of one case in a list leave no other case without its own', async () => {
  const { company, staff, id } = await createFixture('deeper_analyses')
  const other = await addCase(company, 'deeper_analyses', 'other')
  await addFiles(company, { kind: 'deeperAnalysis', id }, { count: 300, name: 'first', by: staff.id, hour: 0 })
  await addFiles(company, { kind: 'deeperAnalysis', id: other }, { count: 1, name: 'other', by: staff.id, hour: 9 })
  const { items } = (await send(staff, listDeeperAnalyses)).body
  expect(new Map(items.map((item) => [item.id, item.files.length]))).toEqual(
    new Map([
      [id, 300],
      [other, 1],
    ]),
  )
})

test('a case with a long history shows its latest events, oldest first', async () => {
  const { company, staff, id } = await createFixture('deeper_analyses')
  await world().database.pool.query(
    `insert into audit (company_id, id, at, action, target_type, target_id, after)
     select $1, gen_random_uuid(), timestamptz '2026-11-01T00:00:00Z' + make_interval(mins => n), 'deeperAnalysis.written',
       'deeperAnalysis', $2, jsonb_build_object('remark', n::text)
     from generate_series(1, 600) n`,
    [company.id, id],
  )
  const { events } = (await send(staff, getDeeperAnalysis, { params: { analysisId: id } })).body
  expect([events.length, events[0]?.remark, events.at(-1)?.remark]).toEqual([500, '101', '600'])
})
