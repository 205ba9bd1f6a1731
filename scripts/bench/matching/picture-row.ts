import { pictureDistance } from '@signet/detection/lookalike/picture-hash'
import { findKnownPicture, indexKnownPictures } from '@signet/detection/pictures/known-pictures'
import type { PicturePrint } from '@signet/detection/pictures/picture-prints'
import { randomOf } from '../../lookalike/random.ts'
import { cpuSecondsOf, median, type Row } from '../measure.ts'

const knownCount = 100_000
/** What `printsOfKnown` and `printsOfPicture` return for most pictures. */
const [printsOfEach, printsOfSuspect] = [7, 2]
const rounds = 20

const hexOf = (all: readonly PicturePrint[]) => all.map((one) => one.map((bits) => bits.toString(16).padStart(16, '0')))

/** Comparisons with a hundred thousand known pictures; the reference compares the hashes in hex one after the other. */
export function pictureRows(): Row[] {
  const random = randomOf('known pictures')
  const word = () => BigInt(Math.floor(random.next() * 2 ** 32))
  const print = (): PicturePrint => [(word() << 32n) | word(), (word() << 32n) | word()]
  const prints = (count: number) => Array.from({ length: count }, print)
  const pictures = Array.from({ length: knownCount }, () => prints(printsOfEach))
  const known = indexKnownPictures(pictures)
  const knownHex = pictures.flatMap(hexOf)
  const [indexed, linear]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const suspect = prints(printsOfSuspect)
    indexed.push(cpuSecondsOf(() => void findKnownPicture(known, suspect)))
    if (round % 10 === 0) linear.push(cpuSecondsOf(() => void leastDistance(knownHex, hexOf(suspect))))
  }
  const seconds = median(indexed.slice(1))
  return [
    {
      name: `picture, ${knownCount.toLocaleString('en')} known`,
      unit: 'pictures',
      perSecond: 1 / seconds,
      reference: { name: 'hashes in hex', perSecond: 1 / median(linear.slice(1)) },
      note: `${(seconds * 1000).toFixed(1)} ms of CPU for each, the slowest ${(Math.max(...indexed.slice(1)) * 1000).toFixed(1)}; the goal is 50`,
    },
  ]
}

function leastDistance(known: readonly string[][], suspect: readonly string[][]): number {
  let least = Infinity
  for (const one of suspect)
    for (const other of known) {
      const distance = one.reduce((sum, hash, at) => sum + pictureDistance(hash, other[at] ?? ''), 0)
      if (distance < least) least = distance
    }
  return least
}
