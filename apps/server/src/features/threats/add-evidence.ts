import type { addEvidence as contract } from '@signet/contract/files'
import { qaFlow, type QaStage } from '@signet/contract/qa'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { findEvidenceBySha256, insertEvidence } from '../evidence/evidence.queries.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { publishedScope } from './threat-filter.ts'
import { lockThreats } from './threats.queries.ts'

/**
 * Keeps an uploaded file as evidence of a threat; the same bytes twice are one piece, the second answer is the first.
 *
 * @throws AppError `NOT_FOUND` when the threat is outside the company, of another source, or not to be seen by the role
 */
export const addEvidence: Handler<typeof contract> = async (context, { params, file }) => {
  const { tx, company, actor } = context
  const published = publishedScope(context)
  const scope = actor.role === 'qa' ? { ...published, stages: Object.keys(qaFlow) as QaStage[] } : published
  // Locked, so that the same file sent twice at once is one piece and one audit record.
  const [threat] = await lockThreats(tx, scope, [params.threatId])
  if (!threat || threat.source !== params.source) throw new AppError('NOT_FOUND', 'There is no such threat.')
  const before = await findEvidenceBySha256(tx, company.id, threat.id, file.sha256)
  if (!before) {
    await holdBytes(context, file.sha256)
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
