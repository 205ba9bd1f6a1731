import { isoToday } from '@signet/contract/time'
import type { Context } from '../../../app/context.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { listEvidence } from '../../evidence/evidence.queries.ts'
import { storedFilesOf } from '../../evidence/files.queries.ts'
import { documentsOf } from '../../rights/rights.queries.ts'
import { withMerged } from '../../threats/record/merges.queries.ts'

/** A file that a notice can carry. */
export interface CaseFile {
  id: string
  name: string
  type: string
  size: number
  sha256: string
}

/** The files that a notice can carry: those of the case, and the documents of the company that are still valid. */
export async function noticeFilesOf(
  context: Pick<Context, 'tx' | 'company'>,
  row: TakedownWithThreat,
): Promise<CaseFile[]> {
  const today = isoToday()
  const documents = (await documentsOf(context.tx, context.company.id)).filter(
    ({ expiresOn }) => expiresOn === null || expiresOn >= today,
  )
  return [
    ...(await caseFilesOf(context, row)),
    ...documents.map(({ id, name, type, size, sha256 }) => ({ id, name, type, size, sha256 })),
  ]
}

/** The files of a case and the captures and records of its threat, which staff may send to a provider. */
export async function caseFilesOf(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  row: TakedownWithThreat,
): Promise<CaseFile[]> {
  const evidence = await listEvidence(tx, company.id, withMerged(company.id, row.threat_id), () => '')
  const files = await storedFilesOf(tx, company.id, 'takedown', row.id)
  return [...files, ...evidence].map(({ id, name, type, size, sha256 }) => ({ id, name, type, size, sha256 }))
}
