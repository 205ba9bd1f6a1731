import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { isRecord } from '@signet/contract/narrow'
import { FileTooLargeError, isSha256, piecesOf, type FileStore, type StoredFile } from './file-store.ts'

/** A bucket of any service that supports the S3 API. */
export interface S3Settings {
  /** Null for the service of AWS in the region. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** What every key begins with, e.g. `signet/`; nothing by default. */
  prefix?: string
}

/** A client for a bucket. */
export function s3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attemptsMax,
    // Services other than AWS don't support trailing checksums; the signed SHA-256 of every body has the same purpose.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

// A part must have at least 5 MiB; one part is held in memory for each upload in progress.
const partBytes = 8 * 1024 * 1024
const attemptsMax = 6
const filesFolder = 'files/'
const draftsFolder = 'incoming/'

/**
 * Stores files in a bucket: `files/ab/cd/abcd…`. Content that fits into one part is sent directly under its name; larger content is sent in
 * parts under `incoming/` and copied to its name when all of it has arrived. Every request contains the signed hash of its bytes, so the
 * service refuses data that was damaged in transit.
 *
 * `removeDrafts` deletes the parts of interrupted uploads; a lifecycle rule of the bucket can do the same.
 */
export function s3FileStore(settings: S3Settings): FileStore {
  const client = s3Client(settings)
  const { bucket, prefix = '' } = settings
  const keptUnder = `${prefix}${filesFolder}`
  const draftsUnder = `${prefix}${draftsFolder}`
  const keyOf = (sha256: string) => `${keptUnder}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
  const Bucket = bucket

  async function putInParts(draft: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: draft }))
    const upload = { Bucket, Key: draft, UploadId }
    try {
      const sent: { ETag: string | undefined; PartNumber: number }[] = []
      for await (const Body of parts) {
        const PartNumber = sent.length + 1
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
        sent.push({ ETag, PartNumber })
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {
        // The clean-up removes it later; only the first error matters.
      })
      throw error
    }
  }

  async function* listUnder(start: string): AsyncGenerator<{ key: string; size: number; putAt: Date }> {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: start, ...(token ? { ContinuationToken: token } : {}) }),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key && LastModified) yield { key: Key, size: Size ?? 0, putAt: LastModified }
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  return {
    async put(content, { maxBytes } = { maxBytes: Number.POSITIVE_INFINITY }) {
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const piece of piecesOf(content)) {
          size += piece.length
          if (size > maxBytes) throw new FileTooLargeError(`more than ${maxBytes} bytes`)
          hash.update(piece)
          yield piece
        }
      }
      const parts = inParts(counted())
      const { value: first = new Uint8Array() } = await parts.next()
      if (first.length < partBytes) {
        const sha256 = hash.digest('hex')
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(sha256), Body: first }))
        return { sha256, size }
      }
      const draft = `${draftsUnder}${randomUUID()}`
      await putInParts(draft, startingWith(first, parts))
      const sha256 = hash.digest('hex')
      await client.send(new CopyObjectCommand({ Bucket, Key: keyOf(sha256), CopySource: `${bucket}/${draft}` }))
      await client.send(new DeleteObjectCommand({ Bucket, Key: draft }))
      return { sha256, size }
    },
    async open(sha256) {
      if (!isSha256(sha256)) return null
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(sha256) }))
        return Body instanceof Readable ? Body : null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async has(sha256) {
      if (!isSha256(sha256)) return false
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(sha256) }))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(sha256) {
      if (isSha256(sha256)) await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }))
    },
    async *list(): AsyncGenerator<StoredFile> {
      for await (const { key, size, putAt } of listUnder(keptUnder)) {
        const sha256 = key.split('/').at(-1) ?? ''
        if (isSha256(sha256)) yield { sha256, size, putAt }
      }
    },
    async removeDrafts(before) {
      for await (const { key, putAt } of listUnder(draftsUnder)) {
        if (putAt < before) await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
      }
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: draftsUnder }))
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated && Initiated < before) {
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        }
      }
    },
  }
}

/** Whether a request failed because there is no such object. */
export function isMissing(error: unknown): boolean {
  const metadata = isRecord(error) ? error['$metadata'] : undefined
  return isRecord(metadata) && metadata['httpStatusCode'] === 404
}

/** The bytes in parts of `partBytes`, the last one smaller (or empty). */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const taken = piece.subarray(from, from + partBytes - length)
      from += taken.length
      length += taken.length
      waiting.push(taken)
      if (length === partBytes) {
        yield Buffer.concat(waiting)
        waiting = []
        length = 0
      }
    }
  }
  if (length > 0) yield Buffer.concat(waiting)
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
