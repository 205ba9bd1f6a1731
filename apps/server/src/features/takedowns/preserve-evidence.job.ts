import type { Database } from '../../db/database.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { insertEvidence } from '../evidence/evidence.queries.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import type { FileStore } from '../../files/file-store.ts'

/**
 * Saves a snapshot of a threat when its takedown is requested: fields, reasons and sightings as one JSON record, stored under its SHA-256.
 * A notice later quotes this record, even if the threat changes.
 */
export async function preserveEvidence(
  parts: { database: Database; files: FileStore },
  data: { companyId: number; threatId: string; takedownId: string },
): Promise<void> {
  const { database, files } = parts
  await database.inCompanies([data.companyId], async (tx) => {
    const takedown = await tx
      .selectFrom('takedowns')
      .select(['id', 'requested_at'])
      .where('company_id', '=', data.companyId)
      .where('id', '=', data.takedownId)
      .executeTakeFirst()
    const threat = await tx
      .selectFrom('threats')
      .select([
        'id',
        'source',
        'title',
        'threat_type',
        'severity',
        'url',
        'fields',
        'class',
        'score',
        'indicators',
        'first_seen',
        'last_seen',
      ])
      .where('company_id', '=', data.companyId)
      .where('id', '=', data.threatId)
      .executeTakeFirst()
    if (!takedown || !threat) return
    const sightings = await tx
      .selectFrom('sightings')
      .select(['feed', 'line', 'text', 'seen_at'])
      .where('company_id', '=', data.companyId)
      .where('threat_id', '=', data.threatId)
      .where('seen_at', '<=', takedown.requested_at)
      .orderBy('seen_at')
      .limit(1000)
      .execute()
    const record = {
      takedownId: takedown.id,
      asOf: takedown.requested_at,
      threat: { ...threat, last_seen: undefined },
      sightings,
    }
    const bytes = Buffer.from(`${JSON.stringify(record, null, 2)}\n`)
    const { sha256 } = await files.put(bytes)
    const known = await tx
      .selectFrom('evidence')
      .select('id')
      .where('company_id', '=', data.companyId)
      .where('threat_id', '=', data.threatId)
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    // The job may run twice; the record and its audit entry are stored once.
    if (known) return
    await holdBytes({ tx, files }, { sha256 })
    await insertEvidence(tx, {
      companyId: data.companyId,
      threatId: data.threatId,
      kind: 'record',
      name: `record-${takedown.id.slice(0, 8)}.json`,
      type: 'application/json',
      size: bytes.length,
      sha256,
      capturedAt: new Date(),
    })
    await recordAudit(
      { tx, company: { id: data.companyId }, actor: null, requestId: null, ip: null },
      {
        action: 'evidence.preserved',
        targetType: 'takedown',
        targetId: takedown.id,
        after: { sha256, threatId: threat.id },
      },
    )
  })
}
