import { mebibyte } from '@signet/contract/threats/file-types'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { pictureLibrary } from '../../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../../child-processes/run-limited.ts'

/** A logo takes less than a second. */
const childLimits: ChildLimits = {
  wallMs: 15_000,
  cpuSeconds: 5,
  memoryBytes: 768 * mebibyte,
  answerBytes: 4 * mebibyte,
}

const program: LimitedProgram = {
  program: fileURLToPath(new URL('draw-svg-program.ts', import.meta.url)),
  library: pictureLibrary,
  isNative: true,
}

/**
 * Draws an SVG in a separate child process. Its texts are left out, because no fonts are loaded.
 *
 * @returns a PNG of at most 640 by 200 pixels, or null for a file that isn't an SVG, loads other files, or takes more time or
 *   memory than any logo needs
 * @throws ChildFailure if the program failed
 */
export async function drawSvg(bytes: Buffer): Promise<Buffer | null> {
  const { isComplete, bytes: picture } = await runLimited(program, Readable.from([bytes]), childLimits)
  return isComplete && picture.length > 0 ? picture : null
}
