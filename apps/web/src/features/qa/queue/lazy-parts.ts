import { lazy } from '../../../api/lazy.ts'

/* What a reviewer doesn't see at once. */

export const ReviewTools = lazy(() =>
  import('./claims/review-tools.tsx').then((part) => ({ default: part.ReviewTools })),
)
export const ReviewClaims = lazy(() =>
  import('./claims/review-claims.tsx').then((part) => ({ default: part.ReviewClaims })),
)
export const ReviewBulkBar = lazy(() =>
  import('./list/review-bulk-bar.tsx').then((part) => ({ default: part.ReviewBulkBar })),
)
export const SelectAll = lazy(() => import('./list/select-all.tsx').then((part) => ({ default: part.SelectAll })))
