import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import type { Database } from '../../../db/database.ts'
import { productVersion } from '@signet/contract/product-version'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { findEvidenceBySha256, insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { CaseIds } from '../../cases/cases.jobs.ts'
import { recordOf } from './preserved-record.queries.ts'

/**
 * Saves a snapshot of a threat when its takedown is requested: fields, reasons and sightings as one JSON record, stored under its SHA-256.
 * A notice later quotes this record, even if the threat changes.
 */
export async function preserveEvidence(parts: { database: Database; files: FileStore }, data: CaseIds): Promise<void> {
  const { database, files } = parts
  await database.inCompanies([data.companyId], async (tx) => {
    const record = await recordOf(tx, data)
    if (!record) return
    const bytes = Buffer.from(`${JSON.stringify(record, null, 2)}\n`)
    const { sha256 } = await files.put(bytes)
    // The job may run twice; the record and its audit entry are stored once.
    if (await findEvidenceBySha256(tx, data.companyId, data.threatId, sha256)) return
    await holdBytes({ tx, files }, { sha256 })
    await insertEvidence(tx, {
      companyId: data.companyId,
      threatId: data.threatId,
      kind: 'record',
      name: `record-${caseReferenceOf(data.takedownId)}.json`,
      type: 'application/json',
      size: bytes.length,
      sha256,
      tool: `Signet ${productVersion}`,
      capturedAt: new Date(),
    })
    await recordAudit(asProduct(tx, data.companyId), {
      action: 'evidence.preserved',
      targetType: 'takedown',
      targetId: data.takedownId,
      after: { sha256, threatId: data.threatId },
    })
  })
}
