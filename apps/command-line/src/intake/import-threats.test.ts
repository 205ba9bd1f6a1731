import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inEnglish, sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

let signet: Awaited<ReturnType<typeof newReadyInstallation>>
let folder: string

beforeAll(async () => {
  folder = await newFolder()
  signet = await newReadyInstallation()
  const added = await signet.run(['company', 'add', '--key', 'quayside', '--name', 'Quayside Bank'])
  expect(added).toMatchObject({ code: 0 })
})

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const importing = (file: string, source = 'Domain') =>
  signet.run(['import', file, '--company', 'quayside', '--source', source, '--json'])

test('the threats of a file wait for review, and rejected rows are printed with line and field before the counts', async () => {
  const file = await fileOf('list.csv', 'domain,severity\na.test,High\nno domain,Low\nb.test,Huge\nc.test,\n')
  const ended = await importing(file)
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(ended)).toMatchObject([
    { line: 3, field: 'domain_name', reason: 'NOT_A_DOMAIN' },
    { line: 4, field: 'severity', reason: 'NOT_AN_OPTION' },
    { file, state: 'done', mapping: { fields: { domain_name: 'domain' } }, rows: 4, added: 2, rejected: 2 },
  ])
  expect(await signet.sql('select title, stage from threats order by title')).toEqual([
    { title: 'a.test', stage: 'queued' },
    { title: 'c.test', stage: 'queued' },
  ])
  expect(jsonLines(await importing(file)).at(-1)).toMatchObject({ added: 0, duplicates: 2 })
  expect(await signet.sql('select state, created_by_name as by from imports')).toEqual([
    { state: 'done', by: 'Signet' },
    { state: 'done', by: 'Signet' },
  ])
})

test('the touts of a file are imported for a company that has touts', async () => {
  const file = await fileOf('touts.csv', 'Username,ProfileName\nticketking,Ticket King\n')
  const importTouts = (source: string) =>
    signet.run(['import', file, '--company', 'quayside', '--source', source, '--touts', '--json'])
  expect(onlyLine(await importTouts('Instagram'))).toBe(sentenceOf('COMPANY_WITHOUT_TOUTS', { company: 'quayside' }))
  await signet.sql(`update companies set modules = modules || '{"touts":true}' where key = 'quayside'`)
  expect(await importTouts('Nowhere')).toMatchObject({ code: 2 })
  expect(jsonLines(await importTouts('Instagram')).at(-1)).toMatchObject({ state: 'done', rows: 1, added: 1 })
  expect(await signet.sql(`select kind, title from threats where source = 'Instagram'`)).toEqual([
    { kind: 'tout', title: 'ticketking' },
  ])
})

test('a file that breaks off fails with what came before', async () => {
  const list = Array.from({ length: 600 }, (_, n) => `{"domain":"name-${n}.test"}`).join(',\n')
  const file = await fileOf('cut.json', `[${list},{"domain"`)
  const ended = await importing(file)
  expect(ended).toMatchObject({ code: 1 })
  expect(jsonLines(ended)).toMatchObject([{ state: 'failed', rows: 600, added: 600 }])
  const problem = inEnglish({ reason: 'IMPORT_FILE_UNREADABLE', parameters: { reason: 'damaged' } }).message
  expect(ended.stderr).toBe(`${sentenceOf('IMPORT_BROKE_OFF_AT', { file, rows: 600, problem })}\n`)
})

test('a file without rows, without a column that names threats, or that is damaged is refused with one line', async () => {
  const empty = await fileOf('empty.csv', 'domain,severity\n')
  expect(onlyLine(await importing(empty))).toBe(sentenceOf('FILE_WITHOUT_ROWS', { file: empty }))
  const other = await fileOf('other.csv', 'Website,Owner\na.test,x\n')
  const refused = await importing(other)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  const columns = { file: other, fields: 'domain_name', columns: 'Website, Owner' }
  expect(onlyLine(refused)).toBe(sentenceOf('NO_COLUMN_NAMES_THREATS', columns))
  const damaged = await fileOf('damaged.json', '[{"domain":')
  expect(await importing(damaged)).toMatchObject({ code: 1, stdout: '' })
  expect((await importing(damaged)).stderr).toContain(damaged)
  expect(await signet.sql("select count(*)::int as count from imports where name = 'other.csv'")).toEqual([
    { count: 0 },
  ])
})

test('an unknown source or a missing option is wrong usage', async () => {
  const file = await fileOf('any.csv', 'domain\na.test\n')
  expect(await importing(file, 'Fax')).toMatchObject({ code: 2, stdout: '' })
  expect(await signet.run(['import', file, '--company', 'quayside'])).toMatchObject({ code: 2 })
  expect(await importing(path.join(folder, 'missing.csv'))).toMatchObject({ code: 1 })
})
