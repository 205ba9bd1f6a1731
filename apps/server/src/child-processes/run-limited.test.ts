import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { mebibyte } from '@signet/contract/threats/file-types'
import { expect, test } from 'vitest'
import { newFolder } from '../../test/new-folder.ts'
import { runLimited } from './run-limited.ts'

const limits = { wallMs: 60_000, cpuSeconds: 30, memoryBytes: 1024 * mebibyte, answerBytes: 100 }

/** Runs a program with these lines. */
async function run(lines: string) {
  const library = await newFolder()
  const program = path.join(library, 'program.mjs')
  await writeFile(program, lines)
  return runLimited({ program, library, isNative: false }, Readable.from(['input']), limits)
}

const incomplete = (bytes: string) => ({ isComplete: false, bytes: Buffer.from(bytes) })

test('a program that fails is a failure that names it and says why', async () => {
  const name = 'ChildFailure'
  const bug = run("throw new TypeError('a bug')")
  await expect(bug).rejects.toMatchObject({ name, message: expect.stringContaining('TypeError: a bug') })
  const missing = run("await import('./gone.mjs')")
  await expect(missing).rejects.toMatchObject({
    name,
    message: expect.stringMatching(/^program\.mjs failed: [^]*gone/),
  })
})

test('a program that its input makes reach a limit has an incomplete answer', async () => {
  expect(await run("console.log('x'.repeat(101))")).toEqual(incomplete(''))
  expect(await run("console.log('one'); const deeper = () => deeper(); deeper()")).toEqual(incomplete('one\n'))
  expect(await run('const all = []; for (;;) all.push({ at: all.length })')).toEqual(incomplete(''))
  expect(await run("console.log('one')")).toEqual({ isComplete: true, bytes: Buffer.from('one\n') })
})
