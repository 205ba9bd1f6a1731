import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { SiteFacts, SiteFile } from '@signet/connectors'
import { mebibyte } from '@signet/contract/threats/file-types'
import * as z from 'zod/mini'
import { readAnswer } from '../../../child-processes/child-answer.ts'
import { ownLinks, ownPackage } from '../../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'

const Facts = z.object({
  pages: z.array(z.string()),
  links: z.array(z.string()),
  phones: z.array(z.string()),
  mailDomains: z.array(z.string()),
  legalNames: z.array(z.string()),
  apps: z.array(z.object({ packageName: z.string(), signerSha256: z.array(z.string()) })),
})

const limits: ChildLimits = {
  wallMs: 20_000,
  cpuSeconds: 5,
  memoryBytes: 1024 * mebibyte,
  answerBytes: mebibyte,
}
const program: LimitedProgram = {
  program: fileURLToPath(new URL('site-program.ts', import.meta.url)),
  library: ownPackage('connectors'),
  imports: [ownPackage('contract'), ownPackage('readers'), ownLinks],
  isNative: false,
}

/**
 * Reads a file of a site in a separate child process, because anyone may have changed it.
 *
 * @returns null for a file that takes more time or memory than any such file needs
 * @throws ChildFailure if the program failed
 */
export async function readSiteFile(file: SiteFile, bytes: Buffer, address: string): Promise<SiteFacts | null> {
  const { isComplete, bytes: answer } = await runLimited(
    { ...program, args: [file, address] },
    Readable.from([bytes]),
    limits,
  )
  if (!isComplete) return null
  return readAnswer(Facts, answer.toString('utf8'))
}
