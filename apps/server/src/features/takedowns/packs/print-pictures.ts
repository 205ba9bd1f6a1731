import type { FileStore } from '../../../files/file-store.ts'
import { isPictureType, type PictureType } from '../../evidence/pictures/picture-head.ts'
import { redrawAll } from '../../evidence/pictures/redraw.ts'
import { pictureFrame, type PrintedPicture } from './pack-report.ts'
import type { PackedFile } from './packed-case.ts'

/** More than that isn't read in a minute. */
const picturesMax = 4

const isCapture = ({ kind }: PackedFile) => Number(kind === 'capture')

/** The pictures of a case for its report: captures first, one of each visit, each decoded and made smaller in a limited child process. */
export async function printPictures(files: readonly PackedFile[], store: FileStore): Promise<PrintedPicture[]> {
  const printed: PrintedPicture[] = []
  let rest = files.toSorted((a, b) => isCapture(b) - isCapture(a)).filter(isPicture)
  while (rest.length > 0 && printed.length < picturesMax) {
    const next = oneOfEachVisit(rest).slice(0, picturesMax - printed.length)
    const redrawn = await redrawAll(
      next.map(({ type, size, sha256 }) => ({ type, size, open: () => store.open(sha256) })),
      { frame: pictureFrame },
    )
    for (const [index, file] of next.entries()) {
      // A damaged picture is in the pack as it is.
      const picture = redrawn[index]
      if (picture) printed.push({ file, jpeg: picture.bytes })
    }
    const visits = new Set(printed.flatMap(({ file }) => visitOf(file) ?? []))
    rest = rest.filter((file) => !next.includes(file) && !visits.has(visitOf(file) ?? ''))
  }
  return printed
}

const isPicture = (file: PackedFile): file is PackedFile & { type: PictureType } => isPictureType(file.type)
const visitOf = ({ at, vantage }: PackedFile) => vantage && `${at} ${vantage}`

/** On paper, the whole page and what the visitor saw first look the same. */
function oneOfEachVisit<T extends PackedFile>(files: readonly T[]): T[] {
  const visits = new Set<string>()
  return files.filter((file) => {
    const visit = visitOf(file)
    if (!visit) return true
    return !visits.has(visit) && visits.add(visit)
  })
}
