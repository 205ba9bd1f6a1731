import { mebibyte } from '@signet/contract/threats/file-types'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../errors.ts'
import { packageOf } from '../../child-processes/package-folders.ts'
import { runLimited, type ChildLimits, type LimitedProgram } from '../../child-processes/run-limited.ts'

/** Images kept in memory, some 50 KB each. */
const keptMax = 64
/** Maximum number of waiting files; one is rendered in less than a second. */
const waitingMax = 16

/** A page with many images may need some hundred MiB. */
const childLimits: ChildLimits = {
  wallMs: 15_000,
  cpuSeconds: 10,
  memoryBytes: 768 * mebibyte,
  answerBytes: 16 * mebibyte,
}

const program: LimitedProgram = {
  program: fileURLToPath(new URL('pictures/first-page-program.ts', import.meta.url)),
  library: packageOf('@hyzyla/pdfium'),
  isNative: false,
}

/**
 * Images of the first pages of PDFs, rendered on request, one at a time, in a separate child process. Images are cached while there is
 * room, under the SHA-256 of the file, because stored files never change.
 */
export class FirstPages {
  readonly #kept = new Map<string, Promise<Uint8Array | null>>()
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  readonly #limits: ChildLimits

  constructor(limits: Partial<ChildLimits> = {}) {
    this.#limits = { ...childLimits, ...limits }
  }

  /**
   * @param open opens the bytes of the PDF; called when it is its turn
   * @returns a PNG, or null if the file contains nothing that can be displayed
   * @throws AppError `UNAVAILABLE` if too many are waiting, or rendering takes more time or memory than any page needs
   */
  of(sha256: string, open: () => Promise<Readable>): Promise<Uint8Array | null> {
    const kept = this.#kept.get(sha256)
    if (kept) return kept
    if (this.#waiting >= waitingMax) {
      return Promise.reject(new AppError('PAGES_BUSY', {}, { retryAfter: 5 }))
    }
    this.#waiting += 1
    const drawn = this.#last.then(async () => draw(await open(), this.#limits)).finally(() => (this.#waiting -= 1))
    // The next one starts whether or not this one succeeds.
    this.#last = drawn.catch(() => null)
    this.#kept.set(sha256, drawn)
    // The caller gets the error; the next one tries again.
    drawn.catch(() => this.#kept.delete(sha256))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest)
    return drawn
  }
}

async function draw(pdf: Readable, limits: ChildLimits): Promise<Uint8Array | null> {
  const { isComplete, bytes } = await runLimited(program, pdf, limits)
  if (!isComplete) throw new AppError('PAGE_NOT_DRAWN', {}, { retryAfter: 60 })
  return bytes.length > 0 ? bytes : null
}
