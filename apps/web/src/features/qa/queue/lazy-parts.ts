import { lazy } from '../../../api/lazy.ts'

const late = () => import('./late-parts.ts')

export const AcrossQueues = lazy(() => late().then((parts) => ({ default: parts.AcrossQueues })))
export const NothingWaiting = lazy(() => late().then((parts) => ({ default: parts.NothingWaiting })))
export const ReviewBulkBar = lazy(() => late().then((parts) => ({ default: parts.ReviewBulkBar })))
export const ReviewClaims = lazy(() => late().then((parts) => ({ default: parts.ReviewClaims })))
export const ReviewNarrowing = lazy(() => late().then((parts) => ({ default: parts.ReviewNarrowing })))
export const ReviewTools = lazy(() => late().then((parts) => ({ default: parts.ReviewTools })))
export const SelectAll = lazy(() => late().then((parts) => ({ default: parts.SelectAll })))
