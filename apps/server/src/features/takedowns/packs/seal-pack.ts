import { createHash, sign } from 'node:crypto'
import { ConnectorError, requestTimestamp } from '@signet/connectors'
import { packFiles, sumsOf, type PackManifest } from '@signet/contract/takedowns/evidence-pack'
import type { App } from '../../../app/app.ts'
import { pemOf, type SigningKey } from '../../../secrets/signing-keys.ts'

type Parts = Pick<App, 'files' | 'timestampUrl' | 'log'>

/** A signed manifest, and the stored files that verify it. */
export interface SealedPack {
  manifest: PackManifest
  /** By the authority of its timestamp; null without one. */
  timestampedAt: Date | null
  /** The manifest first. */
  ownFiles: { path: string; sha256: string }[]
}

/** SHA-256 in hex. */
export const sha256Of = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** The JSON of a file in a pack. */
export const jsonOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/**
 * Numbers a pack as the next after the previous one, signs its manifest, and gets a timestamp of it if an authority is set. If the
 * authority fails, the manifest says that there is no timestamp, so that one that was removed is noticed.
 */
export async function sealPack(
  parts: Parts,
  about: Omit<PackManifest, 'sequence' | 'previousManifestSha256' | 'timestampedBy'>,
  previous: { sequence: number; manifestHash: string } | undefined,
  key: SigningKey,
): Promise<SealedPack> {
  const { items, ...rest } = about
  const manifestBy = (timestampedBy: string | null): PackManifest => ({
    ...rest,
    sequence: (previous?.sequence ?? 0) + 1,
    previousManifestSha256: previous?.manifestHash ?? null,
    timestampedBy,
    items,
  })
  const stamped = await withTimestamp(parts, manifestBy)
  const manifest = stamped?.manifest ?? manifestBy(null)
  const signed = Buffer.from(jsonOf(manifest))
  const own = [
    { path: packFiles.manifest, bytes: signed },
    { path: packFiles.signature, bytes: sign(null, signed, key.privateKey) },
    { path: packFiles.key, bytes: Buffer.from(pemOf(key.publicKey)) },
    ...(stamped ? [{ path: packFiles.timestamp, bytes: Buffer.from(stamped.token) }] : []),
  ].map(({ path, bytes }) => ({ path, bytes, sha256: sha256Of(bytes) }))
  const sums = Buffer.from(sumsOf([...items, ...own]))
  const files = [...own, { path: packFiles.sums, bytes: sums, sha256: sha256Of(sums) }]
  for (const { bytes } of files) await parts.files.put(bytes)
  return {
    manifest,
    timestampedAt: stamped ? new Date(stamped.timestamp.at) : null,
    ownFiles: files.map(({ path, sha256 }) => ({ path, sha256 })),
  }
}

/** Null without an authority, and if it fails: a pack is needed now. */
async function withTimestamp({ timestampUrl, log }: Parts, manifestBy: (host: string) => PackManifest) {
  if (!timestampUrl) return null
  const manifest = manifestBy(new URL(timestampUrl).host)
  try {
    return { manifest, ...(await requestTimestamp(timestampUrl, Buffer.from(jsonOf(manifest)))) }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ error }, 'no timestamp for an evidence pack')
    return null
  }
}
