import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { listIn, textIn } from '../narrow.ts'
import { exchangeKinds } from './kinds.ts'

/* Files in the formats of platforms and teams, with the expected results. They are stored outside the repository. */
const samples = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/exchange')

type Json = Record<string, unknown>

const json = (file: string): unknown => JSON.parse(readFileSync(path.join(samples, file), 'utf8'))

/** What `signet read` prints of a sample. */
async function recordsOf(file: string): Promise<Json[]> {
  const source = new SourceFile(path.basename(file), readFileSync(path.join(samples, file)))
  const kind = exchangeKinds.find((each) => each.recognizes(source))
  if (!kind) throw new Error(`${file} is of no kind`)
  const read = await kind.read(source)
  return (Array.isArray(read) ? read : [read]).map((record) => ({ kind: kind.name, ...record }))
}

/** The expected values of a file, without the notes for readers of the samples. */
function factsIn(file: string, key?: string): Json {
  const all = json(file) as Record<string, Json>
  const { note: _note, ...facts } = key === undefined ? all : (all[key] ?? {})
  return facts
}

describe.skipIf(!existsSync(samples))('the samples of feeds', () => {
  test('a list of addresses', async () => {
    expect(await recordsOf('feeds/openphish.txt')).toMatchObject([
      { kind: 'url-list', ...factsIn('feeds/expected.json', 'openphish.txt') },
    ])
  })

  test('PhishTank as CSV and as JSON', async () => {
    const expected = [{ kind: 'phishtank', skipped: 0, ...factsIn('feeds/expected.json', 'phishtank') }]
    expect(await recordsOf('feeds/phishtank.csv')).toMatchObject(expected)
    expect(await recordsOf('feeds/phishtank.json')).toMatchObject(expected)
  })

  test('URLhaus as CSV and as JSON', async () => {
    const { list, ...figures } = factsIn('feeds/expected.json', 'urlhaus')
    for (const file of ['feeds/urlhaus.csv', 'feeds/urlhaus.json']) {
      const [found] = await recordsOf(file)
      expect(found, file).toMatchObject({ kind: 'urlhaus', skipped: 0, ...figures })
      // The expected list has the first entries only.
      const first = listIn(found, 'list').slice(0, listIn({ list }, 'list').length)
      expect(first, file).toMatchObject(list as Json[])
    }
  })
})

describe.skipIf(!existsSync(samples))('the samples of indicators and events', () => {
  test('the indicators of a STIX bundle', async () => {
    expect(await recordsOf('stix21/own-bundle.json')).toMatchObject(json('stix21/own-bundle.expected.json') as Json[])
  })

  test('the bundles of OASIS', async () => {
    for (const [file, expected] of Object.entries(json('stix21/oasis.expected.json') as Json)) {
      for (const record of await recordsOf(`stix21/oasis/${file}`)) {
        expect(record, file).toMatchObject({ kind: 'stix', skipped: 0, ...(expected as Json) })
      }
    }
  })

  test('the attributes of a MISP event', async () => {
    expect(await recordsOf('misp/own-event.json')).toMatchObject([json('misp/own-event.expected.json') as Json])
  })

  test('the events of MISP', async () => {
    for (const [file, { attributes, ...expected }] of Object.entries(
      json('misp/expected.json') as Record<string, Json>,
    )) {
      const [record, ...others] = await recordsOf(`misp/${file}`)
      expect(record, file).toMatchObject({ kind: 'misp', skipped: 0, ...expected })
      expect(others).toEqual([])
      // The expected number is that of the attributes outside objects; the record lists them all.
      const own = listIn(record, 'attributes').filter((each) => textIn(each, 'fromObject') === null)
      expect(own.length, file).toBe(attributes)
    }
  })
})

describe.skipIf(!existsSync(samples))('the samples of servers, logs and reports', () => {
  test('answers of TAXII servers', async () => {
    const { readableCollections, objects } = json('taxii21/expected.json') as Json
    expect(await recordsOf('taxii21/collections.json')).toMatchObject([{ readableCollections }])
    const pages = await Promise.all([1, 2].map((page) => recordsOf(`taxii21/objects-page-${page}.json`)))
    const counts = pages.flat().map((page) => Number(page['objects']))
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(objects)
    expect(pages.flat()).toMatchObject([
      { more: true, next: 'b2Zmc2V0PTIw', skipped: 0 },
      { more: false, next: null, skipped: 0 },
    ])
    expect(await recordsOf('taxii21/objects-empty.json')).toMatchObject([{ objects: 0, more: false }])
    for (const name of ['api-root', 'discovery', 'error', 'manifest', 'status']) {
      expect(await recordsOf(`taxii21/${name}.json`), name).toMatchObject([{ kind: 'taxii' }])
    }
  })

  test('all reports of XARF, with those of version 3 named as retired', async () => {
    for (const folder of ['xarf/own', 'xarf/samples/v3', 'xarf/samples/v4']) {
      for (const name of readdirSync(path.join(samples, folder))) {
        const [record, ...others] = await recordsOf(`${folder}/${name}`)
        expect(others).toEqual([])
        expect(record, name).toMatchObject({ kind: 'xarf', retired: folder.endsWith('v3'), skipped: 0 })
        const type = `${textIn(record, 'category')}-${textIn(record, 'type')}`.replaceAll('_', '-')
        if (folder.endsWith('v4')) expect(`${type}.json`, name).toBe(name)
      }
    }
  })

  test('the lines of CEF', async () => {
    expect(await recordsOf('cef/lines.txt')).toMatchObject(json('cef/expected.json') as Json[])
    const extensions = (json('cef/expected.json') as Json[]).map(({ ext }) => ext)
    expect((await recordsOf('cef/lines.txt')).map(({ ext }) => ext)).toEqual(extensions)
  })

  test('the indicator of ECS', async () => {
    expect(await recordsOf('ecs/threat-indicator.json')).toMatchObject([
      { kind: 'ecs', type: 'url', value: 'https://nw-login.phish.test/a?b=1', tlp: 'amber', sightings: 3, skipped: 0 },
    ])
  })

  test('reports in CSV', async () => {
    for (const name of ['reports.csv', 'reports-semicolon-cp1252.csv']) {
      const expected = factsIn('reports-csv/expected.json', name)
      expect(await recordsOf(`reports-csv/${name}`), name).toMatchObject([
        { kind: 'reports-csv', skipped: 0, ...expected },
      ])
    }
  })
})

describe.skipIf(!existsSync(samples))('the samples of platforms', () => {
  test('messages of Telegram', async () => {
    for (const name of ['result', 'bot-api-updates', 'mtproto-messages']) {
      const { note: _note, ...expected } = json(`telegram/${name}.expected.json`) as Json
      expect(await recordsOf(`telegram/${name}.json`), name).toMatchObject([{ skipped: 0, ...expected }])
    }
  })

  test('answers of platforms to a search', async () => {
    const file = 'platforms/expected.json'
    for (const name of Object.keys(json(file) as Json)) {
      expect(await recordsOf(`platforms/${name}`), name).toMatchObject([factsIn(file, name)])
    }
  })

  test('no token and no secret of an answer is printed', async () => {
    for (const name of ['meta-ad-library.json', 'github-code-search.json']) {
      expect(JSON.stringify(await recordsOf(`platforms/${name}`)), name).not.toMatch(/EAAexampletoken|Example-Secret/)
    }
  })
})
