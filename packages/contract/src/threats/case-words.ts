import type { AnySource } from './sources.ts'

/**
 * Whether a threat of a source is something of the company itself, like an open port: its takedown is called a fix, because the company
 * fixes it instead of having it removed by a provider.
 */
export const isFixed = (source: AnySource | undefined): boolean => source === 'EASM'

/** The text of the decision to have a threat of a fixed source fixed. */
export const fixDecided = 'Decision: fix'

/** What the case of a takedown is called in texts about threats of these sources: a fix only if all of them are fixed. */
export const takedownWord = (sources: readonly AnySource[]): 'takedown' | 'fix' =>
  sources.length > 0 && sources.every(isFixed) ? 'fix' : 'takedown'
