/* What a reviewer doesn't see at once, in one chunk: `lazy-parts.ts`. */

export { AcrossQueues } from '../backlog/across-queues.tsx'
export { ReviewClaims } from './claims/review-claims.tsx'
export { ReviewTools } from './claims/review-tools.tsx'
export { ReviewBulkBar } from './list/review-bulk-bar.tsx'
export { NothingWaiting } from './list/review-empty.tsx'
export { ReviewNarrowing } from './list/review-narrowing.tsx'
export { SelectAll } from './list/select-all.tsx'
