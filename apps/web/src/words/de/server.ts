import type { Dictionary } from '../words.ts'

/** What the server and the contract name in English: sources, states, severities, kinds. */
export const words: Dictionary = {}
