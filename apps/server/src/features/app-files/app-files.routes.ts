import { randomUUID } from 'node:crypto'
import { appAddressOf } from '@signet/connectors'
import type * as contract from '@signet/contract/threats/app-files'
import type { AppFile } from '@signet/contract/threats/app-files'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { builtInDescriptionOf } from '../indicators/glossary.ts'
import { fetchAppJob, readAppFileJob } from './app-files.jobs.ts'
import { findAppFile, insertAppFile, type AppFileRow } from './app-files.queries.ts'

export const addAppFile: Handler<typeof contract.addAppFile> = async (context, { file }) => {
  const { tx, company, actor, enqueue } = context
  await holdBytes(context, file)
  const { name, size, sha256, type } = file
  const row = await insertAppFile(tx, {
    company_id: company.id,
    id: randomUUID(),
    sha256,
    name,
    type,
    size,
    problem: null,
    score: null,
    brand_id: null,
    icon_hash: null,
    created_by: actor.userId,
    created_by_name: actor.name,
  })
  await enqueue(tx, readAppFileJob, { companyId: company.id, appFileId: row.id })
  const after = { name, size, sha256 }
  await recordAudit(context, { action: 'appFile.added', targetType: 'appFile', targetId: row.id, after })
  return toAppFile(row)
}

/** @throws AppError `NOT_AN_APP_ADDRESS` naming the field */
export const addAppAddress: Handler<typeof contract.addAppAddress> = async (context, { body: { address } }) => {
  const { tx, company, actor, enqueue } = context
  if (!appAddressOf(address)) throw new AppError('NOT_AN_APP_ADDRESS', {}, { at: 'body.address' })
  const row = await insertAppFile(tx, {
    company_id: company.id,
    id: randomUUID(),
    sha256: null,
    name: cutAtCharacter(address, nameMax),
    type: null,
    size: null,
    address,
    problem: null,
    score: null,
    brand_id: null,
    icon_hash: null,
    created_by: actor.userId,
    created_by_name: actor.name,
  })
  await enqueue(tx, fetchAppJob, { companyId: company.id, appFileId: row.id })
  await recordAudit(context, {
    action: 'appFile.added',
    targetType: 'appFile',
    targetId: row.id,
    after: { address },
  })
  return toAppFile(row)
}

const nameMax = 200
const cutAtCharacter = (text: string, max: number) => text.slice(0, max).toWellFormed()

/** @throws AppError `NOT_FOUND` */
export const getAppFile: Handler<typeof contract.getAppFile> = async ({ tx, company }, { params }) =>
  toAppFile(found(await findAppFile(tx, company.id, params.appFileId), 'file'))

function toAppFile(row: AppFileRow): AppFile {
  const { id, name, address, sha256, state, problem, fields, indicators } = row
  return {
    id,
    name,
    address,
    isListing: row.is_listing,
    size: row.size === null ? null : Number(row.size),
    sha256,
    state,
    problem: problem && inEnglish(problem),
    fields,
    isOwn: row.is_own,
    indicators: indicators.map((indicator) => {
      const description = builtInDescriptionOf(indicator.name, 'APK')
      return description === undefined ? indicator : { ...indicator, description }
    }),
    createdAt: row.created_at.toISOString(),
  }
}
