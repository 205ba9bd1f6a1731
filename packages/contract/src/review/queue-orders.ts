/** The orders of the queue of all companies. */
export const queueOrders = ['mostSevere', 'promised', 'oldest', 'newest'] as const
/** One of `queueOrders`. */
export type QueueOrder = (typeof queueOrders)[number]
