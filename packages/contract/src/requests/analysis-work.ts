import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import * as wire from '../wire.ts'
import { confidences, relationKinds, taskStates } from './analysis-parts.ts'
import { DeeperAnalysisDetail } from './deeper-analyses.ts'
import { DueChange, DueFigures } from './due-dates.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'deeperAnalysis.questionAsked': 'Question',
  'deeperAnalysis.questionAnswered': 'Answer',
  'deeperAnalysis.dueChanged': 'Due date changed',
  'deeperAnalysis.related': 'Related record added',
  'deeperAnalysis.unrelated': 'Related record removed',
  'deeperAnalysis.reportReleased': 'Report released',
  'analysisTask.added': 'Task added',
  'analysisTask.done': 'Task done',
  'analysisTask.dropped': 'Task dropped',
  'analysisTask.reopened': 'Task reopened',
  'analysisFinding.added': 'Finding drafted',
  'analysisFinding.changed': 'Finding changed',
  'analysisFinding.removed': 'Finding removed',
}

/*
 * The work on a deeper analysis while it is open. Every call answers with the whole case: 404 for an analysis of another company, 409 when
 * it has ended.
 */

const ofAnalysis = { analysisId: wire.id }
const oneAnalysis = { params: z.object(ofAnalysis), query: wire.ofCompany, response: DeeperAnalysisDetail }

/** All other participants of the case are notified. 409 when the analysis has `analysisPartsMax` questions. */
export const askAnalysis = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/questions',
  summary: 'Ask a question that the findings have to answer',
  access: 'threats:decide',
  ...oneAnalysis,
  body: z.strictObject({ text: wire.text(2000, 1) }),
})

/** Replaces an earlier answer; 409 with the name of its author when `version` is stale. All other participants of the case are notified. */
export const answerAnalysisQuestion = route({
  method: 'PUT',
  path: '/deeperAnalysis/{analysisId}/questions/{questionId}/answer',
  summary: 'Answer a question of a deeper analysis',
  access: 'analyses:move',
  ...oneAnalysis,
  params: z.object({ ...ofAnalysis, questionId: wire.id }),
  body: z.strictObject({ text: wire.text(4000, 1), version: wire.version }),
})

/** 409 when the analysis has `analysisPartsMax` tasks. */
export const addAnalysisTask = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/tasks',
  summary: 'Add a task for the analysts; clients do not see tasks',
  access: 'analyses:move',
  ...oneAnalysis,
  body: z.strictObject({ text: wire.oneLine(300, 1) }),
})

export const changeAnalysisTask = route({
  method: 'PATCH',
  path: '/deeperAnalysis/{analysisId}/tasks/{taskId}',
  summary: 'Mark a task as done, dropped or open',
  access: 'analyses:move',
  ...oneAnalysis,
  params: z.object({ ...ofAnalysis, taskId: wire.id }),
  body: z.strictObject({ state: z.enum(taskStates) }),
})

const finding = {
  title: wire.oneLine(200, 1),
  text: wire.text(4000, 1),
  confidence: z.enum(confidences),
  fileIds: z.array(wire.id).check(z.maxLength(20), wire.eachOnce()),
}

/** 400 for a file that isn't one of the case; 409 when the analysis has `analysisPartsMax` findings. */
export const addAnalysisFinding = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/findings',
  summary: 'Draft a finding; clients see it once a report releases it',
  access: 'analyses:move',
  ...oneAnalysis,
  body: z.strictObject(finding),
})

const oneFinding = { ...oneAnalysis, params: z.object({ ...ofAnalysis, findingId: wire.id }) }

/**
 * 400 for a file that isn't one of the case; 409 for a finding that was released, and with the name of who changed it when `version` is
 * stale.
 */
export const changeAnalysisFinding = route({
  method: 'PUT',
  path: '/deeperAnalysis/{analysisId}/findings/{findingId}',
  summary: 'Change the draft of a finding',
  access: 'analyses:move',
  ...oneFinding,
  body: z.strictObject({ ...finding, version: wire.version }),
})

/** 409 for a finding that was released, and with the name of who changed it when `version` is stale. */
export const removeAnalysisFinding = route({
  method: 'DELETE',
  path: '/deeperAnalysis/{analysisId}/findings/{findingId}',
  summary: 'Remove the draft of a finding',
  access: 'analyses:move',
  ...oneFinding,
  query: z.extend(wire.ofCompany, { version: wire.versionInQuery }),
})

/** 404 for a record of another company; 409 when the analysis has `analysisPartsMax` relations. */
export const relateToAnalysis = route({
  method: 'PUT',
  path: '/deeperAnalysis/{analysisId}/relations',
  summary: 'Relate a threat, takedown or campaign to a deeper analysis, or end the relation',
  access: 'analyses:move',
  ...oneAnalysis,
  body: z.strictObject({ kind: z.enum(relationKinds), id: wire.id, isRelated: z.boolean() }),
})

/** 409 when `version` is stale. The client is notified. */
export const changeAnalysisDue = route({
  method: 'PUT',
  path: '/deeperAnalysis/{analysisId}/due',
  summary: 'Change the due date of a deeper analysis; the client sees the reason',
  access: 'analyses:move',
  ...oneAnalysis,
  body: DueChange,
})

/** 409 when `version` is stale, or before the work has begun. The client is notified. */
export const releaseAnalysisReport = route({
  method: 'POST',
  path: '/deeperAnalysis/{analysisId}/report',
  summary: 'Release the findings to the client, with a PDF report that is also in its list of reports',
  access: 'reports:publish',
  ...oneAnalysis,
  body: z.strictObject({ summary: wire.text(4000, 1), version: wire.version }),
})

/** How well due dates were kept, and within how many hours analyses that are requested now are due, by severity of the threat. */
export const AnalysisDueFigures = z.extend(DueFigures, {
  dueHours: z.strictObject(recordFrom(severities, () => z.int())),
})
export type AnalysisDueFigures = z.output<typeof AnalysisDueFigures>

/** How well due dates were kept in the analyses completed within `daysBack` days, and how many are open now. */
export const getAnalysisDueFigures = route({
  method: 'GET',
  path: '/deeperAnalysis/getDueDatesForDeeperAnalysis',
  summary: 'Count the deeper analyses that were completed in time or late, and those that are overdue',
  access: 'analyses:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack }),
  response: AnalysisDueFigures,
})
