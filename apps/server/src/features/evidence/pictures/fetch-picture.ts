import { buffer } from 'node:stream/consumers'
import { ConnectorError, guardedFetch } from '@signet/connectors'
import { mebibyte } from '@signet/contract/threats/file-types'

/** Providers answer a picture in a fraction of a second. */
const limits = { sizeMax: 2 * mebibyte, totalTimeoutMs: 8000 } as const

/**
 * The picture at an address on a provider.
 *
 * @returns null for one that can't be fetched
 */
export async function fetchPicture(
  address: string,
  { allowAddress, signal }: { allowAddress: readonly string[]; signal: AbortSignal },
): Promise<Buffer | null> {
  try {
    const { body } = await guardedFetch(address, { allowAddress, signal, ...limits })
    return await buffer(body)
  } catch (error) {
    // Pictures are often gone before the account is.
    if (error instanceof ConnectorError) return null
    throw error
  }
}
