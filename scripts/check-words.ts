// Checks the terms of docs/writing.md: names of files, of declarations, of tables and columns and of texts, and the English texts of
// catalogues, comments and documents use one word for each thing, and docs/words.md names the places of each. Prints every violation and
// exits with 1 when there is one.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Words in lower case that must not occur in a name, each with its replacement. */
const inNames: Readonly<Record<string, string>> = {
  triage: 'decision, decide',
  triaged: 'decided',
  diagnosis: 'health of a part',
  diagnostics: 'system health',
  traffic: 'logs',
  whom: 'the role: recipient, actor, subject',
  worst: 'most severe',
  hope: 'what it holds: an upper bound',
  said: 'what it holds: text, payload, details',
  told: 'notified, logged, reported',
  tell: 'notify, publish, announce',
  teller: 'context of a notification',
  given: 'what it holds: input, fields; createFixture in tests',
  door: 'what it does: request limits',
  deed: 'decision, action',
  kmp: 'watched people',
  beside: 'near, next to',
}

/** Sequences of words that must not occur in a name. */
const inNamesTogether: Readonly<Record<string, string>> = {
  'user admin': 'users',
  'notice rule': 'notification rule',
  'by hand': 'manual',
  'held back': 'suppressed',
  'looked at': 'checked at',
  'even if': 'what happens: after refusal',
  'is asked': 'is confirming',
  'refuse deletion': 'reject deletion',
  'remove detection': 'delete a detection rule',
}

/** One spelling: what a provider says about a threat is a look-up; a name is resolved, and what servers say of a domain is an answer. */
const lookup =
  /(?!^lookup(Key)?$|^disableReverseLookup$|^LOOKUP_PORTS_OUTSIDE_DEMO$)^(.*(Lookup|_lookup|LOOKUP_).*|lookup.+)$/

/** Expressions that must not occur in an English text of a catalogue or document. */
const inTexts: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\b(whom|whoever|whomever)\b/i, 'who, anyone who'],
  [/\btold\b/i, 'notified'],
  [/\b(kept?|keeps|keeping) silent\b/i, 'suppressed'],
  [/\bin the hands of\b/i, 'assigned to'],
  [/\b(looks|reads along) only\b/i, 'read-only'],
  [/\bby hand\b/i, 'manually'],
  [/\b(take|takes|taken|took) back\b/i, 'undo, revoke, withdraw'],
  [/\b(beside|meanwhile)\b/i, 'next to; in the meantime'],
  [/(?<![`/\w])[Ll]ookups?\b/, 'look-up; the names of others as code'],
  [/\bis asked for\b/i, 'is requested, you enter'],
]

/** Words that mean something else in some places: names and texts there use another one. */
const inPlaces: readonly (readonly [place: RegExp, form: RegExp, instead: string])[] = [
  [/\bcampaigns?\b/, /\bfacts?\b/i, 'trait'],
  [/\bcampaigns?\b/, /\b(exceptions?|set aside)\b/i, 'exclusion: a threat is split off, a trait is ignored'],
  [/\bqa\b/, /\bcampaigns?\b/i, 'threats that share traits, sharers'],
  [/\/(takedowns|settings|leaks|home|onboarding|db|indicators)\//, /\bmonitor(s|ed|ing)\b/i, 'watch'],
  [/\/takedowns\//, /^(case number|reference)$/i, "our reference, or the provider's case number"],
  [/\.en\.json$/, /\bpictures?\b/i, 'image; screenshot or capture of a page'],
  [/\/qa\//, /\brefuse\b/i, 'reject'],
  [/\.en\.json$/, /’/, "a straight apostrophe: '"],
  [/^packages\/contract\//, /^patch \w/, 'change'],
  [/\.queries\.ts$/, /^(keep|note|save|store|update|upsert) \w/, 'insert, set or put rows'],
]

/** Expressions that must not occur in a source file. */
const inSources: readonly (readonly [form: RegExp, instead: string])[] = [
  [
    /\b(function|const) textOf\b(?!(?: = )?\(value: unknown)/,
    'textOf only reads a value of unknown type: cellText, decodedText',
  ],
]

/** Names defined by others, each with its origin. */
const allowed: readonly (readonly [name: RegExp, why: string])[] = [
  [/^given(Name|_name)$/, 'RFC 7643 §4.1.1'],
  [/^kmp$/, 'the module and the path of the specification'],
]

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)

/** The violations in a name, e.g. `triage: decision, decide`; empty when there are none. */
export function faultsOfName(name: string): string[] {
  if (allowed.some(([form]) => form.test(name))) return []
  const words = wordsOf(name)
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  return [
    ...(lookup.test(name) ? ['lookup: look-up (lookUp), resolve, answer'] : []),
    ...words.flatMap((word) => {
      const instead = inNames[word] ?? inNames[word.replace(/s$/, '')]
      return instead === undefined ? [] : [`${word}: ${instead}`]
    }),
    ...pairs.filter((pair) => pair in inNamesTogether).map((pair) => `${pair}: ${inNamesTogether[pair]}`),
  ]
}

/** The violations in an English text of a catalogue. */
export const faultsOfText = (text: string): string[] =>
  inTexts.flatMap(([form, instead]) => {
    const found = form.exec(text)
    return found ? [`${found[0]}: ${instead}`] : []
  })

/** The words of a name or text that another one is used for in this file. */
export const faultsOfPlace = (file: string, text: string): string[] =>
  inPlaces.flatMap(([place, form, instead]) => {
    const found = place.test(file) && form.exec(text)
    return found ? [`${found[0]}: ${instead}`] : []
  })

/** The expressions in a source file that another name is used for. */
export const faultsOfSource = (text: string): string[] =>
  inSources.flatMap(([form, instead]) => (form.test(text) ? [instead] : []))

/** The text of the comments in a source file, line by line. */
export const commentsIn = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(?:\/\/|\/?\*\*?) (.*)$/gm)].map(([, comment = '']) => comment)

const declared =
  /^\s*(?:export )?(?:default )?(?:return )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
/** What a declaration takes out of an object or list, e.g. `{ id, facts: found }` or `[first = 0]`. */
const taken = /\b(?:const|let) ([{[])([^;]+?)[}\]] (?:=|of) /g
const column = /^ {2,4}(\w+): /gm

/** The names that a file declares; for the types of the database, its tables and columns. */
export function namesIn(file: string, text: string): string[] {
  if (file.endsWith('db/tables.ts')) return [...text.matchAll(column)].map(([, name = '']) => name)
  // A key that keeps its name has it from elsewhere.
  const parts = [...text.matchAll(taken)].flatMap(([, form, list = '']) =>
    list.split(',').filter((part) => form === '[' || part.includes(':')),
  )
  return [
    ...[...text.matchAll(declared)].map(([, name = '']) => name),
    ...parts.flatMap((part) => /(\w+)\W*(?:=.*)?$/s.exec(part)?.[1] ?? []),
  ]
}

function faultsOfFile(file: string): string[] {
  const named = faultsOfName(file.replace(/^.*?(?=src\/|test\/)/, ''))
  if (!/\.(ts|tsx|mjs|md|en\.json)$/.test(file)) return named
  const text = fs.readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return [...named, ...text.split('\n').flatMap(faultsOfText)]
  const ofPlace = (words: string) => faultsOfPlace(file, words)
  if (file.endsWith('.json')) {
    const entries = Object.entries<string>(JSON.parse(text))
    const ids = entries.map(([id]) => id).filter((id) => !id.startsWith('value.'))
    const texts = entries.map(([, each]) => each)
    return [
      ...named,
      ...ids.flatMap(faultsOfName),
      ...ids.map((id) => wordsOf(id).join(' ')).flatMap(ofPlace),
      ...texts.flatMap(faultsOfText),
      ...texts.flatMap(ofPlace),
    ]
  }
  const names = namesIn(file, text)
  return [
    ...named,
    ...names.flatMap(faultsOfName),
    ...names.map((name) => wordsOf(name).join(' ')).flatMap(ofPlace),
    ...faultsOfSource(text),
    ...commentsIn(text).flatMap(faultsOfText),
  ]
}

/** The rooms in which a type has one name, and a name one type, each with the packages that it imports: those have the same types. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'packages/contract/src/': [],
  'packages/readers/src/': [],
  'packages/connectors/src/': ['packages/contract/src/', 'packages/readers/src/'],
  'packages/detection/src/': ['packages/contract/src/'],
  'apps/server/src/': [
    'packages/contract/src/',
    'packages/readers/src/',
    'packages/connectors/src/',
    'packages/detection/src/',
  ],
  'apps/web/src/': ['packages/contract/src/'],
}

/**
 * The types that two files export by the same name, in one room or in a room and a package that it imports. The words of a catalogue are
 * called `Word` in each of them.
 */
export function sameNamesIn(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string>()
  const faults: string[] = []
  // Packages come first, because those that import them are compared with what they have.
  for (const [room, imported] of Object.entries(rooms)) {
    for (const [file, text] of texts) {
      if (!file.startsWith(room) || /\.(test|examples)\.tsx?$|\/words\.ts$/.test(file)) continue
      for (const [, name = ''] of text.matchAll(/^export (?:type|interface|class) ([A-Z]\w+)/gm)) {
        for (const each of [room, ...imported]) {
          const other = places.get(each + name)
          if (other !== undefined) faults.push(`${file}: ${name} is also a type of ${other}`)
        }
        places.set(room + name, file)
      }
    }
  }
  return faults
}

/** The places of a row of `docs/words.md`, by column. */
const placesOf = {
  contract: (name: string) => `packages/contract/src/${name}.ts`,
  server: (name: string) => `apps/server/src/features/${name}`,
  portal: (name: string) => `apps/web/src/features/${name}`,
}

/** The code spans of a cell. */
const spansIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** What is wrong with the table of words: places that don't exist, features without a row, pages that no feature has. */
export function faultsOfTable(table: string, features: readonly string[], pages: ReadonlySet<string>): string[] {
  const rows = [...table.matchAll(/^\|(.*)\|$/gm)].slice(2).map(([, row = '']) => row.split('|'))
  const places = rows.flatMap(([, , ...cells]) =>
    Object.values(placesOf).flatMap((place, at) => spansIn(cells[at]).map(place)),
  )
  return [
    ...places.filter((place) => !fs.existsSync(place)).map((place) => `${place} doesn't exist`),
    ...features.filter((feature) => !places.includes(feature)).map((feature) => `${feature} has no row`),
    ...rows.flatMap((cells) => spansIn(cells[5]).filter((page) => !pages.has(page))).map((page) => `no page ${page}`),
  ].map((fault) => `docs/words.md: ${fault}`)
}

if (import.meta.main) {
  process.chdir(path.resolve(import.meta.dirname, '..'))
  const features = fs.globSync('apps/{server,web}/src/features/*').toSorted()
  const paged = fs.globSync('apps/web/src/features/*/feature.ts').map((file) => fs.readFileSync(file, 'utf8'))
  const pages = new Set(paged.flatMap((text) => [...text.matchAll(/path: '([^']+)'/g)].map(([, page = '']) => page)))
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && fs.existsSync(file))
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  const breaches = files
    .flatMap((file) => faultsOfFile(file).map((fault) => `${file}: ${fault}`))
    .concat(sameNamesIn(new Map(sources.map((file) => [file, fs.readFileSync(file, 'utf8')]))))
    .concat(faultsOfTable(fs.readFileSync('docs/words.md', 'utf8'), features, pages))
  for (const breach of breaches) console.error(breach)
  console.log(breaches.length === 0 ? 'words: one for each thing' : `words: ${breaches.length} breaches`)
  process.exitCode = breaches.length === 0 ? 0 : 1
}
