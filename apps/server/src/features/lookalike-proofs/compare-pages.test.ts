import { expect, test } from 'vitest'
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

test('a program that fails is an error, not a page that cannot be compared', async () => {
  const program = { ...compareProgram, program: compareProgram.program.replace('compare-program', 'gone') }
  await expect(comparePages(page, brands, program)).rejects.toThrow('gone.ts failed')
})
