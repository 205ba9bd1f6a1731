import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  TipAnswer,
  tipBase,
  tipChallengeHeader,
  TipQuestion,
  TipStatus,
  PublicTipPage,
} from '@signet/contract/collection/tips'
import { hourMs } from '@signet/contract/time'
import * as z from 'zod/mini'
import type { App, RateGate } from '../../../app/app.ts'
import { refusedInput } from '../../../app/refused-input.ts'
import { findCompanyByKey } from '../../../db/company-keys.queries.ts'
import type { Row } from '../../../db/rows.ts'
import { AppError } from '../../../errors.ts'
import { readTipForm } from './read-tip-form.ts'
import { receiveTip } from './receive-tip.ts'
import { callerOf, checkChallenge, hashOfCode, newChallenge } from './tip-form.ts'
import { findTipPage } from './tip-page.queries.ts'
import { progressOf, threatsOfTip } from './tip-progress.queries.ts'
import { findReportByCode, findTip } from './tips.queries.ts'

/** Far above what one person reports, and what a company gets on a bad day. */
const limits = { reportsPerHour: 10, reportsOfCompanyPerHour: 200, questionsPerMinute: 30 } as const

type OfPage = { Params: { company: string } }

/**
 * Mounts the calls of the public pages. They need no account and no cookie, and say nothing of a company but its name, its text and what
 * became of one report. The address of a caller is neither logged nor stored.
 */
export async function mountTips(server: FastifyInstance, app: App): Promise<void> {
  const ofAddress = app.gates.gate('tips of address', limits.reportsPerHour, hourMs)
  const ofCompany = app.gates.gate('tips of company', limits.reportsOfCompanyPerHour, hourMs)
  const questions = app.gates.gate('tip questions', limits.questionsPerMinute)
  const caller = (request: FastifyRequest) => callerOf(app.keys.tips, request.ip)
  const path = `${tipBase}/:company`
  const config = { isAnonymous: true }
  await server.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.get<OfPage>(path, { config }, async (request, reply) => {
      admit(questions, caller(request))
      const { company, intro } = await pageOf(app, request.params.company)
      const challenge = newChallenge(app.keys.tips, company.id, new Date())
      const page = { company: company.name, intro: { en: '', de: '', ...intro }, challenge }
      return reply.header('cache-control', 'no-store').send(z.encode(PublicTipPage, page))
    })
    scope.post<OfPage>(path, { config: { ...config, isLongBody: true } }, async (request, reply) => {
      const { company } = await pageOf(app, request.params.company)
      const challenge = String(request.headers[tipChallengeHeader] ?? '')
      checkChallenge(app.keys.tips, company.id, challenge, new Date())
      admit(ofAddress, caller(request))
      admit(ofCompany, String(company.id))
      const { report, picture } = await readTipForm(app.files, request)
      const shown = picture && { shown: picture }
      const code = await receiveTip(app, { companyId: company.id, challenge, report, picture: shown, ip: request.ip })
      return reply.code(201).header('cache-control', 'no-store').send(z.encode(TipAnswer, { code }))
    })
    scope.post<OfPage>(`${path}/status`, { config }, async (request, reply) => {
      admit(questions, caller(request))
      const { company } = await pageOf(app, request.params.company)
      const body = z.safeParse(TipQuestion, request.body)
      if (!body.success) throw refusedInput(body.error, request.body, 'body')
      const status = await statusOf(app, company.id, body.data.code)
      return reply.header('cache-control', 'no-store').send(z.encode(TipStatus, status))
    })
  })
}

function admit(gate: RateGate, caller: string): void {
  if (!gate.admits(caller)) throw new AppError('TIPS_TOO_MANY', {}, { retryAfter: gate.secondsLeft() })
}

/** The largest id, which no company has. */
const noCompany = 2 ** 31 - 1

/**
 * A page that is on. An unknown company and a page that is off get the same answer after the same queries.
 *
 * @throws AppError `NOT_FOUND`
 */
async function pageOf(
  { database }: App,
  key: string,
): Promise<{ company: Row<'companies'>; intro: Row<'tip_pages'>['intro'] }> {
  const company = await database.inIdentity((tx) => findCompanyByKey(tx, key))
  const companyId = company?.id ?? noCompany
  const page = await database.inCompanies([companyId], (tx) => findTipPage(tx, companyId))
  if (!company?.is_active || !page.is_on) throw new AppError('NOT_FOUND', { what: 'page' })
  return { company, intro: page.intro }
}

/** @throws AppError `TIP_CODE_UNKNOWN` */
function statusOf({ database }: App, companyId: number, code: string): Promise<TipStatus> {
  return database.inCompanies([companyId], async (tx) => {
    const report = await findReportByCode(tx, companyId, hashOfCode(code))
    const tip = report && (await findTip(tx, companyId, report.tip_id))
    if (!tip) throw new AppError('TIP_CODE_UNKNOWN', {}, { at: 'body.code' })
    const { created_at: receivedAt } = report
    const progress = progressOf(tip, receivedAt, await threatsOfTip(tx, companyId, tip.id), new Date())
    return { progress, receivedAt: receivedAt.toISOString() }
  })
}
