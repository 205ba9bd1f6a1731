import { buffer } from 'node:stream/consumers'
import { ConnectorError, guardedFetch } from '@signet/connectors'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { mebibyte } from '@signet/contract/threats/file-types'
import { judgeForEach, type Watch } from '@signet/detection'
import type { JobParts } from '../../../app/jobs.ts'
import { brandFiles } from '../../assets/brand-pictures.queries.ts'
import { findKnown } from '../../evidence/pictures/find-known.ts'

/** How well pictures agree with a logo, by the key of the company and the address of the picture. */
export type PictureAgreements = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Of one batch; providers answer a picture in a fraction of a second. */
const limits = { pictures: 20, sizeMax: 2 * mebibyte, eachMs: 8000, allMs: 30_000 } as const

type Parts = Pick<JobParts, 'database' | 'files' | 'feedAllow' | 'lookUps'>

/**
 * Compares the pictures of observations that are threats with the logos of the companies. A picture that can't be fetched or read is left
 * out.
 */
export async function matchPictures(
  parts: Parts,
  watch: Watch,
  observations: readonly SourceObservation[],
  signal: AbortSignal,
): Promise<PictureAgreements> {
  const agreements = new Map<string, ReadonlyMap<string, number>>()
  if (parts.lookUps === null) return agreements
  const addresses = new Set<string>()
  const owners = new Set<string>()
  for (const observation of observations) {
    if (observation.pictureUrl === null) continue
    const verdicts = judgeForEach(watch, observation)
    for (const owner of verdicts.keys()) owners.add(owner)
    if (verdicts.size > 0) addresses.add(observation.pictureUrl)
  }
  const logos = new Map<string, Buffer[]>()
  for (const owner of owners) {
    const own = await logosOf(parts, Number(owner))
    if (own.length > 0) logos.set(owner, own)
  }
  if (logos.size === 0) return agreements
  const whole = AbortSignal.any([signal, AbortSignal.timeout(limits.allMs)])
  const fetched = new Map<string, Buffer>()
  for (const address of [...addresses].slice(0, limits.pictures)) {
    const bytes = await pictureAt(parts, address, whole)
    if (bytes) fetched.set(address, bytes)
  }
  // What wasn't fetched because the worker stops is left to the next one.
  signal.throwIfAborted()
  for (const [owner, own] of logos) {
    const found = await findKnown(own, [...fetched.values()])
    const like = [...fetched.keys()].flatMap((address, at) => {
      const match = found[at]
      return match ? [[address, match.agreement] as const] : []
    })
    agreements.set(owner, new Map(like))
  }
  return agreements
}

async function logosOf({ database, files }: Parts, companyId: number): Promise<Buffer[]> {
  const rows = await database.inCompanies([companyId], (tx) => brandFiles(tx, companyId, 'brandLogo'))
  const logos: Buffer[] = []
  for (const { sha256 } of rows) {
    const stream = await files.open(sha256)
    if (stream) logos.push(await buffer(stream))
  }
  return logos
}

/** @returns null for a picture that can't be fetched */
async function pictureAt({ feedAllow }: Parts, address: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const { sizeMax, eachMs } = limits
    const { body } = await guardedFetch(address, { allowAddress: feedAllow, sizeMax, totalTimeoutMs: eachMs, signal })
    return await buffer(body)
  } catch (error) {
    // Pictures are often gone before the account is.
    if (error instanceof ConnectorError) return null
    throw error
  }
}
