import { mebibyte } from '@signet/contract/threats/file-types'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'
import type { Compared, Comparison, SentPage } from './compare-program.ts'

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

const folderOf = (name: string, up: string) => path.resolve(fileURLToPath(import.meta.resolve(name)), up)
const detection = folderOf('@signet/detection', '../..')

/** The child process that compares pages. */
export const compareProgram: LimitedProgram = {
  program: fileURLToPath(new URL('compare-program.ts', import.meta.url)),
  library: folderOf('@napi-rs/image', '../..'),
  imports: [
    detection,
    path.resolve(detection, '../contract'),
    path.resolve(detection, '../../node_modules/@signet'),
    path.resolve(detection, '../../node_modules/tldts'),
    path.resolve(detection, '../../node_modules/tldts-core'),
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
  return answer.isComplete ? JSON.parse(answer.bytes.toString()) : null
}
