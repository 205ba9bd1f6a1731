import { expect, test } from 'vitest'
import { tinyPng, useWorld } from '../../../../test/harness.ts'
import type { PackedFile } from './packed-case.ts'
import { printPictures } from './print-pictures.ts'

const world = useWorld()

test('one picture of each visit is printed, captures first, then what people added', async () => {
  const add = async (path: string, more: Partial<PackedFile>): Promise<PackedFile> => {
    const bytes = tinyPng(path)
    const { sha256 } = await world().files.put(bytes)
    const at = '2026-10-30T10:00:00.000Z'
    return {
      path,
      kind: 'capture',
      type: 'image/png',
      sha256,
      size: bytes.length,
      at,
      tool: null,
      vantage: null,
      ...more,
    }
  }
  const files = [
    await add('added.png', { kind: 'file' }),
    await add('desktop-view.png', { vantage: 'desktop' }),
    await add('desktop-full.png', { vantage: 'desktop' }),
    await add('phone-full.png', { vantage: 'phone' }),
    await add('phone-view.png', { vantage: 'phone' }),
    await add('other.png', { kind: 'file' }),
  ]
  const printed = await printPictures(files, world().files)
  expect(printed.map(({ file }) => file.path)).toEqual(['desktop-view.png', 'phone-full.png', 'added.png', 'other.png'])
})
