import { assignAnalyses, assignTakedowns } from '@signet/contract/requests/assignments'

/** The call that assigns each kind of case, its permission, and the keys of its queries. */
export const caseAssignments = {
  takedown: { route: assignTakedowns, permission: 'takedowns:move', detail: 'takedown', list: 'takedowns' },
  deeperAnalysis: { route: assignAnalyses, permission: 'analyses:move', detail: 'analysis', list: 'analyses' },
} as const
