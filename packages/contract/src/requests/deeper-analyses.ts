import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import { caseFields, caseFilters, caseOptionRoutes, caseSortFields, stepsUpTo, type Step } from '../takedowns/cases.ts'
import { route } from '../route.ts'
import { HistoryEvent } from '../threats/threats.ts'
import * as wire from '../wire.ts'
import { AnalysisFinding, AnalysisQuestion, AnalysisRelation, AnalysisReport, AnalysisTask } from './analysis-parts.ts'
import { DueDate } from './due-dates.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'deeperAnalysis.requested': 'Deeper analysis requested',
  'deeperAnalysis.aborted': 'Deeper analysis withdrawn',
  'deeperAnalysis.written': 'Message',
  'deeperAnalysis.fileAdded': 'File added',
}

/** The statuses of a deeper analysis, each with its possible successors; a status without a successor is closed. */
export const analysisFlow = {
  requested: ['inProgress', 'aborted'],
  inProgress: ['completed', 'aborted'],
  completed: [],
  aborted: [],
} as const satisfies Record<string, readonly string[]>
/** A status of a deeper analysis: a key of `analysisFlow`. */
export type AnalysisStatus = keyof typeof analysisFlow
/** Every status, in the order of `analysisFlow`. */
export const analysisStatuses = keysIn(analysisFlow)

/** Statuses of a running analysis: a threat has at most one. */
export const openAnalysisStatuses = analysisStatuses.filter((status) => analysisFlow[status].length > 0)

/** The English label of each status: the step that it reaches. */
export const analysisStatusLabels: Record<AnalysisStatus, string> = {
  requested: 'Requested',
  inProgress: 'Investigating',
  completed: 'Findings ready',
  aborted: 'Aborted',
}

/** When each status was reached, ISO 8601. */
export type AnalysisReached = Partial<Record<AnalysisStatus, string>>

/** The four steps, each with the status that reaches it; an analyst who begins has accepted the request. */
const stages: { key: string; label: string; reachedBy: AnalysisStatus }[] = [
  { key: 'requested', label: analysisStatusLabels.requested, reachedBy: 'requested' },
  { key: 'accepted', label: 'Accepted', reachedBy: 'inProgress' },
  { key: 'investigating', label: analysisStatusLabels.inProgress, reachedBy: 'inProgress' },
  { key: 'findings', label: analysisStatusLabels.completed, reachedBy: 'completed' },
]

/**
 * The four steps of a deeper analysis as the stepper shows them.
 *
 * | status     | Requested | Accepted  | Investigating     | Findings ready |
 * | requested  | completed | active    | todo              | todo           |
 * | inProgress | completed | completed | active, has begun | todo           |
 * | completed  | completed | completed | completed         | completed      |
 * | aborted    | the steps it had completed, the next one aborted, the rest todo |
 *
 * @param status the current status of the case
 * @param reachedAt when each status was reached; an aborted case without `inProgress` was aborted before work began
 */
export function analysisSteps(status: AnalysisStatus, reachedAt: AnalysisReached): Step[] {
  const standing = status === 'aborted' ? (reachedAt.inProgress === undefined ? 'requested' : 'inProgress') : status
  const done = { requested: 0, inProgress: 1, completed: 3 }[standing]
  return stepsUpTo(
    stages.map(({ key, label, reachedBy }) => ({ key, label, at: reachedAt[reachedBy] })),
    done,
    status === 'aborted' ? { note: analysisStatusLabels.aborted, at: reachedAt.aborted } : undefined,
  )
}

/** A case in which the provider's team investigates a threat for the client. */
export const DeeperAnalysis = z.object({
  ...caseFields,
  status: z.enum(analysisStatuses),
  due: DueDate,
  files: z.array(wire.File),
})
export type DeeperAnalysis = z.output<typeof DeeperAnalysis>

/** A deeper analysis with its parts and its history, each oldest first. */
export const DeeperAnalysisDetail = z.extend(DeeperAnalysis, {
  questions: z.array(AnalysisQuestion),
  /** Only for those who may change them. */
  tasks: z.optional(z.array(AnalysisTask)),
  /** Drafts only for those who may change them. */
  findings: z.array(AnalysisFinding),
  relations: z.array(AnalysisRelation),
  reports: z.array(AnalysisReport),
  events: z.array(HistoryEvent),
})
export type DeeperAnalysisDetail = z.output<typeof DeeperAnalysisDetail>

/** The fields the list can be sorted by: those of every case, and the due date. */
export const analysisSortFields = [...caseSortFields, 'dueAt'] as const

/** Paging, sorting and filters of the list of deeper analyses. */
export const DeeperAnalysisListQuery = z.object({
  company: wire.company,
  ...wire.paging(analysisSortFields),
  ...caseFilters,
  deeperAnalysisStatus: z.optional(wire.csvOf(analysisStatuses)),
})
export type DeeperAnalysisListQuery = z.output<typeof DeeperAnalysisListQuery>

/** Analyses of threats and touts; files are included, events only in `getDeeperAnalysis`. */
export const listDeeperAnalyses = route({
  method: 'GET',
  path: '/deeperAnalysis/getDeeperAnalysis',
  summary: "List the company's deeper analyses with their steps",
  access: 'analyses:read',
  query: DeeperAnalysisListQuery,
  response: wire.page(DeeperAnalysis),
})

const oneAnalysis = {
  params: z.object({ analysisId: wire.id }),
  query: wire.ofCompany,
}

/** 404 for an analysis of another company. */
export const getDeeperAnalysis = route({
  method: 'GET',
  path: '/deeperAnalysis/{analysisId}',
  summary: 'Get a deeper analysis with its history',
  access: 'analyses:read',
  ...oneAnalysis,
  response: DeeperAnalysisDetail,
})

/**
 * 409 when `version` is stale, the status is not a possible successor (`analysisFlow`), or a question has no answer when it is completed.
 * 400 when it is completed without findings: a released report, a file or a note. The client is notified.
 */
export const moveDeeperAnalysis = route({
  method: 'PATCH',
  path: '/deeperAnalysis/{analysisId}',
  summary: 'Change the status of a deeper analysis; the note is stored with the change',
  access: 'analyses:move',
  ...oneAnalysis,
  body: z.strictObject({
    status: z.enum(analysisStatuses),
    note: z.optional(wire.text(2000)),
    version: wire.version,
  }),
  response: DeeperAnalysisDetail,
})

/** All other participants of the case are notified. 404 for an analysis of another company. */
export const writeOnAnalysis = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/messages',
  summary: 'Add a message to a deeper analysis, such as a question about its findings',
  access: 'threats:decide',
  ...oneAnalysis,
  body: z.strictObject({ text: wire.text(2000, 1) }),
  response: DeeperAnalysisDetail,
})

const options = caseOptionRoutes({
  path: '/deeperAnalysis',
  name: 'DeeperAnalysis',
  words: 'deeper analyses',
  access: 'analyses:read',
})
/** Options are ordered by label. */
export const getAnalysisSources = options.sources
/** `threatSource` limits the cases to one source. */
export const getAnalysisTypes = options.types
/** `threatSource` limits the cases to one source. */
export const getAnalysisSeverities = options.severities
/** Only statuses that occur. */
export const getAnalysisStatuses = options.statuses
