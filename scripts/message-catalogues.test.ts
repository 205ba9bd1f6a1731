import fs from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { connectorErrors } from '@signet/contract/errors/connector-errors'
import { errors } from '@signet/contract/errors/errors'
import connectorsInGerman from '@signet/contract/errors/connectors.de.json' with { type: 'json' }
import connectorsInEnglish from '@signet/contract/errors/connectors.en.json' with { type: 'json' }
import errorsInGerman from '@signet/contract/errors/errors.de.json' with { type: 'json' }
import errorsInEnglish from '@signet/contract/errors/errors.en.json' with { type: 'json' }
import serverMessagesInGerman from '@signet/contract/messages/server-messages.de.json' with { type: 'json' }
import serverMessagesInEnglish from '@signet/contract/messages/server-messages.en.json' with { type: 'json' }
import programInGerman from '@signet/contract/errors/program.de.json' with { type: 'json' }
import programInEnglish from '@signet/contract/errors/program.en.json' with { type: 'json' }
import mailsInGerman from '@signet/contract/messages/mails.de.json' with { type: 'json' }
import mailsInEnglish from '@signet/contract/messages/mails.en.json' with { type: 'json' }
import { mailTexts } from '@signet/contract/messages/mail-texts'
import { serverMessages } from '@signet/contract/messages/server-messages'
import { programErrors } from '@signet/contract/errors/program-errors'
import { expect, test } from 'vitest'
import { sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
type Table = Record<string, object>
type Catalogue = Record<string, string>
const parametersOf = (rows: Record<string, readonly [unknown, object?]>): Table =>
  Object.fromEntries(Object.entries(rows).map(([reason, row]) => [reason, row[1] ?? {}]))
const tables: [name: string, table: Table, english: Catalogue, german: Catalogue][] = [
  ['errors', parametersOf(errors), errorsInEnglish, errorsInGerman],
  ['server messages', serverMessages, serverMessagesInEnglish, serverMessagesInGerman],
  ['mail texts', mailTexts, mailsInEnglish, mailsInGerman],
  ['program errors', parametersOf(programErrors), programInEnglish, programInGerman],
  ['connector errors', parametersOf(connectorErrors), connectorsInEnglish, connectorsInGerman],
]

/** The names of the parameters in a compiled text, and of the branches they select, e.g. `['what', 'what.takedown']`. */
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

test.each(tables)(
  'each of the %s has a sentence with its parameters, the same in each language',
  (_, table, english, german) => {
    expect(Object.keys(english)).toEqual(Object.keys(table))
    expect(Object.keys(german)).toEqual(Object.keys(table))
    for (const [id, parameters] of Object.entries(table)) {
      const places = placesIn(compileMessageOrThrow(english[id] ?? ''))
      expect(
        places.filter((place) => !place.includes('.')),
        id,
      ).toEqual(Object.keys(parameters).toSorted())
      expect(placesIn(compileMessageOrThrow(german[id] ?? '')), id).toEqual(places)
    }
  },
)

test('no two of them have the same id', () => {
  const ids = tables.flatMap(([, table]) => Object.keys(table))
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
})

test('each message is used by the code', () => {
  const rooms = ['connectors', 'contract', 'detection'].map((room) => `packages/${room}/src`)
  const sources = ['apps/command-line/src', 'apps/server/src', ...rooms]
    .flatMap((folder) => sourcesIn(path.join(root, folder)))
    .filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        !/contract[\\/]src[\\/]\w+[\\/](connector-errors|errors|mail-texts|program-errors|server-messages)\.ts$/.test(
          file,
        ),
    )
    .map((file) => fs.readFileSync(file, 'utf8'))
  const unused = Object.keys({
    ...errors,
    ...serverMessages,
    ...mailTexts,
    ...programErrors,
    ...connectorErrors,
  }).filter((id) => !sources.some((text) => text.includes(`'${id}'`)))
  expect(unused).toEqual([])
})

/**
 * Failures of starting or stopping the embedded PostgreSQL that need another machine, another user or minutes of waiting, and a stop by a
 * signal in the middle of a command.
 */
const notProvoked = [
  'POSTGRES_NOT_PACKAGED',
  'POSTGRES_NEEDS_USER',
  'USER_NAME_MISSING',
  'SOCKET_PATH_TOO_LONG',
  'SOCKET_DIR_FOREIGN',
  'POSTGRES_NOT_RUNNABLE',
  'POSTGRES_PROGRAM_FAILED',
  'POSTGRES_SILENT',
  'DATA_DIR_LOCKED',
  'POSTGRES_NOT_STOPPING',
  'POSTGRES_OF_OTHER_USER',
  'STOPPED',
]

test('each reason of a failure is provoked by a test that names it', () => {
  const tests = ['apps/command-line', 'apps/server', 'packages/connectors']
    .flatMap((folder) => sourcesIn(path.join(root, folder)))
    .filter((file) => /\.test\.ts$|[\\/]test[\\/]/.test(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n')
  const reasons = Object.keys({ ...errors, ...programErrors, ...connectorErrors })
  expect(reasons.filter((reason) => !new RegExp(`\\b${reason}\\b`).test(tests))).toEqual(notProvoked)
})
