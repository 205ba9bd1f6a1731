/// <reference types="vite/types/importMeta.d.ts" />
import type { Examples } from './examples.ts'

/** The examples of every feature, by file. */
const found = import.meta.glob<Examples>('../../src/features/*/*.examples.ts', { eager: true, import: 'examples' })

export const everyExample: readonly Examples[] = Object.values(found)

const joined = <K extends 'records' | 'inputs' | 'bodies'>(part: K): NonNullable<Examples[K]> =>
  Object.assign({}, ...everyExample.map((examples) => examples[part])) as NonNullable<Examples[K]>

export const recordMakers = joined('records')
export const demoInputs = joined('inputs')
export const validBodies = joined('bodies')
