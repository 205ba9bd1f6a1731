import * as z from 'zod/mini'
import { hourMs } from '../time.ts'
import type { Severity } from '../threats/severities.ts'
import { everySourceName, kinds } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/* What a deeper analysis consists of: questions, tasks, findings, related records and the reports that clients get. */

/** Hours from the request to the day on which an analysis is due, by severity of the threat, for a company that has set none. */
export const usualAnalysisDueHours: Record<Severity, number> = { Critical: 24, High: 72, Medium: 120, Low: 240 }

/** An instant on the day on which a deeper analysis requested at this instant is due. */
export const firstDueOf = (requestedAt: Date, severity: Severity, dueHours = usualAnalysisDueHours): Date =>
  new Date(requestedAt.getTime() + dueHours[severity] * hourMs)

/** A question of the client, with the answer once there is one. */
export const AnalysisQuestion = z.object({
  id: z.string(),
  text: z.string(),
  by: z.string(),
  at: wire.time,
  answer: z.nullable(z.object({ text: z.string(), by: z.string(), at: wire.time })),
  version: z.int(),
})
export type AnalysisQuestion = z.output<typeof AnalysisQuestion>

/** The states of a task; a dropped task turned out to be unnecessary. */
export const taskStates = ['open', 'done', 'dropped'] as const
/** One of `taskStates`. */
export type TaskState = (typeof taskStates)[number]

/** A task of the analysts, which clients don't see. */
export const AnalysisTask = z.object({
  id: z.string(),
  text: z.string(),
  state: z.enum(taskStates),
  /** Who last changed it, or who added it. */
  by: z.string(),
  at: wire.time,
})
export type AnalysisTask = z.output<typeof AnalysisTask>

/** How certain a finding is. */
export const confidences = ['confirmed', 'likely', 'possible'] as const
/** One of `confidences`. */
export type Confidence = (typeof confidences)[number]
/** The English label of each. */
export const confidenceLabels: Record<Confidence, string> = {
  confirmed: 'Confirmed',
  likely: 'Likely',
  possible: 'Possible',
}

/** One finding; a draft that clients don't see until a report releases it. */
export const AnalysisFinding = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  confidence: z.enum(confidences),
  /** The files of the case that show it. */
  fileIds: z.array(z.string()),
  by: z.string(),
  at: wire.time,
  releasedAt: z.nullable(wire.time),
  version: z.int(),
})
export type AnalysisFinding = z.output<typeof AnalysisFinding>

/** The kinds of records that an analysis can be related to. */
export const relationKinds = ['threat', 'takedown', 'campaign'] as const
/** One of `relationKinds`. */
export type RelationKind = (typeof relationKinds)[number]

/** A record that has to do with the case. */
export const AnalysisRelation = z.object({
  kind: z.enum(relationKinds),
  id: z.string(),
  /** The threat, or that of the takedown; null for a campaign. */
  threat: z.nullable(z.object({ kind: z.enum(kinds), source: z.enum(everySourceName), title: z.string() })),
  /** The number of the campaign, otherwise null. */
  number: z.nullable(z.int()),
  by: z.string(),
  at: wire.time,
})
export type AnalysisRelation = z.output<typeof AnalysisRelation>

/** A report that was released to the client; also in its list of reports. */
export const AnalysisReport = z.extend(wire.File, { by: z.string() })
export type AnalysisReport = z.output<typeof AnalysisReport>

/** Maximum number of questions, of tasks, of findings and of relations of one analysis. */
export const analysisPartsMax = 100
