import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { capturePage } from './capture-page.ts'

/* Captures without a working browser. */

const folders: string[] = []
let compiled: string
beforeEach(async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'signet-test-'))
  folders.push(folder)
  vi.stubEnv('TMPDIR', folder)
  compiled = path.join(folder, `signet-compiled-${process.getuid?.()}`)
  return () => vi.unstubAllEnvs()
})
afterAll(() => Promise.all(folders.map((folder) => fs.rm(folder, { recursive: true, force: true, maxRetries: 10 }))))

const capture = () => capturePage('https://page.example/', { browser: { program: '/bin/true' } })

test('a browser that ends at once leaves no result', async () => {
  await expect(capture()).rejects.toMatchObject({ reason: 'BROWSER_ENDED' })
})

test.skipIf(process.platform === 'win32')('the compiled program is kept where nobody else can write', async () => {
  await expect(capture()).rejects.toThrow()
  expect((await fs.stat(compiled)).mode & 0o077).toBe(0)
  expect(await fs.readdir(compiled)).not.toEqual([])
})

test.skipIf(process.platform === 'win32')('code is not loaded from a folder in which others can write', async () => {
  await fs.mkdir(compiled)
  await fs.chmod(compiled, 0o777)
  await expect(capture()).rejects.toThrow()
  expect(await fs.readdir(compiled)).toEqual([])
})
