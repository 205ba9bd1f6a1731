import fs from 'node:fs'
import path from 'node:path'
import { isRecord } from '@signet/contract/narrow'

/** A sample with the values that a reader has to find in it. */
export interface Sample {
  /** The folder of its family of formats. */
  folder: string
  /** Below the folder with all samples. */
  file: string
  expected: unknown
}

/** The folders with samples of the formats that `signet read` reads. */
export const formatFolders = ['apk', 'exchange', 'easm', 'certificate-transparency', 'rdap-whois', 'documents'] as const

/** The expected values in a file, with the name of the sample of each. */
type Expected = [file: string, expected: unknown][]

/** Files with expected values of samples whose names they don't have. */
const special: Readonly<Record<string, (expected: unknown) => Expected>> = {
  'apk/signing/expected.json': (expected) => listedFiles(expected).map(withoutVerdict),
  'easm/masscan.expected.json': (expected) => [
    ...['json', 'list', 'xml'].map((format): [string, unknown] => [`masscan.${format}`, fieldOf(expected, 'allThree')]),
    ['masscan.json', fieldOf(expected, 'json')],
  ],
  // The export has the first findings of the report.
  'easm/nuclei.expected.json': (expected) => [
    ['nuclei.jsonl', expected],
    ['nuclei-export.json', Array.isArray(expected) ? expected.slice(0, 5) : []],
  ],
  'exchange/taxii21/expected.json': (expected) => [
    ['collections.json', { readableCollections: fieldOf(expected, 'readableCollections') }],
  ],
}

/** The version of apksigner that found the expected values doesn't know scheme v3.1, and refuses an app that has it. */
function withoutVerdict([file, expected]: [string, unknown]): [string, unknown] {
  if (!path.posix.basename(file).startsWith('v31-') || !isRecord(expected)) return [file, expected]
  const { certificatesPresent, signingBlockIds } = isRecord(expected['signature']) ? expected['signature'] : {}
  return [file, { ...expected, signature: { certificatesPresent, signingBlockIds } }]
}

const fieldOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined)

/** All samples of a folder that have expected values, in the order of their names. */
export function samplesIn(root: string, folder: string): Sample[] {
  const files = fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => fs.statSync(path.join(root, file)).isFile())
    .toSorted()
  return files
    .filter((file) => file.endsWith('expected.json'))
    .flatMap((file) => samplesOf(root, file, files).map(([sample, expected]) => ({ folder, file: sample, expected })))
}

function samplesOf(root: string, answers: string, files: readonly string[]): Expected {
  const value: unknown = JSON.parse(fs.readFileSync(path.join(root, answers), 'utf8'))
  const folder = path.posix.dirname(answers)
  const under = (pairs: Expected): Expected =>
    pairs.map(([name, expected]) => [path.posix.join(folder, name), expected])
  const others = special[answers]
  if (others) return under(others(value))
  const listed = listedFiles(value)
  if (listed.length > 0) return under(listed)
  const stem = path.posix.basename(answers).replace(/\.?expected\.json$/, '')
  const named = isRecord(value) ? namedFiles(value, new Set([folder, path.posix.join(folder, stem)]), files) : []
  if (named.length > 0) return named
  // A list without names is about the only sample of its folder; another one is about the sample with its name.
  const own = stem === '' ? (file: string) => isSampleIn(folder, file) : (file: string) => isNamed(folder, stem, file)
  return files.filter((file) => own(file) && file !== answers).map((file) => [file, value])
}

/** Expected values that name their sample in `file`. */
const listedFiles = (value: unknown): Expected =>
  Array.isArray(value)
    ? value.flatMap((each: unknown): Expected =>
        isRecord(each) && typeof each['file'] === 'string' ? [[each['file'], each]] : [],
      )
    : []

/** Expected values whose keys are names of samples, with or without their endings. */
const namedFiles = (value: Readonly<Record<string, unknown>>, folders: ReadonlySet<string>, files: readonly string[]) =>
  Object.entries(value).flatMap(([name, expected]) =>
    [...folders]
      .flatMap((folder) => files.filter((file) => isNamed(folder, name, file)))
      .map((file): [string, unknown] => [file, expected]),
  )

const isSampleIn = (folder: string, file: string) =>
  path.posix.dirname(file) === folder && !/(?:expected\.json|README\.md)$/.test(file)

/** Whether a name, in which `_` can be a `/`, is that of a file with or without its ending. */
function isNamed(folder: string, name: string, file: string): boolean {
  if (/(?:expected\.json|README\.md)$/.test(file)) return false
  const paths = [name, name.replace(/^tile_(\w+?)_/, 'tile/$1/').replace('_', '/')]
  return paths.some((each) => {
    const full = path.posix.join(folder, each)
    return file === full || file.replace(/\.[a-z]+$/, '') === full
  })
}
