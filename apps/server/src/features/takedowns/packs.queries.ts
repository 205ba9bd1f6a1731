import type { PackManifest } from '@signet/contract/takedowns/evidence-pack'
import type { Tx } from '../../db/database.ts'

/** A pack that was made. */
export interface StoredPack {
  sequence: number
  /** SHA-256 of its manifest in hex. */
  manifestHash: string
  /** In the order of the archive, the manifest first. */
  files: { path: string; sha256: string }[]
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
  if (row?.content_hash !== contentHash) return null
  const files = await tx
    .selectFrom('evidence_pack_files')
    .select(['path', 'sha256'])
    .where('company_id', '=', companyId)
    .where('sequence', '=', row.sequence)
    .orderBy('position')
    .execute()
  return { sequence: row.sequence, manifestHash: row.manifest_hash, files }
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
    /** The manifest first. */
    files: readonly { path: string; sha256: string }[]
  },
): Promise<StoredPack> {
  const { companyId, manifest, files } = pack
  const { sequence } = manifest
  const manifestHash = files[0]?.sha256 as string
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
    })
    .execute()
  const stored = files.map(({ path, sha256 }) => ({ path, sha256 }))
  await tx
    .insertInto('evidence_pack_files')
    .values(stored.map((file, position) => ({ company_id: companyId, sequence, position, ...file })))
    .execute()
  return { sequence, manifestHash, files: stored }
}
