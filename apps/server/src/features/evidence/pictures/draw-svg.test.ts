import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { drawSvg } from './draw-svg.ts'
import { greyPng } from '../../../../test/pictures.ts'

const svg = (content: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" width="80" height="40">${content}</svg>`,
  )
const square = '<rect width="40" height="40" fill="#cc0000"/>'

test('an SVG is drawn as a PNG that is sharp in print and keeps its proportions', async () => {
  const picture = new Transformer((await drawSvg(svg(square))) ?? expect.fail('nothing was drawn'))
  const { width, height } = picture.metadataSync()
  expect([width, height]).toEqual([400, 200])
  const pixels = picture.rawPixelsSync()
  expect([...pixels.subarray(0, 4)]).toEqual([0xcc, 0, 0, 255])
  expect(pixels.at((width - 1) * 4 + 3)).toBe(0)
})

test('an SVG that loads a file of the server is not drawn', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'svg-'))
  const file = path.join(folder, 'secret.png')
  await writeFile(file, greyPng({ width: 64, height: 64 }))
  const loading = [
    svg(`<image href="${file}" width="40" height="40"/>`),
    svg(`<s:image href="${file}" width="40" height="40"/>`),
    svg(`<filter id="f"><feImage href="${file}"/></filter><rect width="40" height="40" filter="url(#f)"/>`),
    svg(`&x;`, `<!DOCTYPE svg [<!ENTITY x "&#60;image href='${file}' width='40' height='40'/>">]>`),
  ]
  for (const bytes of [...loading, ...loading.map((one) => gzipSync(one))]) expect(await drawSvg(bytes)).toBeNull()
  await rm(folder, { recursive: true })
})

test('a file that is no SVG, is too large or never ends is not drawn', async () => {
  const nested = Array.from(
    { length: 24 },
    (_, index) => `<g id="n${index}">${`<use href="#n${index + 1}"/>`.repeat(10)}</g>`,
  ).join('')
  const hostile = [
    Buffer.from('<p>x'),
    Buffer.alloc(0),
    greyPng({ width: 8, height: 8 }),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200000" height="200000"/>'),
    svg(`${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`),
    svg(`${nested}<g id="n24">${square}</g>`),
  ]
  for (const bytes of hostile) expect(await drawSvg(bytes)).toBeNull()
})
