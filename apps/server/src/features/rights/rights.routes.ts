import { randomUUID } from 'node:crypto'
import { rightsMax, type Rights } from '@signet/contract/companies/rights'
import type * as contract from '@signet/contract/companies/rights'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { insertFile } from '../evidence/files.queries.ts'
import { documentsOf, insertDocument, lockRights, deleteDocument, replaceRights, rightsOf } from './rights.queries.ts'

export const getRights: Handler<typeof contract.getRights> = (context) => rightsOf(context)

/** @throws AppError `CONFLICT` if the rights have changed since they were read */
export const putRights: Handler<typeof contract.putRights> = async (context, { body }) => {
  const { tx, company } = context
  if ((await lockRights(tx, company.id)) !== body.version) throw new AppError('STALE_VERSION', { what: 'rights' })
  const before = await rightsOf(context)
  await replaceRights(tx, company.id, body)
  const after = await rightsOf(context)
  await recordAudit(context, {
    action: 'settings.rightsChanged',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before: withoutDocuments(before),
    after: withoutDocuments(after),
  })
  return after
}

const withoutDocuments = ({ documents: _documents, version: _version, ...rights }: Rights) => rights

/** @throws AppError `CONFLICT` if the company already has the maximum number of documents */
export const addRightsDocument: Handler<typeof contract.addRightsDocument> = async (context, { body, file }) => {
  const { tx, company } = context
  await lockRights(tx, company.id)
  if ((await documentsOf(tx, company.id)).length >= rightsMax.documents) {
    throw new AppError('TOO_MANY_RIGHTS_DOCUMENTS', { max: rightsMax.documents })
  }
  const { kind, expiresOn = null } = body
  const id = randomUUID()
  await insertFile(context, { id, owner: 'rights', ownerId: id, ...file })
  await insertDocument(tx, company.id, { id, kind, expiresOn })
  await recordAudit(context, {
    action: 'settings.rightsDocumentAdded',
    targetType: 'company',
    targetId: companyTarget(company.id),
    after: { id, kind, expiresOn, name: file.name, type: file.type, size: file.size, sha256: file.sha256 },
  })
  return rightsOf(context)
}

/** @throws AppError `NOT_FOUND` if the company has no such document */
export const deleteRightsDocument: Handler<typeof contract.deleteRightsDocument> = async (context, { params }) => {
  const { tx, company } = context
  await lockRights(tx, company.id)
  const document = found(
    (await documentsOf(tx, company.id)).find(({ id }) => id === params.documentId),
    'file',
  )
  await deleteDocument(tx, company.id, document.id)
  await recordAudit(context, {
    action: 'settings.rightsDocumentDeleted',
    targetType: 'company',
    targetId: companyTarget(company.id),
    before: { id: document.id, kind: document.kind, name: document.name, sha256: document.sha256 },
  })
  return rightsOf(context)
}
