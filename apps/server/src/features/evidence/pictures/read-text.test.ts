import { expect, test } from 'vitest'
import { greyPng } from '../../../../test/pictures.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import { readText } from './read-text.ts'

const lines = ['Umbervale Bank: verify your card today', 'umbervale-bonus.example/login', 'WhatsApp +44 7700 900123']

test('the text of an ad is read line by line, from every format', { timeout: 60_000 }, async () => {
  expect((await readText(await textPicture(lines), 'latin')).split('\n')).toEqual(lines)
  expect(await readText(await textPicture(lines, { format: 'jpeg', size: 24 }), 'latin')).toContain(lines[1])
})

test('a picture without text says nothing, nor does one that is damaged or none', { timeout: 60_000 }, async () => {
  expect(await readText(greyPng({ width: 200, height: 200 }), 'latin')).toBe('')
  const cut = (await textPicture(lines)).subarray(0, 300)
  expect(await readText(cut, 'latin')).toBe('')
  expect(await readText(Buffer.from('no picture'), 'latin')).toBe('')
})

test('a model that is none is a failure of the installation, not of the picture', async () => {
  await expect(readText(await textPicture(lines), import.meta.filename)).rejects.toThrow(/read-text-program/)
})
