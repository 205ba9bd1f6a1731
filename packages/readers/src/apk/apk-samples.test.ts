import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { apkKinds } from './kinds.ts'

/* Apps and manifests of other people with the expected results. The samples are stored outside the repository. */
const samples = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/apk')

type Expected = Record<string, unknown> & { file: string; signature?: Record<string, unknown> }
const expected = (folder: string) =>
  JSON.parse(readFileSync(path.join(samples, folder, 'expected.json'), 'utf8')) as Expected[]

/** About how the expected values came about: the exit codes and messages of other tools. */
const notFacts = new Set(['file', 'note', 'aaptRc', 'aaptError', 'error'])
/** The version of apksigner that gave the expected values doesn't know scheme v3.1. */
const unknownToApksigner = new Set(['verifies', 'verifiesOnApi28Plus', 'signers'])

const normal = (value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, normal(each)]))
}
const factsOf = (one: Record<string, unknown>, without: ReadonlySet<string> = notFacts) =>
  normal(Object.fromEntries(Object.entries(one).filter(([name]) => !notFacts.has(name) && !without.has(name))))

async function read(folder: string, name: string): Promise<{ kind: string | undefined; result: unknown }> {
  const file = new SourceFile(name, readFileSync(path.join(samples, folder, name)))
  const kind = apkKinds.find((each) => each.recognizes(file))
  return { kind: kind?.name, result: normal(await kind?.read(file)) }
}

describe.skipIf(!existsSync(samples))('the samples of Android apps', () => {
  test.each(['apps', 'signing', 'own'])('those in the folder %s give the expected values', async (folder) => {
    for (const { signature, ...one } of expected(folder)) {
      const { kind, result } = await read(folder, one.file)
      expect(kind, one.file).toBe(one['container'] ?? 'apk')
      expect(result, one.file).toMatchObject(factsOf(one) as object)
      if (!signature) continue
      const without = one.file.startsWith('v31-') ? unknownToApksigner : undefined
      expect(result, one.file).toMatchObject({ signature: factsOf(signature, without) })
    }
  })

  test('an app with scheme v3.1 verifies, with the key for new versions of Android', async () => {
    const { result } = await read('signing', 'v31-ec-p256-2-tgt-33-1-tgt-28-targetSdk-30.apk')
    expect(result).toMatchObject({ signature: { verifies: true, v3: true, signers: [{ subject: 'CN=ec-p256_2' }] } })
  })

  test('binary XML gives the expected values', async () => {
    for (const one of expected('axml')) {
      const { kind, result } = await read('axml', one.file)
      expect(kind, one.file).toBe('axml')
      expect(result, one.file).toMatchObject(factsOf(one) as object)
    }
  })
})
