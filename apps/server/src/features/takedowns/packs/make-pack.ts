import { packFormat, type PackItem, type PackManifest } from '@signet/contract/takedowns/evidence-pack'
import type { App } from '../../../app/app.ts'
import type { Actor, CompanyRef } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { signingKey } from '../../../secrets/signing-keys.ts'
import { productVersion } from '@signet/contract/product-version'
import { recordAudit } from '../../audit/audit.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { writeReport } from './pack-report.ts'
import { summaryOf } from './pack-summary.ts'
import { packMade, readCase, type PackedCase, type PackedFile } from './packed-case.ts'
import { printPictures } from './print-pictures.ts'
import { sha256Of, jsonOf, sealPack } from './seal-pack.ts'
import { findPack, insertPack, lastPack, lockPacks, type StoredPack } from './packs.queries.ts'

/*
 * A pack is a record: it is made once, signed, numbered and stored file by file, and a later download sends the same bytes. A case that has
 * changed since its last pack gets a new one.
 */

/** The user who downloads a pack, and the request. */
export interface PackRequest {
  actor: Pick<Actor, 'userId' | 'name' | 'email' | 'role'>
  company: CompanyRef
  requestId: string
  ip: string | null
}

type Parts = Pick<App, 'database' | 'files' | 'keys' | 'publicOrigin' | 'portalOrigin' | 'timestampUrl' | 'log'>

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
  const contentHash = sha256Of(JSON.stringify(items.map(({ path, sha256 }) => [path, sha256])))
  const isFor = { companyId: company.id, takedownId, contentHash }
  const known = await inCompany((tx) => findPack(tx, isFor))
  if (known) return known
  const kept = found.files.filter(({ path }) => items.some((item) => item.path === path))
  const report = await writeReport(found, await printPictures(kept, parts.files), now)
  // Not part of the content hash: it shows the same content, and the time.
  items.unshift({ path: reportPath, sha256: sha256Of(report), size: report.length, kind: 'report', ...madeNow(now) })
  for (const bytes of [report, ...newBytes]) await parts.files.put(bytes)
  const key = await signingKey({ database: parts.database, sealing: parts.keys.sealing })
  const about: Omit<PackManifest, 'sequence' | 'previousManifestSha256' | 'timestampedBy'> = {
    format: packFormat,
    issuer: parts.portalOrigin ?? parts.publicOrigin,
    company: company.name,
    takedown: { id: takedownId, reference: found.takedown.reference ?? null, title: found.takedown.title },
    madeAt: now.toISOString(),
    madeBy: actor.name,
    tool: `Signet ${productVersion}`,
    keyId: key.id,
    items,
  }
  for (;;) {
    const previous = await inCompany((tx) => lastPack(tx, company.id))
    const sealed = await sealPack(parts, about, previous, key)
    const pack = await inCompany(async (tx) => {
      await lockPacks(tx, company.id)
      const same = await findPack(tx, isFor)
      if (same) return same
      // Another pack was made by now, so this one has to follow that.
      if ((await lastPack(tx, company.id))?.sequence !== previous?.sequence) return null
      const { manifest, timestampedAt, ownFiles } = sealed
      const files = [...ownFiles, ...items]
      for (const { sha256 } of files) await holdBytes({ tx, files: parts.files }, { sha256 })
      const made = await insertPack(tx, { ...isFor, manifest, madeBy: actor.userId, madeAt: now, timestampedAt, files })
      await recordAudit(
        { tx, ...request },
        {
          action: packMade,
          targetType: 'takedown',
          targetId: takedownId,
          after: { sequence: made.sequence, manifestSha256: made.manifestHash, keyId: key.id, timestampedAt },
        },
      )
      return made
    })
    if (pack) return pack
  }
}

/** Everything that the manifest lists. */
async function contentOf(found: PackedCase, store: FileStore, now: Date): Promise<Content> {
  const kept: PackedFile[] = []
  const lost: PackedFile[] = []
  for (const file of found.files) ((await store.has(file.sha256)) ? kept : lost).push(file)
  const { observations, tools, ...facts } = found
  const newBytes: Buffer[] = []
  const add = (path: string, text: string, about: Omit<PackItem, 'path' | 'sha256' | 'size'>): PackItem => {
    const bytes = Buffer.from(text)
    newBytes.push(bytes)
    return { path, sha256: sha256Of(bytes), size: bytes.length, ...about }
  }
  const items = [
    add('case.txt', summaryOf(found, kept, lost), { kind: 'summary', ...madeNow(now) }),
    add('case.json', jsonOf(facts), { kind: 'record', ...madeNow(now) }),
    ...observations.map((observation, index) => {
      // Newest first, in the order of their numbers.
      const path = `observations/${String(index + 1).padStart(3, '0')}-${observation.kind}.json`
      const tool = tools.get(observation.id) ?? null
      return add(path, jsonOf(observation), {
        kind: 'observation',
        at: observation.observedAt,
        tool,
        vantage: tool && serverVantage,
      })
    }),
    ...kept.map(({ type: _type, ...file }) => file),
  ]
  return { items, newBytes }
}

/** Registries, DNS and certificates are looked up without an exit. */
const serverVantage = 'server'
const madeNow = (now: Date) => ({ at: now.toISOString(), tool: `Signet ${productVersion}`, vantage: null })
