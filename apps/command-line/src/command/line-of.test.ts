import { expect, test } from 'vitest'
import { runHere } from '../../test/signet-process.ts'

const failed = async (env: Record<string, string>) => (await runHere(['read', 'missing.apk'], { env })).stderr

const english = "missing.apk can't be read (ENOENT).\n"
const german = 'missing.apk kann nicht gelesen werden (ENOENT).\n'

test('a command fails in the language of the terminal: the first variable with a value decides', async () => {
  expect(await failed({ LC_ALL: 'de_DE.UTF-8', LANG: 'en_US.UTF-8' })).toBe(german)
  expect(await failed({ LC_ALL: '', LC_MESSAGES: 'de', LANG: 'C' })).toBe(german)
  expect(await failed({ LC_ALL: '', LC_MESSAGES: '', LANG: 'de_AT@euro' })).toBe(german)
  expect(await failed({ LC_ALL: 'C', LC_MESSAGES: 'de_DE', LANG: 'de_DE' })).toBe(english)
  expect(await failed({ LC_ALL: '', LC_MESSAGES: '', LANG: 'den' })).toBe(english)
})
