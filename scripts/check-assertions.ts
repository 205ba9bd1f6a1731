// Counts the `!` after a value that the compiler takes for possibly missing. Prints each file with more of them than it may have, and those
// with fewer, whose number here then has to go down. Exits with 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { isTestFile, sourcesIn } from './source-imports.ts'

/**
 * The files that may have some, and how many; all others have none. Each of them reads an element of a typed array, inside its bounds, in a
 * loop over the letters of a name, the bytes of a file or the pixels of a picture. `array[at] ?? 0` would satisfy the compiler as well: it
 * takes 2 to 4 % longer in the loop of `edit-distance.ts`, and turns a wrong index into a number.
 */
const most: Readonly<Record<string, number>> = {
  'packages/connectors/src/ct/certificate-time.ts': 4,
  'packages/connectors/src/ct/certificate.ts': 12,
  'packages/connectors/src/ct/der.ts': 2,
  'packages/connectors/src/feed/name-set.ts': 2,
  'packages/detection/src/lookalike/edge-map.ts': 9,
  'packages/detection/src/lookalike/find-logo.ts': 22,
  'packages/detection/src/lookalike/grey-picture.ts': 15,
  'packages/detection/src/lookalike/logo-templates.ts': 3,
  'packages/detection/src/lookalike/picture-hash.ts': 4,
  'packages/detection/src/match/automaton.ts': 16,
  'packages/detection/src/match/find-hits.ts': 11,
  'packages/detection/src/match/host-filter.ts': 4,
  'packages/detection/src/match/scan-names.ts': 3,
  'packages/detection/src/names/fold.ts': 8,
  'packages/detection/src/names/read-words.ts': 6,
  'packages/detection/src/names/vocabulary.ts': 3,
  'packages/detection/src/permute/edit-distance.ts': 8,
  'packages/detection/src/permute/letter-odds.ts': 1,
  'packages/detection/src/permute/typo-candidates.ts': 36,
  'packages/detection/src/pictures/known-pictures.ts': 4,
  'packages/detection/src/visits/describe-page.ts': 3,
}

/** How many there are in a source. */
export function assertionsIn(name: string, text: string): number {
  let count = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && value.type === 'TSNonNullExpression') count += 1
    for (const child of Object.values(value)) visit(child)
  }
  // Most files have no such character after a value, and need not be parsed.
  if (/[\w\])]!(?!=)/.test(text)) visit(parseSync(name, text).program)
  return count
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const rooms = fs.globSync('{apps,packages}/*/src', { cwd: root })
  const found = rooms
    .flatMap((room) => sourcesIn(path.join(root, room)))
    .filter((file) => !isTestFile(file))
    .map((file) => ({ file: path.relative(root, file), count: assertionsIn(file, fs.readFileSync(file, 'utf8')) }))
  const wrong = found.filter(({ file, count }) => count !== (most[file] ?? 0))
  for (const { file, count } of wrong)
    console.error(`${file}: ${count} of !, and ${most[file] ?? 0} in ${import.meta.filename}`)
  const total = found.reduce((sum, { count }) => sum + count, 0)
  console.log(wrong.length === 0 ? `assertions: ${total}, all of elements of typed arrays` : 'assertions: see above')
  process.exitCode = wrong.length === 0 ? 0 : 1
}
