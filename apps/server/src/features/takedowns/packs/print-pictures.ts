import { AppError } from '../../../errors.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { isPictureType } from '../../evidence/pictures/picture-head.ts'
import { redraw } from '../../evidence/pictures/redraw.ts'
import { pictureFrame, type PrintedPicture } from './pack-report.ts'
import type { PackedFile } from './packed-case.ts'

/** More than that isn't read in a minute. */
const picturesMax = 4

const isCapture = ({ kind }: PackedFile) => Number(kind === 'capture')

/** The pictures of a case for its report: captures first, one of each visit, each decoded and made smaller in a limited child process. */
export async function printPictures(files: readonly PackedFile[], store: FileStore): Promise<PrintedPicture[]> {
  const printed: PrintedPicture[] = []
  const visits = new Set<string>()
  for (const file of files.toSorted((a, b) => isCapture(b) - isCapture(a))) {
    if (printed.length === picturesMax) break
    // On paper, the whole page and what the visitor saw first look the same.
    const visit = file.vantage && `${file.at} ${file.vantage}`
    if (visit && visits.has(visit)) continue
    const original = isPictureType(file.type) ? await store.open(file.sha256) : null
    if (!original || !isPictureType(file.type)) continue
    try {
      const { bytes } = await redraw(original, file.type, { frame: pictureFrame })
      printed.push({ file, jpeg: bytes })
      if (visit) visits.add(visit)
    } catch (error) {
      // A damaged picture is in the pack as it is; a busy server refuses the whole pack for now.
      if (!(error instanceof AppError) || error.reason === 'PICTURES_BUSY') throw error
    }
  }
  return printed
}
