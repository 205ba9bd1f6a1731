import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, onlyLine, runHere } from '../../test/signet-process.ts'

let folder: string
beforeAll(async () => {
  folder = await newFolder()
})

const read = (file: string) => runHere(['read', file], { env: { SIGNET_LOG: 'silent' } })

test('read explains in one line why it refuses a file', async () => {
  const file = path.join(folder, 'unknown.bin')
  await writeFile(file, Buffer.from([0, 1, 2, 3]))
  expect(onlyLine(await read(file))).toBe(sentenceOf('FILE_KIND_UNKNOWN', { file }))
  const damaged = path.join(folder, 'damaged.apk')
  await writeFile(damaged, 'PK\u0003\u0004'.padEnd(100))
  const detail = 'the ZIP file has no directory'
  expect(onlyLine(await read(damaged))).toBe(
    sentenceOf('FILE_UNREADABLE', { file: damaged, reason: 'damaged', detail }),
  )
  const locked = path.join(folder, 'locked.xlsx')
  const directory = Buffer.from('EncryptedPackage\0', 'utf16le')
  await writeFile(locked, Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), directory]))
  expect(onlyLine(await read(locked))).toBe(
    sentenceOf('FILE_UNREADABLE', { file: locked, reason: 'locked', detail: '' }),
  )
  expect(onlyLine(await read(folder))).toBe(sentenceOf('NOT_A_FILE', { file: folder }))
  const missing = path.join(folder, 'missing')
  expect(onlyLine(await read(missing))).toBe(sentenceOf('FILE_NOT_READABLE', { file: missing, code: 'ENOENT' }))
  const large = path.join(folder, 'large.bin')
  const handle = await open(large, 'w')
  await handle.truncate(257 * 1024 * 1024)
  await handle.close()
  expect(onlyLine(await read(large))).toBe(sentenceOf('FILE_OVER_LIMIT', { file: large, max: 256 }))
})

test('read prints the kind of a file with what it contains', async () => {
  const app = path.resolve(import.meta.dirname, '../../../../packages/readers/test/apk/northwind-official.apk')
  const result = await read(app)
  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(result)).toMatchObject([
    { kind: 'apk', package: 'com.northwindbank.mobile', signature: { verifies: true } },
  ])
})

/** Reads a file with this content. */
async function readContent(name: string, content: string) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return read(file)
}

test('read prints a line for each record, each with the kind of the file', async () => {
  const finding = { 'template-id': 'git-config', info: { severity: 'low' }, host: 'https://a.example' }
  const other = { ...finding, host: 'b.example:8443' }
  const report = await readContent(
    'nuclei.jsonl',
    `[INF] 2 findings\n${JSON.stringify(finding)}\n${JSON.stringify(other)}\n`,
  )
  expect(report).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(report)).toMatchObject([
    { kind: 'nuclei', templateId: 'git-config', severity: 'low', hostName: 'a.example' },
    { kind: 'nuclei', hostName: 'b.example' },
  ])
  const list = '#masscan\nopen tcp 443 192.0.2.1 1735786000\nopen tcp 80 192.0.2.1 1735786000\n# end\n'
  expect(jsonLines(await readContent('scan.txt', list))).toMatchObject([{ kind: 'masscan', openPorts: [80, 443] }])
  const answer = { objectClassName: 'domain', ldhName: 'a.example' }
  expect(jsonLines(await readContent('answer', JSON.stringify(answer)))).toMatchObject([
    { kind: 'rdap', domain: 'a.example' },
  ])
})

test('read tells a kind by the content, not by the name', async () => {
  const scan = '<?xml version="1.0"?><nmaprun scanner="nmap" args="nmap a.example"><host><status state="up"/></host>'
  expect(jsonLines(await readContent('photo.jpg', scan))).toMatchObject([
    { kind: 'nmap', isComplete: false, hostsUp: 1 },
  ])
})

test('read survives JSON that is nested a million times', async () => {
  const { stdout, stderr } = await readContent('nested.json', `{"objectClassName":${'['.repeat(1_000_000)}`)
  expect(`${stdout}${stderr}`.trim().split('\n')).toHaveLength(1)
})
