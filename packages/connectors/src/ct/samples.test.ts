import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { certificateDetails } from './certificate.ts'
import { entriesOfNames, entriesOfTile, entryOfLeaf } from './entry.ts'
import { parseLogList } from './log-list.ts'
import { readCheckpoint } from './signed-head.ts'

/*
 * Real tiles of a public log and responses of others, with the results of independent parsers. The samples are stored outside the
 * repository; without them, these tests are skipped.
 */

const folder = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/certificate-transparency')
const read = (name: string) => readFile(path.join(folder, name))
const readJson = async <T>(name: string) => JSON.parse((await read(name)).toString('utf8')) as T

interface Expected {
  leafIndex?: number
  type: 'precert' | 'x509'
  timestamp: number
  dns: string[]
  ip?: string[]
  sha256: string
  serial?: string
  subjectCN?: string
  issuerCN?: string
  issuerO?: string
  notBefore: string
  notAfter: string
}
/** Older samples have the certificate in a separate field. */
type Written = Expected & { cert?: Expected }
const flat = (rows: readonly Written[]): Expected[] => rows.map((row) => ({ ...row, ...row.cert }))
interface Document {
  list?: Written[]
  entries?: Written[]
}
const listIn = (document: Written[] | Document) =>
  flat(Array.isArray(document) ? document : (document.list ?? document.entries ?? []))

function checkEntry(entry: ReturnType<typeof entryOfLeaf>, expected: Expected): void {
  const details = certificateDetails(entry.certificate as Buffer)
  expect({ ...entry, ...details }).toMatchObject({
    loggedAt: expected.timestamp,
    isPrecertificate: expected.type === 'precert',
    dns: expected.dns,
    sha256: expected.sha256,
    ...(expected.ip ? { ip: expected.ip } : {}),
    ...(expected.issuerCN ? { issuerCommonName: expected.issuerCN } : {}),
    ...(expected.issuerO ? { issuerOrganization: expected.issuerO } : {}),
    ...(expected.subjectCN ? { subjectCommonName: expected.subjectCN } : {}),
    ...(expected.serial ? { serial: expected.serial.replace(/^0+(?=.)/, '') } : {}),
  })
  expect(details?.notBefore).toEqual(new Date(expected.notBefore))
  expect(details?.notAfter).toEqual(new Date(expected.notAfter))
  expect([entry.notBefore, entry.notAfter]).toEqual([Date.parse(expected.notBefore), Date.parse(expected.notAfter)])
  for (const name of expected.dns) expect(entry.names).toContain(name)
}

describe.skipIf(!existsSync(folder))('the samples of certificate transparency', () => {
  beforeAll(() => expect(existsSync(path.join(folder, 'README.md'))).toBe(true))

  test.each([
    ['static-ct/tile/data/000', 'static-ct/tile_data_000.expected.json', 0, 256],
    ['static-ct/tile/data/003.p/10', 'static-ct/tile_data_003.p_10.expected.json', 768, 10],
  ])('%s gives the expected values', async (tile, answers, first, count) => {
    const expected = listIn(await readJson<Document>(answers))
    const { entries, leafHashes } = entriesOfTile(await read(tile), first, first, first + count)
    expect(entries).toHaveLength(expected.length)
    for (const [at, entry] of entries.entries()) {
      expect(entry.index).toBe(expected[at]?.leafIndex)
      checkEntry(entry, expected[at] as Expected)
    }
    const hashes = await read(tile.replace('data', '0'))
    expect(Buffer.concat(leafHashes as Buffer[]).equals(hashes)).toBe(true)
    const names = entriesOfNames(await read(tile.replace('data', 'names')), first, first, first + count)
    expect(names.map((entry) => entry.names.toSorted())).toEqual(entries.map((entry) => entry.names.toSorted()))
  })

  test.each(['get-entries-2013-four', 'get-entries-own-64'])('%s gives the expected values', async (name) => {
    const expected = listIn(await readJson<Document>(`rfc6962/${name}.expected.json`))
    const { entries } = await readJson<{ entries: { leaf_input: string; extra_data: string }[] }>(
      `rfc6962/${name}.json`,
    )
    expect(entries).toHaveLength(expected.length)
    for (const [at, row] of entries.entries()) {
      const entry = entryOfLeaf(Buffer.from(row.leaf_input, 'base64'), () => Buffer.from(row.extra_data, 'base64'), at)
      checkEntry(entry, expected[at] as Expected)
    }
  })

  test('the checkpoint is signed by the key of the log, and by no other', async () => {
    const { logs } = parseLogList((await read('static-ct/log.v3.json')).toString('utf8'))
    const text = (await read('static-ct/checkpoint')).toString('utf8')
    expect(readCheckpoint(text, logs[0]!)).toMatchObject({ size: 300 })
    expect(() => readCheckpoint(text.replace('\n300\n', '\n301\n'), logs[0]!)).toThrow(/TREE_HEAD_NOT_SIGNED/)
    expect(() => readCheckpoint(text, { ...logs[0]!, origin: 'other.example' })).toThrow(
      /CHECKPOINT_OF_OTHER_LOG .*"rome/,
    )
  })

  test('a list gives the logs whose keys are theirs, with their states', async () => {
    const { logs, skipped } = parseLogList((await read('rfc6962/loglist3.json')).toString('utf8'))
    expect(logs.map(({ description, state, finalSize }) => [description, state, finalSize])).toEqual([
      ["Google 'Aviator' log", 'readonly', 46_466_472],
      ["Google 'Icarus' log", 'usable', null],
      ["Google 'Rocketeer' log", 'usable', null],
      ["Google 'Argon2020' log", 'qualified', null],
      ["Bob's Dubious Log", 'retired', null],
    ])
    expect(skipped.map(({ description }) => description)).toEqual(["Google 'Racketeer' log"])
  })
})
