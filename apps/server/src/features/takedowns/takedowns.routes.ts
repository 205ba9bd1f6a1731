import type { addTakedownFile as addFile } from '@signet/contract/threats/files'
import type * as work from '@signet/contract/takedowns/takedown-work'
import type * as contract from '@signet/contract/takedowns/takedowns'
import type { Handler } from '../../app/handler.ts'
import type { TakedownRow } from '../../db/rows.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { insertFile, refuseTooManyFiles } from '../evidence/files.queries.ts'
import { writeOnCase } from '../cases/case-events.ts'
import { caseOptions, listCases } from '../cases/case-list.queries.ts'
import { takedownDetail, takedownOf } from './takedown-detail.ts'
import { escalationsDue, lockTakedown, takedownCases, toTakedown } from '../cases/takedowns.queries.ts'

export const listTakedowns: Handler<typeof contract.listTakedowns> = async (context, { query }) => {
  const { takedownStatus: statuses, ...rest } = query
  const reader = { companyId: context.company.id, userId: context.actor.userId }
  const page = await listCases<TakedownRow>(context.tx, takedownCases, reader, { ...rest, statuses })
  const escalations = await escalationsDue(context.tx, context.company.id, page.items)
  return { ...page, items: page.items.map((row) => toTakedown(row, context.company, escalations.get(row.id))) }
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const getTakedown: Handler<typeof contract.getTakedown> = (context, { params }) =>
  takedownDetail(context, params.takedownId)

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const writeOnTakedown: Handler<typeof work.writeOnTakedown> = async (context, { params, body }) => {
  await writeOnCase(context, 'takedown', await takedownOf(context, params.takedownId), body.text)
  return takedownDetail(context, params.takedownId)
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company, `CONFLICT` if it has too many files */
export const addTakedownFile: Handler<typeof addFile> = async (context, { params, file }) => {
  const row = found(await lockTakedown(context.tx, context.company.id, params.takedownId), 'takedown')
  await refuseTooManyFiles(context, 'takedown', row.id)
  const added = await insertFile(context, { owner: 'takedown', ownerId: row.id, ...file })
  await recordAudit(context, {
    action: 'takedown.fileAdded',
    targetType: 'takedown',
    targetId: row.id,
    after: { fileId: added.id, name: file.name, type: file.type, size: file.size, sha256: file.sha256 },
  })
  return added
}

export const getTakedownSources: Handler<typeof contract.getTakedownSources> = ({ tx, company }) =>
  caseOptions(tx, takedownCases, company.id, 'source')
export const getTakedownTypes: Handler<typeof contract.getTakedownTypes> = ({ tx, company }, { query }) =>
  caseOptions(tx, takedownCases, company.id, 'type', query)
export const getTakedownSeverities: Handler<typeof contract.getTakedownSeverities> = ({ tx, company }, { query }) =>
  caseOptions(tx, takedownCases, company.id, 'severity', query)
export const getTakedownStatuses: Handler<typeof contract.getTakedownStatuses> = ({ tx, company }) =>
  caseOptions(tx, takedownCases, company.id, 'status')
