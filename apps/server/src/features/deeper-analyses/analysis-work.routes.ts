import type * as contract from '@signet/contract/requests/analysis-work'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { messageOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { dayIn, endOfDay, zoneOfCompany } from '../companies/company-zone.ts'
import { notifyMentioned } from '../notifications/notify-person.ts'
import { notifyOfCase } from '../notifications/notify-changes.ts'
import { analysisDetail, lockOpenAnalysis, refuseTooMany } from './analysis-detail.ts'
import { insertQuestion, insertTask, questionsOf, setAnswer, setTaskState } from './analysis-parts.queries.ts'
import { changedCase, recordChange, setDue } from './list-analyses.queries.ts'

const mentionOn = ({ id, title }: { id: string; title: string }) =>
  ({ kind: 'deeperAnalysis', title, href: `/deeperAnalysis/${id}` }) as const

export const askAnalysis: Handler<typeof contract.askAnalysis> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const row = await lockOpenAnalysis(context, params.analysisId)
  await refuseTooMany(context, 'analysis_questions', row.id)
  await insertQuestion(tx, {
    company_id: company.id,
    analysis_id: row.id,
    text: body.text,
    asked_by_name: actor.name,
    answer: null,
    answered_by_name: null,
    answered_at: null,
  })
  await recordChange(tx, row)
  await recordAudit(context, {
    action: 'deeperAnalysis.questionAsked',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    after: { remark: body.text },
  })
  const asked = messageOf('ANALYSIS_QUESTION_ASKED', { name: actor.name, title: row.title })
  await notifyOfCase(context, changedCase(row), asked)
  await notifyMentioned(context, body.text, mentionOn(row))
  return analysisDetail(context, row.id)
}

/** @throws AppError `NOT_FOUND` if the analysis has no such question, `CONFLICT` if it was answered since it was read */
export const answerAnalysisQuestion: Handler<typeof contract.answerAnalysisQuestion> = async (
  context,
  { params, body },
) => {
  const { tx, company, actor } = context
  const row = await lockOpenAnalysis(context, params.analysisId)
  const questions = await questionsOf(tx, company.id, row.id)
  const question = found(
    questions.find(({ id }) => id === params.questionId),
    'question',
  )
  if (question.version !== body.version) {
    throw new AppError('STALE_VERSION_BY', { what: 'question', name: question.answer?.by ?? question.by })
  }
  const of = { companyId: company.id, analysisId: row.id, questionId: question.id }
  await setAnswer(tx, of, { text: body.text, by: actor.name })
  await recordChange(tx, row)
  await recordAudit(context, {
    action: 'deeperAnalysis.questionAnswered',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    after: { questionId: params.questionId, remark: body.text },
  })
  await notifyOfCase(context, changedCase(row), messageOf('ANALYSIS_QUESTION_ANSWERED', { title: row.title }))
  await notifyMentioned(context, body.text, mentionOn(row))
  return analysisDetail(context, row.id)
}

export const addAnalysisTask: Handler<typeof contract.addAnalysisTask> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const row = await lockOpenAnalysis(context, params.analysisId)
  await refuseTooMany(context, 'analysis_tasks', row.id)
  const by = { changed_by_name: actor.name }
  const taskId = await insertTask(tx, { company_id: company.id, analysis_id: row.id, text: body.text, ...by })
  await recordAudit(context, {
    action: 'analysisTask.added',
    targetType: 'analysisTask',
    targetId: taskId,
    after: { analysisId: row.id, remark: body.text },
  })
  return analysisDetail(context, row.id)
}

/** @throws AppError `NOT_FOUND` if the analysis has no such task */
export const changeAnalysisTask: Handler<typeof contract.changeAnalysisTask> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const row = await lockOpenAnalysis(context, params.analysisId)
  const of = { companyId: company.id, analysisId: row.id, taskId: params.taskId }
  const text = found(await setTaskState(tx, of, { state: body.state, by: actor.name }), 'task')
  await recordAudit(context, {
    action: body.state === 'open' ? 'analysisTask.reopened' : `analysisTask.${body.state}`,
    targetType: 'analysisTask',
    targetId: params.taskId,
    after: { analysisId: row.id, remark: text },
  })
  return analysisDetail(context, row.id)
}

export const changeAnalysisDue: Handler<typeof contract.changeAnalysisDue> = async (context, { params, body }) => {
  const row = await lockOpenAnalysis(context, params.analysisId, body.version)
  const zone = await zoneOfCompany(context.tx, context.company.id)
  await setDue(context.tx, row, endOfDay(body.dueOn, zone))
  await recordAudit(context, {
    action: 'deeperAnalysis.dueChanged',
    targetType: 'deeperAnalysis',
    targetId: row.id,
    before: { dueOn: dayIn(row.due_at, zone) },
    after: { dueOn: body.dueOn, remark: body.reason },
  })
  await notifyOfCase(context, changedCase(row), messageOf('ANALYSIS_DUE_CHANGED', { title: row.title }))
  return analysisDetail(context, row.id)
}
