import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { FirstPages } from './first-pages.ts'

test('sixteen files wait for their preview, and one more is refused', async () => {
  const pages = new FirstPages()
  const { promise: opened, reject } = Promise.withResolvers<Readable>()
  const waiting = Array.from({ length: 16 }, (_, index) => pages.of(`file ${index}`, () => opened))
  await expect(pages.of('one more', () => opened)).rejects.toMatchObject({ reason: 'PAGES_BUSY' })
  reject(new Error('gone'))
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(16).fill('rejected'))
})

test('a preview that takes too long is refused, and tried again the next time', async () => {
  const pages = new FirstPages({ wallMs: 1 })
  for (const turn of [1, 2]) {
    const page = pages.of('file', async () => Readable.from([Buffer.from('%PDF-1.7')]))
    await expect(page, String(turn)).rejects.toMatchObject({ reason: 'PAGE_NOT_DRAWN' })
  }
})
