import { mebibyte } from '@signet/contract/threats/file-types'
import { FoundPlace, pageVerdicts, ViewSize } from '@signet/contract/threats/lookalike-proofs'
import type { PageView } from '@signet/detection/lookalike/page-view'
import { traitKinds } from '@signet/contract/threats/traits'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readAnswer } from '../../child-processes/child-answer.ts'
import { ownLinks, ownPackage, packageOf, pictureLibrary } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'

/** A page whose picture follows the line of JSON. */
export interface SentPage extends Omit<PageView, 'picture'> {
  /** Bytes of its picture; 0 without one. */
  picture: number
  /** The width of the picture in CSS pixels; null if it isn't known. */
  width: number | null
}

/** The line of JSON. The pictures follow in its order: of the page, then for each brand its logos and those of its pages. */
export interface Comparison {
  page: SentPage
  brands: {
    aliases: string[]
    official: string[]
    /** Bytes of each. */
    logos: number[]
    pages: SentPage[]
  }[]
}

/** A page with its picture. */
export interface ComparedPage extends Omit<SentPage, 'picture'> {
  picture: Buffer | null
}

/** A brand with its pictures. */
export interface ComparedBrand {
  aliases: string[]
  official: string[]
  logos: Buffer[]
  pages: ComparedPage[]
}

/** A pair takes less than a second; a page may be compared with several brands. */
const childLimits: ChildLimits = {
  wallMs: 60_000,
  cpuSeconds: 20,
  memoryBytes: 1024 * mebibyte,
  answerBytes: mebibyte,
}

const indicators = z.array(z.object({ name: z.string(), value: z.exactOptional(z.string()), contribution: z.number() }))

/** What the page has in common with the brand that it shows most. */
const Compared = z.object({
  proof: z.object({ showsBrand: z.number(), places: z.array(FoundPlace), indicators }),
  verdict: z.nullable(z.enum(pageVerdicts)),
  /** The size of the page's picture in CSS pixels. */
  view: z.nullable(ViewSize),
  /** What it may share with other pages of the same author. */
  traits: z.array(z.object({ kind: z.enum(traitKinds), value: z.string() })),
})
export type Compared = z.output<typeof Compared>

/** The child process that compares pages. */
export const compareProgram: LimitedProgram = {
  program: fileURLToPath(new URL('compare-program.ts', import.meta.url)),
  library: pictureLibrary,
  imports: [
    ownPackage('detection'),
    ownPackage('contract'),
    ownLinks,
    packageOf('tldts'),
    packageOf('tldts-core'),
    fileURLToPath(new URL('../evidence/pictures/read-codes.ts', import.meta.url)),
    packageOf('zxing-wasm'),
  ],
  isNative: true,
}

/**
 * Compares a page with brands in a separate child process, because the page is hostile and the search for logos takes CPU time.
 *
 * @returns null without brands, and for a page that takes more time or memory than any page needs
 * @throws ChildFailure if the program failed
 */
export async function comparePages(
  page: ComparedPage,
  brands: readonly ComparedBrand[],
  program = compareProgram,
): Promise<Compared | null> {
  const pictures: Buffer[] = []
  const sent = ({ picture, ...rest }: ComparedPage): SentPage => {
    if (picture) pictures.push(picture)
    return { ...rest, picture: picture?.length ?? 0 }
  }
  const line: Comparison = {
    page: sent(page),
    brands: brands.map(({ logos, pages, ...rest }) => {
      pictures.push(...logos)
      return { ...rest, logos: logos.map(({ length }) => length), pages: pages.map(sent) }
    }),
  }
  const input = Readable.from([Buffer.from(`${JSON.stringify(line)}\n`), ...pictures])
  const answer = await runLimited(program, input, childLimits)
  return answer.isComplete ? readAnswer(z.nullable(Compared), answer.bytes.toString()) : null
}
