import { getDetectionQuality } from '@signet/contract/review/detection-quality'
import { getReviewAgreement } from '@signet/contract/review/second-reviews'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** How often people confirmed what the detector found for the company within the last days. */
export const detectionQualityQuery = (company: string, daysBack: number) =>
  queryOptions({
    queryKey: [company, 'quality', 'detection', daysBack],
    queryFn: ({ signal }) => call(getDetectionQuality, { query: { company, daysBack }, signal }),
  })

/** How well reviewers agreed in the second reviews of the last days. */
export const reviewAgreementQuery = (company: string, daysBack: number) =>
  queryOptions({
    queryKey: [company, 'quality', 'agreement', daysBack],
    queryFn: ({ signal }) => call(getReviewAgreement, { query: { company, daysBack }, signal }),
  })
