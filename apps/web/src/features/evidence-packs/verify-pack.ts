import {
  keyOfPem,
  signingKeysPath,
  verifyPack,
  type PackReport,
  type PublishedKeys,
} from '@signet/contract/takedowns/evidence-pack'
import { PackError, type PackErrorReason } from '@signet/contract/takedowns/pack-archive'
import { queryOptions } from '@tanstack/react-query'

/** What the browser found out about a file. */
export type PackVerdict =
  | { kind: 'intact' | 'otherKey' | 'changed'; report: PackReport }
  | { kind: 'refused'; reason: PackErrorReason }
  | { kind: 'failed' | 'noSignatures' }

/** The public keys of this installation. They are published for everyone, so no session is needed. */
export const signingKeysQuery = queryOptions({
  queryKey: ['signing-keys'],
  queryFn: async ({ signal }): Promise<PublishedKeys['keys']> => {
    const answer = await fetch(signingKeysPath, { signal })
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
    const published: PublishedKeys = await answer.json()
    return published.keys
  },
})

/** Verifies a pack in the browser, so that it needn't be uploaded. */
export async function verdictOn(pack: Blob, keys: PublishedKeys['keys']): Promise<PackVerdict> {
  // Missing outside of secure contexts.
  if (!('subtle' in crypto)) return { kind: 'noSignatures' }
  try {
    const known = keys.map(({ publicKey }) => keyOfPem(publicKey)).filter((key) => key !== null)
    const report = await verifyPack(pack, known)
    const isUnchanged = report.files.every(({ result }) => result === 'unchanged')
    return { kind: report.isIntact ? 'intact' : isUnchanged ? 'otherKey' : 'changed', report }
  } catch (error) {
    if (error instanceof PackError) return { kind: 'refused', reason: error.reason }
    return { kind: error instanceof Error && error.name === 'NotSupportedError' ? 'noSignatures' : 'failed' }
  }
}
