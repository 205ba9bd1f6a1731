import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { onlyLine, runHere } from '../../test/signet-process.ts'

let folder: string
beforeAll(async () => {
  folder = await newFolder()
})

const read = (file: string) => runHere(['read', file], { env: { SIGNET_LOG: 'silent' } })

test('read explains in one line why it refuses a file', async () => {
  const file = path.join(folder, 'unknown.bin')
  await writeFile(file, Buffer.from([0, 1, 2, 3]))
  expect(onlyLine(await read(file))).toBe(sentenceOf('FILE_KIND_UNKNOWN', { file }))
  expect(onlyLine(await read(folder))).toBe(sentenceOf('NOT_A_FILE', { file: folder }))
  const missing = path.join(folder, 'missing')
  expect(onlyLine(await read(missing))).toBe(sentenceOf('FILE_NOT_READABLE', { file: missing, code: 'ENOENT' }))
  const large = path.join(folder, 'large.bin')
  const handle = await open(large, 'w')
  await handle.truncate(257 * 1024 * 1024)
  await handle.close()
  expect(onlyLine(await read(large))).toBe(sentenceOf('FILE_OVER_LIMIT', { file: large, max: 256 }))
})
