import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isAboutWatched, judgeForEach, judgeToutForEach, type Watch } from '@signet/detection'
import type { JobParts } from '../../../app/jobs.ts'
import { logoBytes } from '../../assets/logo-bytes.ts'
import { fetchPicture } from '../../evidence/pictures/fetch-picture.ts'
import { readPictures } from '../../evidence/pictures/read-pictures.ts'
import { readText } from '../../evidence/pictures/read-text.ts'

/** What the pictures of observations show, by their addresses. */
export type ObservedPictures = ReadonlyMap<string, ObservedPicture>

/** What one picture shows. */
interface ObservedPicture {
  /** How well it agrees with a logo, by the key of the company. */
  agreements: ReadonlyMap<string, number>
  /** What the QR codes in it say. */
  codes: readonly string[]
  /** Its `pictureHash`; null if it can't be read, or has too little content (`isPlainPicture`). */
  hash: string | null
  /** What is written in it; empty if texts in pictures aren't read. */
  text: string
}

/** Of one batch. */
const limits = { pictures: 20, texts: 8, allMs: 30_000 } as const

type Parts = Pick<JobParts, 'database' | 'files' | 'feedAllow' | 'lookUps' | 'textModel'>

/**
 * Compares the pictures of observations with the logos of the companies, and reads the QR codes in them. Those of threats come first, then
 * those of what else is about a company. A picture that can't be fetched or read is left out. If texts in pictures are read, those of all
 * other observations follow, because the brand may be written there only.
 */
export async function readObservedPictures(
  parts: Parts,
  watch: Watch,
  observations: readonly SourceObservation[],
  signal: AbortSignal,
): Promise<ObservedPictures> {
  if (parts.lookUps === null) return new Map()
  const ofThreats = new Set<string>()
  const ofOthers = new Set<string>()
  const ofUnnamed = new Set<string>()
  const owners = new Set<string>()
  for (const observation of observations) {
    if (observation.pictureUrl === null) continue
    const concerned = [...judgeForEach(watch, observation).keys(), ...judgeToutForEach(watch, observation).keys()]
    for (const owner of concerned) owners.add(owner)
    if (concerned.length > 0) ofThreats.add(observation.pictureUrl)
    else if (isAboutWatched(watch, observation)) ofOthers.add(observation.pictureUrl)
    else if (parts.textModel) ofUnnamed.add(observation.pictureUrl)
  }
  const addresses = [...new Set([...ofThreats, ...ofOthers, ...ofUnnamed])].slice(0, limits.pictures)
  if (addresses.length === 0) return new Map()
  const logos = new Map<string, Buffer[]>()
  for (const owner of owners) logos.set(owner, await logoBytes(parts, Number(owner)))
  const whole = AbortSignal.any([signal, AbortSignal.timeout(limits.allMs)])
  const fetched = new Map<string, Buffer>()
  for (const address of addresses) {
    const bytes = await fetchPicture(address, { allowAddress: parts.feedAllow, signal: whole })
    if (bytes) fetched.set(address, bytes)
  }
  // What wasn't fetched because the worker stops is left to the next one.
  signal.throwIfAborted()
  const read = await readPictures([...logos.values()], [...fetched.values()])
  const texts = new Map<string, string>()
  if (parts.textModel)
    for (const [address, bytes] of [...fetched].slice(0, limits.texts)) {
      signal.throwIfAborted()
      texts.set(address, await readText(bytes, parts.textModel))
    }
  const all = [...fetched.keys()].map((address, at): [string, ObservedPicture] => {
    const { agreements = [], codes = [], hash = null } = read[at] ?? {}
    const alike = [...logos.keys()].flatMap((owner, place): [string, number][] => {
      const agreement = agreements[place] ?? null
      return agreement === null ? [] : [[owner, agreement]]
    })
    return [address, { agreements: new Map(alike), codes, hash, text: texts.get(address) ?? '' }]
  })
  return new Map(all)
}
