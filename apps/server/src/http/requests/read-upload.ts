import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { causeOf } from '@signet/contract/errors/program-errors'
import { isRecord } from '@signet/contract/narrow'
import type { UploadRule } from '@signet/contract/route'
import type { UploadedFile } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { cleanName } from '../../features/evidence/clean-name.ts'
import { checkDocument } from '../../features/evidence/check-document.ts'
import { keepSniffed } from '../../features/evidence/keep-sniffed.ts'
import { FileTooLargeError } from '../../files/file-store.ts'
import { isPictureType } from '../../features/evidence/pictures/picture-head.ts'
import { redraw } from '../../features/evidence/pictures/redraw.ts'
import type { HttpApp } from '../http-app.ts'

interface Upload {
  fields: Record<string, unknown>
  files: UploadedFile[]
}

interface UploadRequest {
  rule: UploadRule
  request: FastifyRequest
  userId: string
  /** Checks company, module, parameters and query as far as the fields so far contain them; throws if it refuses them. */
  enter: (fields: Record<string, unknown>) => void
}

// Fields in addition to the files, and their boundaries.
const fieldsMax = 50
const fieldBytesMax = 64 * 1024
const framingBytes = 1024 * 1024

/** Mounts the calls that accept files: only they read multipart bodies; other calls answer them with 415. */
export async function mountUploads(server: FastifyInstance, routes: readonly RouteOptions[]): Promise<void> {
  await server.register(async (scope) => {
    // The store counts the bytes and throws if there are too many.
    await scope.register(multipart, { throwFileSizeLimit: false })
    for (const route of routes) scope.route(route)
  })
}

/**
 * Reads the fields of a multipart body and streams its files into the file store, counting and hashing on the way.
 *
 * The company is checked with the fields before the first file, before any byte of it is stored. The nightly clean-up deletes what a
 * refused request has stored.
 *
 * @throws AppError `BAD_REQUEST` for a truncated body or one that isn't a form, too few or too many files, a company after its file
 * @throws AppError `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `TOO_MANY_REQUESTS`
 */
export async function readUpload(app: HttpApp, { rule, request, userId, enter }: UploadRequest): Promise<Upload> {
  const { maxFiles = 1, minFiles = 1 } = rule
  if (!request.isMultipart()) {
    // The company is checked before the input, whatever the form of the input.
    const fields = isRecord(request.body) ? request.body : {}
    enter(fields)
    if (minFiles > 0) throw new AppError('FORM_NEEDED')
    return { fields, files: [] }
  }
  if (isRecord(request.query) && 'company' in request.query) enter({})
  if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes * maxFiles + framingBytes) throw tooLarge(rule)

  const upload: Upload = { fields: {}, files: [] }
  try {
    const parts = request.parts({
      limits: {
        // One more than allowed, so that the store detects the excess.
        fileSize: rule.maxBytes + 1,
        files: maxFiles,
        fields: fieldsMax,
        parts: fieldsMax + maxFiles,
        fieldSize: fieldBytesMax,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new AppError('FORM_FIELD_TOO_LONG')
        addField(upload, part.fieldname, part.value)
      } else {
        if (upload.files.length === 0) enter(upload.fields)
        if (!app.uploadGate.admits(userId)) {
          throw new AppError('UPLOAD_LIMIT', {}, { retryAfter: 3600 })
        }
        upload.files.push(await keep(app, rule, part.file, part.filename))
      }
    }
  } catch (error) {
    // The rest of the body is read and discarded: a connection with half a request in it can't be reused.
    request.raw.unpipe()
    request.raw.resume()
    throw refusalOf(error, rule)
  }
  enter(upload.fields)
  if (upload.files.length < minFiles) {
    throw new AppError('FILE_MISSING', {}, { at: 'body.file' })
  }
  return upload
}

/** A field given more than once becomes a list. */
function addField(upload: Upload, name: string, value: unknown): void {
  if (name === 'company' && upload.files.length > 0) {
    throw new AppError('COMPANY_AFTER_FILE', {}, { at: 'body.company' })
  }
  const before = upload.fields[name]
  upload.fields[name] = before === undefined ? value : [before, value].flat()
}

async function keep(
  app: HttpApp,
  rule: UploadRule,
  stream: AsyncIterable<Buffer>,
  declaredName: string | undefined,
): Promise<UploadedFile> {
  const kept = await keepSniffed(app.files, rule, stream)
  const file = { ...kept, name: cleanName(declaredName ?? '', kept.type), shown: null }
  if (rule.opensDocuments && file.type === 'application/pdf') {
    await checkDocument(await reopened(app, file.sha256), file.name)
  }
  return drawn(app, rule, file)
}

/**
 * The file with the image that is displayed in its place, if it is an image.
 *
 * @throws AppError for an image that can't be re-encoded; see `redraw`
 */
async function drawn(app: HttpApp, rule: UploadRule, file: UploadedFile): Promise<UploadedFile> {
  if (!isPictureType(file.type)) return file
  const { type, bytes } = await redraw(await reopened(app, file.sha256), { type: file.type, name: file.name })
  const shown = { ...(await app.files.put(bytes)), type }
  return rule.keepsPictureOnly ? { ...shown, name: cleanName(file.name, type), shown } : { ...file, shown }
}

async function reopened(app: HttpApp, sha256: string) {
  const original = await app.files.open(sha256)
  if (!original) throw new Error('the file that was just kept is not there')
  return original
}

const tooLarge = (rule: UploadRule) => new AppError('FILE_TOO_LARGE', { max: Math.floor(rule.maxBytes / 1024 / 1024) })

function refusalOf(error: unknown, rule: UploadRule): unknown {
  if (error instanceof FileTooLargeError) return tooLarge(rule)
  if (error instanceof AppError) return error
  const { code, detail: message } = causeOf(error)
  if (code === 'FST_FILES_LIMIT') return new AppError('TOO_MANY_FILES', { max: rule.maxFiles ?? 1 })
  if (code.startsWith('FST_') || /multipart|terminated early|Malformed|boundary|Part /i.test(message)) {
    return new AppError('FORM_UNREADABLE', {}, { cause: error })
  }
  return error
}
