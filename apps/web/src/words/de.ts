import type { Dictionary } from './words.ts'

const files = import.meta.glob<{ words: Dictionary }>('./de/*.ts', { eager: true })

/** All of the German, loaded whole when it is the language in force. */
export const german: Dictionary = Object.assign({}, ...Object.values(files).map(({ words }) => words)) as Dictionary
