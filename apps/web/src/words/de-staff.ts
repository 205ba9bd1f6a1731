import type { Dictionary } from './words.ts'

const files = import.meta.glob<{ words: Dictionary }>('./de/{staff-*,qa,logs,test,detector}.ts', { eager: true })

/** The German of what mostly staff work with; a file of its own, because one of all words is too large to load at once. */
export const germanOfStaff: Dictionary = Object.assign(
  {},
  ...Object.values(files).map(({ words }) => words),
) as Dictionary
