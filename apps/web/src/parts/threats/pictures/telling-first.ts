import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'

/**
 * Captures with the one first in which most of the brand and of its requests for secrets was found. A page that hides shows some visitors
 * something harmless, and their captures may be the newest.
 */
export function tellingFirst<T extends { sha256: string }>(
  captures: readonly T[],
  proofs: readonly Pick<LookalikeProof, 'picture' | 'places'>[],
): T[] {
  const places = new Map(proofs.map((proof) => [proof.picture, proof.places.length]))
  const placesIn = ({ sha256 }: T) => places.get(sha256) ?? 0
  return captures.toSorted((a, b) => placesIn(b) - placesIn(a))
}
