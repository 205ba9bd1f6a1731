import type { Capture, CaptureFailure, VisitProblem } from '@signet/contract/takedowns/captures'
import { t } from './words.ts'

/** How a capture stands, why there is none, or that it showed different pages to its visitors. */
export const captureStatusText = (status: Capture['status'] | CaptureFailure | 'cloaked') => t(`status.${status}`)

/** Why a visit is incomplete; begins with a small letter, to follow a colon. */
export const visitProblemText = (problem: VisitProblem) => t(`problem.${problem}`)
