import { expect, test } from 'vitest'
import { encodePng } from '../evidence/pictures/encode-png.ts'
import { comparePages, compareProgram, type ComparedPage } from './compare-pages.ts'

const page: ComparedPage = {
  address: 'https://velmora-login.example/',
  title: 'Velmora',
  html: '<h1>Velmora</h1>',
  text: 'Velmora',
  forms: [],
  icons: [],
  resources: [],
  picture: Buffer.from('no picture'),
  width: null,
}
const brands = [{ aliases: ['Velmora'], official: ['velmora.example'], logos: [], pages: [] }]

test('a page is compared without a picture that cannot be decoded', async () => {
  expect(await comparePages(page, brands)).toMatchObject({ view: null, proof: expect.any(Object) })
})

test('a page is compared without codes when their reader fails', async () => {
  const [width, height] = [20, 10]
  const picture = encodePng({ width, height, rgba: new Uint8Array(width * height * 4).fill(255) })
  // Of the reader, only what the program imports can be read, and not its WebAssembly.
  const imports = compareProgram.imports?.flatMap((one) =>
    one.endsWith('zxing-wasm') ? ['dist/es', 'package.json'].map((each) => `${one}/${each}`) : one,
  )
  const program = { ...compareProgram, imports: imports ?? [] }
  expect(await comparePages({ ...page, picture }, brands, program)).toMatchObject({
    view: { width, height },
    proof: { places: [] },
  })
})

test('a program that fails is an error, not a page that cannot be compared', async () => {
  const program = { ...compareProgram, program: compareProgram.program.replace('compare-program', 'gone') }
  await expect(comparePages(page, brands, program)).rejects.toThrow('gone.ts failed')
})
