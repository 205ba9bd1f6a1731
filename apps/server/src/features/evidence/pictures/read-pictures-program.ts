/*
 * The child process that looks for known pictures and QR codes in pictures of strangers; it is the only one that decodes them for it. It
 * reads one line of JSON and the pictures that it names from standard input and writes what it found as JSON to standard output.
 * `read-pictures.ts` starts and limits it.
 */
import { pictureHash } from '@signet/detection/lookalike/picture-hash'
import { findKnownPicture, indexKnownPictures } from '@signet/detection/pictures/known-pictures'
import { printsOfKnown, printsOfPicture } from '@signet/detection/pictures/picture-prints'
import { isPlainPicture } from '@signet/detection/pictures/plain-picture'
import { giveUpRights, readInput } from '../../../child-processes/limited-program.ts'
import { decodedPicture, type SentPicture } from './decoded-picture.ts'
import { codesIn, prepareCodes } from './read-codes.ts'
import type { PictureWork, ReadPicture } from './read-pictures.ts'

/** Larger pictures are compared, and searched for codes, in these sizes. */
const [comparedSide, searchedSide] = [400, 1600]

if (import.meta.main) {
  await prepareCodes()
  giveUpRights()
  process.stdout.write(JSON.stringify(await readAll(await readInput())))
}

async function readAll(input: Buffer): Promise<ReadPicture[]> {
  let at = input.indexOf('\n')
  const work: PictureWork = JSON.parse(input.toString('utf8', 0, at))
  at += 1
  const next = (sent: SentPicture, side: number) =>
    decodedPicture(input.subarray(at, (at += sent.size)), sent.type, side)
  const groups = work.known.map((group) => {
    const logos = group.map((sent) => next(sent, comparedSide))
    return indexKnownPictures(logos.map((logo) => (logo ? printsOfKnown(logo) : [])))
  })
  const read: ReadPicture[] = []
  for (const sent of work.pictures) {
    const start = at
    const picture = next(sent, comparedSide)
    const prints = picture && printsOfPicture(picture)
    at = start
    const large = next(sent, searchedSide)
    read.push({
      agreements: groups.map((index) => prints && (findKnownPicture(index, prints)?.agreement ?? null)),
      codes: large ? [...new Set((await codesIn(large)).map(({ text }) => text))] : [],
      hash: picture && !isPlainPicture(picture) ? pictureHash(picture) : null,
    })
  }
  return read
}
