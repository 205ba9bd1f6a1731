import type * as contract from '@signet/contract/threats/files'
import type { RecordPlace } from '@signet/contract/threats/sources'
import type { File } from '@signet/contract/wire'
import type { Handler, UploadedFile } from '../../../app/handler.ts'
import type { Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { findEvidenceBySha256, insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { readableScope } from '../list/threat-filter.queries.ts'
import { lockThreats } from '../threats.queries.ts'

export const addEvidence: Handler<typeof contract.addEvidence> = (context, { params, file }) =>
  keepEvidence(context, { kind: 'threat', source: params.source, id: params.threatId }, file)
export const addToutEvidence: Handler<typeof contract.addToutEvidence> = (context, { params, file }) =>
  keepEvidence(context, { kind: 'tout', source: params.source, id: params.toutId }, file)

/**
 * Stores an uploaded file as evidence of a threat or tout; identical bytes are stored once, and the second call returns the first result.
 *
 * @throws AppError `NOT_FOUND` if it is outside the company, of another kind or source, or not visible to the role
 */
async function keepEvidence(
  context: Context,
  { kind, source, id: recordId }: RecordPlace,
  file: UploadedFile,
): Promise<File> {
  const { tx, company } = context
  // Locked, so that the same file uploaded twice at once results in one piece of evidence and one audit record.
  const [threat] = await lockThreats(tx, readableScope(context, kind), [recordId])
  if (!threat || threat.source !== source) throw new AppError('NOT_FOUND', { what: kind })
  const before = await findEvidenceBySha256(tx, company.id, threat.id, file.sha256)
  if (!before) {
    await holdBytes(context, file)
    await insertEvidence(tx, {
      companyId: company.id,
      threatId: threat.id,
      kind: 'upload',
      ...file,
      capturedAt: new Date(),
    })
    await recordAudit(context, {
      action: 'evidence.added',
      targetType: 'threat',
      targetId: threat.id,
      after: { name: file.name, type: file.type, size: file.size, sha256: file.sha256 },
    })
  }
  const row = before ?? (await findEvidenceBySha256(tx, company.id, threat.id, file.sha256))
  if (!row) throw new Error('the evidence that was just added is not there')
  const { id, name, size, type } = row
  return { id, name, size, type, createdAt: row.captured_at.toISOString(), href: context.fileHref(id) }
}
