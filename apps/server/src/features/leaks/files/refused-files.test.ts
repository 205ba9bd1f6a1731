import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { tinyPng, newCompany, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { newFolder } from '../../../../test/new-folder.ts'
import { zipStream } from '../../evidence/zip-stream.ts'
import { sentenceOf } from '../../../errors/sentences.ts'
import { importLeaks, type LeakImport, type LeakImportResult } from './import-leaks.ts'

const world = useWorld()
let folder: string
let company: TestCompany
let count = 0

beforeAll(async () => {
  folder = await newFolder()
  company = await companyOf('acme.example')
})

async function companyOf(domain: string): Promise<TestCompany> {
  const made = await newCompany({ modules: { leaks: true } })
  await world().database.pool.query('update brands set official = $2 where company_id = $1', [made.id, [domain]])
  return made
}

async function write(content: string | Uint8Array): Promise<string> {
  count += 1
  // The file name gives no indication of the type, as every file is named like a text file.
  const file = path.join(folder, `file-${count}.txt`)
  await fs.writeFile(file, content)
  return file
}

async function importOf(
  content: string | Uint8Array,
  more: Partial<LeakImport> = {},
): Promise<LeakImportResult & { file: string }> {
  const file = await write(content)
  const wanted: LeakImport = {
    companyId: company.id,
    leakType: 'comboLists',
    file,
    entity: 'a package',
    source: 'a database',
    leakedAt: new Date('2026-01-02T00:00:00Z'),
    ...more,
  }
  return { ...(await importLeaks(world(), wanted)), file }
}

/** The reason why a file is refused, without its name. */
async function refusalOf(content: string | Uint8Array, more: Partial<LeakImport> = {}): Promise<string> {
  const error = await importOf(content, more).then(
    ({ file }) => new Error(`${file} was imported`),
    (thrown: unknown) => thrown as Error,
  )
  if (!(error instanceof ProgramError)) throw error
  const sentence = sentenceOf(error.reason, error.parameters)
  const [name] = sentence.split(' ', 1)
  expect(name).toBe(path.join(folder, `file-${count}.txt`))
  expect(sentence).not.toContain('\n')
  return sentence.slice((name as string).length + 1)
}

const signIn = 'https://login.acme.example/:person@mail.example:password\n'
const manySignIns = signIn.repeat(50)

async function zipOf(names: readonly string[]): Promise<Buffer> {
  const entries = names.map((name) => ({ name, content: [Buffer.from(manySignIns)] }))
  const pieces: Buffer[] = []
  for await (const piece of zipStream(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A tar archive with one file, in the oldest format: it can be recognized only by the checksum of its header. */
function tarOf(content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write('passwords.txt', 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(1024)])
}

const bytes = (hex: string, text: string | Uint8Array = manySignIns) =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)])

/** Pseudo-random bytes that are the same in each run. */
const noise = (length: number) => createHash('shake256', { outputLength: length }).update('noise').digest()

const archive = 'Unpack it first, then import the files inside.'
const packed = 'Unpack it first, then import the file inside.'
const record = { url: 'https://login.acme.example/', user: 'person@mail.example', pass: 'password' }

describe('a file that cannot be read as sign-ins is refused by what it is', () => {
  test.each<[string, () => Buffer | string | Promise<Buffer>, string]>([
    ['ZIP', () => zipOf(['passwords.txt']), `is a ZIP archive. ${archive}`],
    ['empty ZIP', () => bytes('504b0506', Buffer.alloc(18)), `is a ZIP archive. ${archive}`],
    ['7z', () => bytes('377abcaf271c'), `is a 7z archive. ${archive}`],
    ['RAR 4', () => bytes('526172211a0700'), `is a RAR archive. ${archive}`],
    ['RAR 5', () => bytes('526172211a070100'), `is a RAR archive. ${archive}`],
    ['tar', () => tarOf(manySignIns), `is a TAR archive. ${archive}`],
    ['gzip', () => gzipSync(manySignIns), `is compressed with gzip. ${packed}`],
    ['zstd', () => zstdCompressSync(manySignIns), `is compressed with zstd. ${packed}`],
    ['xz', () => bytes('fd377a585a00'), `is compressed with xz. ${packed}`],
    ['bzip2', () => bytes('425a6839314159265359'), `is compressed with bzip2. ${packed}`],
  ])('%s', async (_name, content, refusal) => {
    expect(await refusalOf(await content())).toBe(refusal)
  })

  test.each<[string, () => Buffer | string | Promise<Buffer>, RegExp]>([
    ['PDF', () => `%PDF-1.7\n${manySignIns}`, /^is a PDF document\. Save /],
    ['Word', () => zipOf(['[Content_Types].xml', 'word/document.xml']), /^is a Word document\. Save /],
    ['Excel', () => zipOf(['[Content_Types].xml', 'xl/workbook.xml']), /^is an Excel workbook\. Save /],
    ['other Office', () => zipOf(['[Content_Types].xml', 'ppt/slides.xml']), /^is an Office document\. Save /],
    ['OpenDocument', () => zipOf(['mimetype', 'content.xml']), /^is an OpenDocument or EPUB document\. Save /],
    ['old Office', () => bytes('d0cf11e0a1b11ae1'), /^is an Office document\. Save /],
    ['RTF', () => `{\\rtf1\\ansi ${manySignIns}`, /^is an RTF document\. Save /],
    ['APK', () => zipOf(['AndroidManifest.xml']), /^is an Android app\. Import /],
    ['SQLite', () => bytes('53514c69746520666f726d6174203300'), /^is an SQLite database\. Export /],
    ['PostgreSQL dump', () => bytes('5047444d50010e00'), /^is a PostgreSQL dump\. Export /],
    ['MySQL dump', () => `-- MySQL dump 10.13  Distrib 8.0.30\n--\n${manySignIns}`, /^is an SQL dump\. Export /],
    [
      'PostgreSQL text dump',
      () => `--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\n${manySignIns}`,
      /^is an SQL dump\. Export /,
    ],
    ['phpMyAdmin', () => `-- phpMyAdmin SQL Dump\n-- version 5.2.1\n${manySignIns}`, /^is an SQL dump\./],
    ['SQL set-up', () => `/*!40101 SET NAMES utf8 */;\n${manySignIns}`, /^is an SQL dump\./],
    ['MariaDB dump', () => `/*!999999\\- enable the sandbox mode */ \n${manySignIns}`, /^is an SQL dump\./],
    ['INSERT', () => `\n\ninsert into \`users\` VALUES (1,'a@acme.example','x');\n`, /^is an SQL dump\./],
    ['CREATE', () => `CREATE TABLE IF NOT EXISTS users (id int, mail text);\n`, /^is an SQL dump\./],
    ['JSON', () => JSON.stringify([record, record], null, 2), /^is a JSON file\. Export /],
    ['JSON on one line', () => ` \n\u{FEFF}${JSON.stringify({ leaks: [record] })}`, /^is a JSON file\. Export /],
    [
      'long JSON',
      () =>
        JSON.stringify(
          Array.from({ length: 5000 }, () => record),
          null,
          1,
        ),
      /^is a JSON file\. Export /,
    ],
    ['JSON Lines', () => `${JSON.stringify(record)}\n`.repeat(5000), /^is a JSON file\. Export /],
    [
      'JSON Lines with odd ones',
      () => `${JSON.stringify(record)}\n`.repeat(20) + 'broken\n' + `${JSON.stringify(record)}\n`.repeat(20),
      /^is a JSON file\. Export /,
    ],
    ['JSON in UTF-16', () => Buffer.from(`\u{FEFF}${JSON.stringify([record])}`, 'utf16le'), /^is a JSON file\./],
    ['web page', () => `<!DOCTYPE html><html>\n${manySignIns}</html>`, /^is a web page or XML\. Save /],
    ['XML', () => `\u{FEFF}<?xml version="1.0"?>\n<servers>\n${manySignIns}</servers>`, /^is a web page or XML\./],
    ['PNG', () => tinyPng(manySignIns), /^is an image\. Import /],
    ['JPEG', () => bytes('ffd8ffe000104a464946'), /^is an image\. Import /],
    ['GIF', () => bytes('47494638396101000100800000'), /^is an image\. Import /],
    ['WebP', () => bytes('5249464600010000574542505650382000'), /^is an image\. Import /],
    ['Windows program', () => bytes('4d5a90000300000004000000ffff0000'), /^is a program\. Import /],
    ['Linux program', () => bytes('7f454c4602010100'), /^is a program\. Import /],
    ['macOS program', () => bytes('cffaedfe0c000001'), /^is a program\. Import /],
    ['MP4', () => bytes('000000186674797069736f6d'), /^is a video or sound file\. Import /],
    ['random bytes', () => noise(200_000), /^is binary data\. Import /],
    ['few random bytes', () => Buffer.concat([Buffer.from([0, 1]), noise(600)]), /^is binary data\. Import /],
    [
      'UTF-16 without its mark',
      () => Buffer.from(manySignIns, 'utf16le'),
      /^is UTF-16 text without .* Save it as UTF-8/,
    ],
  ])('%s', async (_name, content, refusal) => {
    expect(await refusalOf(await content())).toMatch(refusal)
    // Whatever format is specified.
    if (typeof (await content()) === 'string')
      expect(await refusalOf(await content(), { format: 'list' })).toMatch(refusal)
  })

  test('an empty file', async () => {
    expect(await refusalOf('')).toMatch(/^is empty\. Check /)
    expect(await refusalOf('\u{FEFF}')).toMatch(/^is empty\. Check /)
  })

  test('a file of which no line is a sign-in, with how many lines there are and what is expected', async () => {
    const expected =
      'Expected: lines such as url:user:password, the password file of a stealer, or CSV with a line of column names.'
    expect(await refusalOf('a shopping list\nof three\n\nlines\n')).toBe(
      `has 4 lines, and none is a sign-in. ${expected}`,
    )
    expect(await refusalOf('\n')).toBe(`has 1 line, and none is a sign-in. ${expected}`)
    expect(await refusalOf('email,password,url\n')).toBe(`has 1 line, and none is a sign-in. ${expected}`)
    expect(await refusalOf('URL: \nUsername: \nPassword: \n\n')).toMatch(/^has 4 lines, and none is a sign-in/)
    expect(await refusalOf('x'.repeat(9_000_000))).toMatch(/^has 1 line, and none is a sign-in/)
    expect(await refusalOf('no sign-in here\n'.repeat(600_000))).toMatch(/^has 600,000 lines, and none/)
  })
})

describe('a list is read although it looks odd', () => {
  test.each<[string, string | Buffer]>([
    ['a brace', `{abc}:user\n${signIn}`],
    ['a brace that ends', `{}:user@mail.example:pw\n${signIn}`],
    ['a quoted word in a brace', `{"a":b@mail.example:pw\n${signIn}`],
    ['a bracket', `[1]:user:pw\n${signIn}`],
    ['an address of IPv6', `[2001:db8::1]:user:pw\n${signIn}`],
    ['one line that is JSON', `[2024]\n${signIn}`],
    ['the profile of a stealer', `["Chrome" = "Default"]\nURL: https://acme.example\nUsername: person\nPassword: p\n`],
    ['dashes', `--person:pw\n${signIn}`],
    ['dashes and a word', `-- best combo list --\n${signIn}`],
    ['the name of a database', `-- MySQL users --\n${signIn}`],
    ['a line of dashes', `----------------\n${signIn}`],
    ['a word of SQL', `insert:into\ncreate:table\n${signIn}`],
    ['an angle bracket', `<user>:pw\n<html@mail.example:pw\n${signIn}`],
    ['the letters of a format', `GIF89a:pw\nMZ:pw\nPK:pw\nBZh91AY:pw\n${signIn}`],
    ['letters of a format first', `BZh91AY:pw\n${signIn}`],
    ['letters of a program first', `MZ-user@mail.example:pw\n${signIn}`],
    ['letters of an image first', `GIF89a@mail.example:pw\n${signIn}`],
    ['letters of a document first', `%PDF-user:pw\n${signIn}`],
    ['letters of an archive first', `PK@mail.example:pw\nRar!:pw\n${signIn}`],
    ['a byte order mark', `\u{FEFF}${signIn}`],
    ['a byte order mark of UTF-16', Buffer.from(`\u{FEFF}${signIn}`, 'utf16le')],
    ['blank lines first', `\n\r\n  \n${signIn}`],
    ['Latin-1', Buffer.concat([Buffer.from([0xe9, 0xfc, 0xdf, 0x3a, 0xe4, 0x0a]), Buffer.from(signIn)])],
    ['letters of an image in Cyrillic', bytes('ffd8ffe0f2ee', `:pw\n${signIn}`)],
    ['letters of a program in Cyrillic', bytes('cffaedfe', `:pw\n${signIn}`)],
    ['Cyrillic of Windows', Buffer.concat([Buffer.alloc(300, 0xcf), Buffer.from(`:pw\n${signIn}`)])],
    [
      'control characters in passwords',
      Buffer.concat(Array.from({ length: 30 }, () => Buffer.from('https://acme.example/:u\x01:\0\x02\x03\n'))),
    ],
    ['one sign-in among many lines of nothing', `${'nothing of use\n'.repeat(400_000)}${signIn}`],
    ['CSV in quotes', '"url","username","password"\n"https://acme.example","person","{""a"":1}"\n'],
  ])('%s', async (_name, content) => {
    expect((await importOf(content)).kept).toBeGreaterThan(0)
  })
})

test('a refused file leaves nothing behind, not even when it was last looked', async () => {
  const own = await companyOf('acme.example')
  const kept = async () => {
    const { rows } = await world().database.pool.query<Record<string, string>>(
      `select (select count(*) from leak_imports where company_id = $1) as imports,
         (select count(*) from leaks where company_id = $1) as leaks,
         (select count(*) from leak_counts where company_id = $1) as counts,
         (select count(*) from audit where company_id = $1) as audit`,
      [own.id],
    )
    return rows[0]
  }
  const nothing = { imports: '0', leaks: '0', counts: '0', audit: '0' }
  expect(await kept()).toEqual(nothing)
  for (const content of [gzipSync(signIn), await zipOf(['a.txt']), JSON.stringify([record]), '', 'no sign-in\n'])
    await refusalOf(content, { companyId: own.id })
  expect(await kept()).toEqual(nothing)
  await importOf(signIn, { companyId: own.id })
  expect(await kept()).toMatchObject({ imports: '1', leaks: '1' })
})
