import type { FastifyRequest } from 'fastify'
import { TipReport, tipPictureMax } from '@signet/contract/collection/tips'
import { causeOf } from '@signet/contract/errors/program-errors'
import { imageTypes, mebibyte } from '@signet/contract/threats/file-types'
import * as z from 'zod/mini'
import { refusedInput } from '../../../app/refused-input.ts'
import { AppError } from '../../../errors.ts'
import { FileTooLargeError, type FileStore } from '../../../files/file-store.ts'
import type { ShownPicture } from '../../../files/shown-picture.ts'
import { cleanName } from '../../evidence/clean-name.ts'
import { keepSniffed } from '../../evidence/keep-sniffed.ts'
import { isPictureType } from '../../evidence/pictures/picture-head.ts'
import { redraw } from '../../evidence/pictures/redraw.ts'

const fieldsMax = 10
/** A character of a text takes up to four bytes. */
const fieldBytesMax = 16 * 1024
const framingBytes = 128 * 1024

/** A form as it was sent. */
export interface TipForm {
  report: TipReport
  /** Drawn again, so that nothing of the original is left but what it shows. */
  picture: ShownPicture | null
}

/**
 * Reads the form of a report: its fields, then at most one picture, of which only a drawn copy is named by a row. The nightly clean-up
 * deletes the original.
 *
 * @throws AppError naming the field; `FORM_NEEDED`, `FORM_UNREADABLE`, `FORM_FIELD_TOO_LONG`, `TOO_MANY_FILES`, `FILE_TOO_LARGE`, and those
 *   of `redraw`
 */
export async function readTipForm(files: FileStore, request: FastifyRequest): Promise<TipForm> {
  if (!request.isMultipart()) throw new AppError('FORM_NEEDED')
  if (Number(request.headers['content-length'] ?? 0) > tipPictureMax + framingBytes) throw tooLarge()
  const fields: Record<string, string> = {}
  let report: TipReport | null = null
  let picture: ShownPicture | null = null
  try {
    const limits = {
      fileSize: tipPictureMax + 1,
      files: 1,
      fields: fieldsMax,
      fieldSize: fieldBytesMax,
      fieldNameSize: 20,
    }
    for await (const part of request.parts({ limits: { ...limits, parts: fieldsMax + 1, headerPairs: 20 } })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('FORM_FIELD_TOO_LONG')
        fields[part.fieldname] = String(part.value)
      } else {
        // Nothing is stored before the fields are known to be right.
        report = reportIn(fields)
        picture = await drawn(files, part.file, part.filename)
      }
    }
  } catch (error) {
    // The rest of the body is read and discarded: a connection with half a request in it can't be reused.
    request.raw.unpipe()
    request.raw.resume()
    throw refusalOf(error)
  }
  return { report: report ?? reportIn(fields), picture }
}

function reportIn(fields: Record<string, string>): TipReport {
  const read = z.safeParse(TipReport, fields)
  if (!read.success) throw refusedInput(read.error, fields, 'body')
  return read.data
}

async function drawn(files: FileStore, stream: AsyncIterable<Buffer>, name: string): Promise<ShownPicture> {
  const kept = await keepSniffed(files, { types: imageTypes, maxBytes: tipPictureMax }, stream)
  const original = await files.open(kept.sha256)
  if (!original || !isPictureType(kept.type)) throw new Error('the picture that was just kept is not there')
  const { type, bytes } = await redraw(original, { type: kept.type, name: cleanName(name, kept.type) })
  return { ...(await files.put(bytes)), type }
}

const tooLarge = () =>
  new AppError('FILE_TOO_LARGE', { max: Math.floor(tipPictureMax / mebibyte) }, { at: 'body.file' })

function refusalOf(error: unknown): unknown {
  if (error instanceof FileTooLargeError) return tooLarge()
  if (error instanceof AppError) return error
  const { code, detail } = causeOf(error)
  if (code === 'FST_FILES_LIMIT') return new AppError('TOO_MANY_FILES', { max: 1 })
  const isForm = code.startsWith('FST_') || /multipart|terminated early|Malformed|boundary|Part /i.test(detail)
  return isForm ? new AppError('FORM_UNREADABLE', {}, { cause: error }) : error
}
