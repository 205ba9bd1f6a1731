/** The states of work that runs in the background: a scan, an export, the reading of a feed. */
export const runStates = ['queued', 'running', 'done', 'failed'] as const
/** One of `runStates`. */
export type RunState = (typeof runStates)[number]

/** States of work that isn't finished. */
export const unfinishedStates = ['queued', 'running'] as const satisfies readonly RunState[]
