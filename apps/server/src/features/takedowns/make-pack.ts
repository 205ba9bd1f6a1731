import { createHash, sign } from 'node:crypto'
import { sql } from 'kysely'
import {
  packFiles,
  packFormat,
  sumsOf,
  type PackItem,
  type PackManifest,
} from '@signet/contract/takedowns/evidence-pack'
import type { App } from '../../app/app.ts'
import type { Actor, CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { pemOf, signingKey, type SigningKey } from '../../secrets/signing-keys.ts'
import { productVersion } from '../../version.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { writeReport } from './pack-report.ts'
import { summaryOf } from './pack-summary.ts'
import { packMade, readCase, type PackedCase, type PackedFile } from './packed-case.ts'
import { printPictures } from './print-pictures.ts'
import { findPack, insertPack, lastPack, type StoredPack } from './packs.queries.ts'

/*
 * A pack is a record: it is made once, signed, numbered and stored file by file, and a later download sends the same bytes. A case that has
 * changed since its last pack gets a new one.
 */

/** The user who downloads a pack, and the request. */
export interface PackRequest {
  actor: Actor
  company: CompanyRef
  requestId: string
  ip: string | null
}

type Parts = Pick<App, 'database' | 'files' | 'keys' | 'publicOrigin' | 'portalOrigin'>

/** What a new pack contains, and the bytes of it that aren't stored yet. */
interface Content {
  items: PackItem[]
  newBytes: Buffer[]
}

/** The report of a pack for the provider's abuse desk. */
const reportPath = 'report.pdf'

/** The pack of a case as it is now, made if there is none yet; null if the takedown is outside the company. */
export async function packOf(parts: Parts, request: PackRequest, takedownId: string): Promise<StoredPack | null> {
  const { company, actor } = request
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => parts.database.inCompanies([company.id], work)
  const now = new Date()
  const found = await inCompany((tx) => readCase(tx, company, actor, takedownId))
  if (!found) return null
  const { items, newBytes } = await contentOf(found, parts.files, now)
  const contentHash = hashOf(JSON.stringify(items.map(({ path, sha256 }) => [path, sha256])))
  const isFor = { companyId: company.id, takedownId, contentHash }
  const known = await inCompany((tx) => findPack(tx, isFor))
  if (known) return known
  const kept = found.files.filter(({ path }) => items.some((item) => item.path === path))
  const report = await writeReport(found, await printPictures(kept, parts.files), now)
  // Not part of the content hash: it shows the same content, and the time.
  items.unshift({ path: reportPath, sha256: hashOf(report), size: report.length, kind: 'report', ...madeNow(now) })
  for (const bytes of [report, ...newBytes]) await parts.files.put(bytes)
  const key = await signingKey({ database: parts.database, sealing: parts.keys.sealing })
  return inCompany(async (tx) => {
    // One pack of a company at a time: each contains the hash of the one before.
    await sql`select pg_advisory_xact_lock(${chainLock}, ${company.id})`.execute(tx)
    const same = await findPack(tx, isFor)
    if (same) return same
    const previous = await lastPack(tx, company.id)
    const manifest: PackManifest = {
      format: packFormat,
      issuer: parts.portalOrigin ?? parts.publicOrigin,
      company: company.name,
      takedown: { id: takedownId, reference: found.takedown.reference ?? null, title: found.takedown.title },
      sequence: (previous?.sequence ?? 0) + 1,
      previousManifestSha256: previous?.manifestHash ?? null,
      madeAt: now.toISOString(),
      madeBy: actor.name,
      tool: `Signet ${productVersion}`,
      keyId: key.id,
      items,
    }
    const files = [...(await storeOwn(parts.files, manifest, key)), ...items]
    for (const { sha256 } of files) await holdBytes({ tx, files: parts.files }, { sha256 })
    const pack = await insertPack(tx, { ...isFor, manifest, madeBy: actor.userId, madeAt: now, files })
    await recordAudit(
      { tx, ...request },
      {
        action: packMade,
        targetType: 'takedown',
        targetId: takedownId,
        after: { sequence: pack.sequence, manifestSha256: pack.manifestHash, keyId: key.id },
      },
    )
    return pack
  })
}

// With the id of the company; differs from the locks of scans and of emails.
const chainLock = 7_305_515

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Everything that the manifest lists. */
async function contentOf(found: PackedCase, store: FileStore, now: Date): Promise<Content> {
  const kept: PackedFile[] = []
  const lost: PackedFile[] = []
  for (const file of found.files) ((await store.has(file.sha256)) ? kept : lost).push(file)
  const { observations, ...facts } = found
  const newBytes: Buffer[] = []
  const add = (path: string, text: string, about: Omit<PackItem, 'path' | 'sha256' | 'size'>): PackItem => {
    const bytes = Buffer.from(text)
    newBytes.push(bytes)
    return { path, sha256: hashOf(bytes), size: bytes.length, ...about }
  }
  const items = [
    add('case.txt', summaryOf(found, kept, lost), { kind: 'summary', ...madeNow(now) }),
    add('case.json', jsonOf(facts), { kind: 'record', ...madeNow(now) }),
    ...observations.map((observation, index) => {
      // Newest first, in the order of their numbers.
      const path = `observations/${String(index + 1).padStart(3, '0')}-${observation.kind}.json`
      return add(path, jsonOf(observation), { kind: 'observation', at: observation.observedAt, ...unknown })
    }),
    ...kept.map(({ type: _type, ...file }) => ({ ...file, ...unknown })),
  ]
  return { items, newBytes }
}

const unknown = { tool: null, vantage: null }
const madeNow = (now: Date) => ({ at: now.toISOString(), tool: `Signet ${productVersion}`, vantage: null })

const jsonOf = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Signs a manifest and stores it with the files that verify it. */
async function storeOwn(store: FileStore, manifest: PackManifest, { publicKey, privateKey }: SigningKey) {
  const signed = Buffer.from(jsonOf(manifest))
  const own = [
    { path: packFiles.manifest, bytes: signed },
    { path: packFiles.signature, bytes: sign(null, signed, privateKey) },
    { path: packFiles.key, bytes: Buffer.from(pemOf(publicKey)) },
  ].map(({ path, bytes }) => ({ path, bytes, sha256: hashOf(bytes) }))
  const sums = Buffer.from(sumsOf([...manifest.items, ...own]))
  const files = [...own, { path: packFiles.sums, bytes: sums, sha256: hashOf(sums) }]
  for (const { bytes } of files) await store.put(bytes)
  return files.map(({ path, sha256 }) => ({ path, sha256 }))
}
