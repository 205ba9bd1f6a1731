import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { errors } from '@signet/contract/errors'
import german from '@signet/contract/messages/errors.de.json' with { type: 'json' }
import english from '@signet/contract/messages/errors.en.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The names of the parameters in a compiled text, and of the choices they decide between, e.g. `['what', 'what.takedown']`. */
function placesIn(message: CompiledMessage): string[] {
  if (!Array.isArray(message)) return []
  const found = message.flatMap((token) => {
    if (!Array.isArray(token)) return []
    const [name, , forms] = token as [string, string?, (string | Record<string, CompiledMessage>)?]
    const choices = typeof forms === 'object' ? Object.entries(forms) : []
    return [name, ...choices.flatMap(([choice, form]) => [`${name}.${choice}`, ...placesIn(form)])]
  })
  return [...new Set(found)].toSorted()
}

test('every reason has a sentence with its parameters, the same in each language', () => {
  expect(Object.keys(english)).toEqual(Object.keys(errors))
  expect(Object.keys(german)).toEqual(Object.keys(errors))
  for (const [reason, row] of Object.entries(errors) as [keyof typeof errors, readonly [string, object?]][]) {
    const places = placesIn(compileMessageOrThrow(english[reason]))
    expect(
      places.filter((place) => !place.includes('.')),
      reason,
    ).toEqual(Object.keys(row[1] ?? {}).toSorted())
    expect(placesIn(compileMessageOrThrow(german[reason])), reason).toEqual(places)
  }
})

test('every reason is one that some code gives', () => {
  const sources = ['apps/server/src', 'packages/contract/src']
    .flatMap((folder) => sourcesIn(path.join(root, folder)))
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('contract/src/errors.ts'))
    .map((file) => fs.readFileSync(file, 'utf8'))
  const unused = Object.keys(errors).filter((reason) => !sources.some((text) => text.includes(`'${reason}'`)))
  expect(unused).toEqual([])
})
