import type { QueueStep } from './review-many.ts'
import type { Word } from './words.ts'

/** The steps out of the queue, as buttons and as commands of the palette. */
export const queueSteps = [
  { step: 'publish', label: 'publish' },
  { step: 'watch', label: 'watch' },
  { step: 'whitelist', label: 'whitelist' },
  { step: 'requestDeletion', label: 'delete' },
] as const satisfies readonly { step: QueueStep; label: Word }[]
