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
