import { lookUpFacts } from '@signet/contract/collection/look-up-kinds'
import type * as contract from '@signet/contract/review/look-ups'
import type { LookUp, ThreatLookUps } from '@signet/contract/review/look-ups'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import type { ThreatRow } from '../../../db/rows.ts'
import { AppError, found } from '../../../errors.ts'
import { inEnglish } from '../../../errors/sentences.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { readableScope } from '../../threats/list/threat-filter.queries.ts'
import { findThreat, lockThreats } from '../../threats/threats.queries.ts'
import { connectorsOf } from '../connectors/connectors.queries.ts'
import { askable, isSetUp, quotaOf } from './askable.ts'
import { lookUpJob } from './look-ups.jobs.ts'
import { endLostLookUps, insertLookUp, isFresh, lookUpsOf, type LookUpRow } from './look-ups.queries.ts'

/** @throws AppError `NOT_FOUND` if the threat is outside the company, or isn't published and the caller isn't a reviewer */
export const getLookUps: Handler<typeof contract.getLookUps> = async (context, { params }) => {
  return threatLookUps(context, found(await findThreat(context.tx, readableScope(context), params.threatId), 'record'))
}

/** @throws AppError `NOT_FOUND`, `NOT_AN_OPTION` naming the field, `LOOK_UP_NOT_SET_UP` */
export const lookUpThreat: Handler<typeof contract.lookUpThreat> = async (context, { params, body }) => {
  const { tx, company, actor, enqueue } = context
  const { connector } = body
  // Locked, so that two clicks ask once.
  const [locked] = await lockThreats(tx, readableScope(context), [params.threatId])
  const threat = found(locked, 'record')
  const choices = askable(threat)
  const choice = choices.find((one) => one.connector === connector)
  if (!choice) {
    const options = choices.map((one) => one.connector).join(', ')
    throw new AppError('NOT_AN_OPTION', { options }, { at: 'body.connector' })
  }
  const row = (await connectorsOf(tx, company.id)).find((one) => one.connector === connector)
  if (!isSetUp(connector, row)) throw new AppError('LOOK_UP_NOT_SET_UP')
  await endLostLookUps(tx, company.id, threat.id)
  if (!(await isFresh(tx, { companyId: company.id, threatId: threat.id, connector }))) {
    const { kind, value } = choice.record
    const lookUpId = await insertLookUp(tx, {
      company_id: company.id,
      threat_id: threat.id,
      connector,
      kind,
      value,
      problem: null,
      url: null,
      answered_at: null,
      requested_by: actor.userId,
      requested_by_name: actor.name,
    })
    await enqueue(tx, lookUpJob, { companyId: company.id, lookUpId })
    await recordAudit(context, {
      action: 'threat.lookUpRequested',
      targetType: 'threat',
      targetId: threat.id,
      after: { connector, kind, value },
    })
  }
  return threatLookUps(context, threat)
}

async function threatLookUps({ tx, company }: Context, threat: ThreatRow): Promise<ThreatLookUps> {
  const rows = new Map((await connectorsOf(tx, company.id)).map((row) => [row.connector, row]))
  const now = new Date()
  return {
    providers: askable(threat).map(({ connector, record }) => ({
      connector,
      ...record,
      isSetUp: isSetUp(connector, rows.get(connector)),
      quota: quotaOf(connector, rows.get(connector), now),
    })),
    answers: (await lookUpsOf(tx, company.id, threat.id)).map(toLookUp),
  }
}

function toLookUp(row: LookUpRow): LookUp {
  const { id, connector, kind, value, state, problem, url, facts } = row
  return {
    id,
    connector,
    kind,
    value,
    state,
    problem: problem && inEnglish(problem),
    url,
    facts: lookUpFacts.flatMap((name) => {
      const text = facts[name]
      return text === undefined ? [] : [{ name, value: text }]
    }),
    requestedBy: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
  }
}
