import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Examples } from './examples.ts'

const features = path.resolve(import.meta.dirname, '../../src/features')

/** The examples of a feature. Node loads the files of these tests, so they aren't found by Vite. */
async function examplesIn(file: string): Promise<Examples> {
  const { examples }: { examples: Examples } = await import(pathToFileURL(path.join(features, file)).href)
  return examples
}

/** The examples of every feature, by file. */
const found = await Promise.all(fs.globSync('*/*.examples.ts', { cwd: features }).toSorted().map(examplesIn))

export const everyExample: readonly Examples[] = found

const joined = <K extends 'records' | 'inputs' | 'bodies'>(part: K): NonNullable<Examples[K]> =>
  Object.assign({}, ...everyExample.map((examples) => examples[part])) as NonNullable<Examples[K]>

export const recordMakers = joined('records')
export const demoInputs = joined('inputs')
export const validBodies = joined('bodies')
