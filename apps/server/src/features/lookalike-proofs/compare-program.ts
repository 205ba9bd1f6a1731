/*
 * The child process that compares a captured page with brands; it is the only one that decodes pictures for it. It reads one line of JSON
 * and the pictures that it names from standard input and writes what it found as JSON to standard output. `compare-pages.ts` starts and
 * limits it.
 */
import { createHash } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import { pageTraits } from '@signet/detection/lookalike/page-traits'
import type { PageView, Picture } from '@signet/detection/lookalike/page-view'
import { proveLookalike, verdictOf } from '@signet/detection/lookalike/prove-lookalike'
import type { Trait } from '@signet/detection'
import { giveUpRights, readInput } from '../../child-processes/limited-program.ts'
import { codesIn, prepareCodes } from '../evidence/pictures/read-codes.ts'
import type { Compared, Comparison, SentPage } from './compare-pages.ts'

/** Wider pictures are compared at this size, which is that of the captures. */
const widthMax = 1366

if (import.meta.main) {
  // Codes are only marked: a page is compared without them.
  await prepareCodes().catch(() => {})
  giveUpRights()
  process.stdout.write(JSON.stringify(await compare(await readInput())))
}

async function compare(input: Buffer): Promise<Compared | null> {
  let at = input.indexOf('\n')
  const { page, brands }: Comparison = JSON.parse(input.toString('utf8', 0, at))
  at += 1
  const next = (length: number) => input.subarray(at, (at += length))
  const viewOf = ({ picture, width, ...rest }: SentPage): PageView => ({
    ...rest,
    picture: picture === 0 ? null : decoded(next(picture), width),
  })
  const suspect = viewOf(page)
  const official = brands.map(({ aliases, official: hosts, logos, pages }) => ({
    aliases,
    official: hosts,
    logos: logos.map((length) => decoded(next(length), null)).filter((logo) => logo !== null),
    pages: pages.map(viewOf),
  }))
  const found = official.map((brand) => proveLookalike(suspect, brand))
  const [best] = found.toSorted((a, b) => b.showsBrand - a.showsBrand)
  if (!best) return null
  const { showsBrand, secrets, indicators } = best
  // The message of its reader says nothing about the page.
  const codes = suspect.picture ? await codesIn(suspect.picture).catch(() => []) : []
  const places = [...best.places, ...codes.map(({ box }) => ({ kind: 'qrCode' as const, percent: null, box }))]
  const view = suspect.picture && { width: suspect.picture.width, height: suspect.picture.height }
  // Without a page of the brand, what was copied from it can't be distinguished.
  const isKnown = official.some(({ pages }) => pages.some(({ html }) => html !== ''))
  const isImitation = isKnown && (showsBrand >= 0.5 || secrets.length > 0)
  const traits = isImitation
    ? ownTraits(
        suspect,
        official.flatMap(({ pages }) => pages),
      )
    : []
  return { proof: { showsBrand, places, indicators }, verdict: verdictOf(best), view, traits }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function keyOf({ kind, value }: Trait): string {
  return `${kind} ${value}`
}

/** The traits of a page without those of the pages that it copies. */
function ownTraits(page: PageView, officialPages: readonly PageView[]): Trait[] {
  const copied = new Set(officialPages.flatMap((each) => pageTraits(each, hashOf)).map(keyOf))
  return pageTraits(page, hashOf).filter((trait) => !copied.has(keyOf(trait)))
}

/** @returns null for a picture that can't be read */
function decoded(bytes: Buffer, width: number | null): Picture | null {
  try {
    const image = new Transformer(bytes)
    const size = image.metadataSync()
    const wanted = Math.min(widthMax, Math.round(width ?? size.width))
    const height = Math.max(1, Math.round((size.height * wanted) / size.width))
    if (wanted !== size.width) image.resize(wanted, height)
    return withOpacity(image.rawPixelsSync(), wanted, height)
  } catch {
    // The decoder's message names its own components; the page is compared without the picture.
    return null
  }
}

function withOpacity(raw: Buffer, width: number, height: number): Picture | null {
  const channels = raw.length / (width * height)
  if (channels === 4) return { width, height, pixels: new Uint8Array(raw) }
  if (channels !== 3) return null
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at++) pixels.set(raw.subarray(at * 3, at * 3 + 3), at * 4)
  return { width, height, pixels }
}
