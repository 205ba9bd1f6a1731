import { sql } from 'kysely'
import { required } from '@signet/contract/narrow'
import type { PackManifest } from '@signet/contract/takedowns/evidence-pack'
import type { Tx } from '../../../db/database.ts'
import { advisoryLocks } from '../../../db/advisory-locks.ts'

/** A pack that was made. */
export interface StoredPack {
  sequence: number
  /** SHA-256 of its manifest in hex. */
  manifestHash: string
  /** In the order of the archive, the manifest first. */
  files: { path: string; sha256: string }[]
}

/** One pack of a company at a time: each contains the hash of the one before. */
export async function lockPacks(tx: Tx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.packs}, ${companyId})`.execute(tx)
}

/** The address of a target and why it is a threat. Index: threats_pkey. */
export async function packTargetOf(tx: Tx, companyId: number, threatId: string) {
  const { url, indicators } = await tx
    .selectFrom('threats')
    .select(['url', 'indicators'])
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .executeTakeFirstOrThrow()
  const reasons = indicators.filter(({ contribution }) => contribution > 0)
  return { address: url, reasons: reasons.map(({ name, value }) => ({ name, ...(value ? { value } : {}) })) }
}

/** The last pack of a case, if the case still consisted of the same then. Index: evidence_packs_takedown. */
export async function findPack(
  tx: Tx,
  { companyId, takedownId, contentHash }: { companyId: number; takedownId: string; contentHash: string },
): Promise<StoredPack | null> {
  const row = await tx
    .selectFrom('evidence_packs')
    .select(['sequence', 'content_hash', 'manifest_hash'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.content_hash === contentHash ? storedPack(tx, companyId, row) : null
}

/** A recorded pack of a case; null if it is of another one. Index: evidence_packs_pkey. */
export async function findRecordedPack(
  tx: Tx,
  { companyId, takedownId, sequence }: { companyId: number; takedownId: string; sequence: number },
): Promise<StoredPack | null> {
  const row = await tx
    .selectFrom('evidence_packs')
    .select(['sequence', 'manifest_hash'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return row ? storedPack(tx, companyId, row) : null
}

async function storedPack(
  tx: Tx,
  companyId: number,
  { sequence, manifest_hash: manifestHash }: { sequence: number; manifest_hash: string },
): Promise<StoredPack> {
  const files = await tx
    .selectFrom('evidence_pack_files')
    .select(['path', 'sha256'])
    .where('company_id', '=', companyId)
    .where('sequence', '=', sequence)
    .orderBy('position')
    .execute()
  return { sequence, manifestHash, files }
}

const listMax = 100

/** The packs of a case, latest first. Index: evidence_packs_takedown. */
export function packsOf(tx: Tx, companyId: number, takedownId: string) {
  return tx
    .selectFrom('evidence_packs')
    .select(['sequence', 'made_at', 'made_by_name', 'manifest_hash', 'timestamped_at'])
    .where('company_id', '=', companyId)
    .where('takedown_id', '=', takedownId)
    .orderBy('sequence', 'desc')
    .limit(listMax)
    .execute()
}

/** The end of a company's chain. Index: evidence_packs_pkey. */
export function lastPack(tx: Tx, companyId: number) {
  return tx
    .selectFrom('evidence_packs')
    .select(['sequence', 'manifest_hash as manifestHash'])
    .where('company_id', '=', companyId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Records a pack as the next of its company. */
export async function insertPack(
  tx: Tx,
  pack: {
    companyId: number
    takedownId: string
    contentHash: string
    manifest: PackManifest
    madeBy: string
    madeAt: Date
    timestampedAt: Date | null
    /** The manifest first. */
    files: readonly { path: string; sha256: string }[]
  },
): Promise<StoredPack> {
  const { companyId, manifest, files } = pack
  const { sequence } = manifest
  const manifestHash = required(files[0], 'the manifest').sha256
  await tx
    .insertInto('evidence_packs')
    .values({
      company_id: companyId,
      sequence,
      takedown_id: pack.takedownId,
      content_hash: pack.contentHash,
      manifest_hash: manifestHash,
      previous_hash: manifest.previousManifestSha256,
      key_id: manifest.keyId,
      made_at: pack.madeAt,
      made_by: pack.madeBy,
      made_by_name: manifest.madeBy,
      timestamped_at: pack.timestampedAt,
    })
    .execute()
  const stored = files.map(({ path, sha256 }) => ({ path, sha256 }))
  await tx
    .insertInto('evidence_pack_files')
    .values(stored.map((file, position) => ({ company_id: companyId, sequence, position, ...file })))
    .execute()
  return { sequence, manifestHash, files: stored }
}
