import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../../src/files/s3-file-store.ts'

interface Stored {
  bytes: Buffer
  modified: Date
}

/** The faults to simulate, set between requests. */
export interface FakeS3 {
  settings: S3Settings
  objects: Map<string, Stored>
  uploads: Map<string, { key: string; at: Date; parts: Map<number, Buffer> }>
  /** Requests since the start, as `PUT /key?partNumber`. */
  requests: string[]
  /** This number of next requests is answered with 503 SlowDown. */
  throttle: number
  /** This number of next requests is disconnected before an answer. */
  cut: number
  /** Largest body of one request, in bytes. */
  largestBody: number
  close(): Promise<void>
}

const region = 'test-1'
const bucket = 'signet'
const accessKeyId = 'AKIDEXAMPLE'
const secretAccessKey = 'a secret key of the tests'
const pageSize = 3

/**
 * A server with the part of the S3 REST API that the file store uses: AWS Signature Version 4 is verified as documented in "Authenticating
 * Requests (AWS Signature Version 4)", and lists have pages of three.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    void readAll(request).then(
      (body) => serve(fake, request, body, response),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeS3 = {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region,
      bucket,
      accessKeyId,
      secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    throttle: 0,
    cut: 0,
    largestBody: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function serve(fake: FakeS3, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://x')
  const method = request.method ?? ''
  fake.requests.push(`${method} ${url.pathname}${url.search}`)
  fake.largestBody = Math.max(fake.largestBody, body.length)
  const refuse = (status: number, code: string) =>
    answerXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  if (fake.cut > 0) {
    fake.cut -= 1
    request.socket.destroy()
    return
  }
  if (fake.throttle > 0) {
    fake.throttle -= 1
    refuse(503, 'SlowDown')
    return
  }
  if (!isSigned(request, url, body)) return refuse(403, 'SignatureDoesNotMatch')
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== bucket) return refuse(404, 'NoSuchBucket')
  const key = rest.join('/')
  if (key === '') return list(fake, url, response)
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
    return multipart(fake, { method, url, key, body }, response)
  }
  object(fake, { method, key, body, source: request.headers['x-amz-copy-source'] }, response)
}

function object(
  fake: FakeS3,
  { method, key, body, source }: { method: string; key: string; body: Buffer; source: string | string[] | undefined },
  response: ServerResponse,
): void {
  const found = fake.objects.get(key)
  if (method === 'PUT' && source !== undefined) {
    const from = fake.objects.get(decodeURIComponent(String(source)).replace(/^\/?signet\//, ''))
    if (!from) return answerXml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    fake.objects.set(key, { bytes: from.bytes, modified: new Date() })
    answerXml(response, 200, `<CopyObjectResult><ETag>"${etagOf(from.bytes)}"</ETag></CopyObjectResult>`)
  } else if (method === 'PUT') {
    fake.objects.set(key, { bytes: body, modified: new Date() })
    response.writeHead(200, { etag: `"${etagOf(body)}"` }).end()
  } else if (method === 'DELETE') {
    fake.objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) {
    if (method === 'HEAD') response.writeHead(404).end()
    else answerXml(response, 404, '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
  } else {
    response.writeHead(200, {
      'content-length': found.bytes.length,
      etag: `"${etagOf(found.bytes)}"`,
      'last-modified': found.modified.toUTCString(),
    })
    response.end(method === 'HEAD' ? undefined : found.bytes)
  }
}

function multipart(
  fake: FakeS3,
  { method, url, key, body }: { method: string; url: URL; key: string; body: Buffer },
  response: ServerResponse,
): void {
  if (method === 'POST' && url.searchParams.has('uploads')) {
    const id = randomUUID()
    fake.uploads.set(id, { key, at: new Date(), parts: new Map() })
    answerXml(
      response,
      200,
      `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
    return
  }
  const id = url.searchParams.get('uploadId') ?? ''
  const upload = fake.uploads.get(id)
  if (!upload) return answerXml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
  if (method === 'PUT') {
    upload.parts.set(Number(url.searchParams.get('partNumber')), body)
    response.writeHead(200, { etag: `"${etagOf(body)}"` }).end()
  } else if (method === 'DELETE') {
    fake.uploads.delete(id)
    response.writeHead(204).end()
  } else {
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)
    // All but the last must have 5 MiB, as the real service requires.
    if (parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) {
      return answerXml(response, 400, '<Error><Code>EntityTooSmall</Code></Error>')
    }
    fake.objects.set(upload.key, { bytes: Buffer.concat(parts), modified: new Date() })
    fake.uploads.delete(id)
    answerXml(
      response,
      200,
      `<CompleteMultipartUploadResult><Key>${upload.key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
    )
  }
}

function list(fake: FakeS3, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get('prefix') ?? ''
  if (url.searchParams.has('uploads')) {
    const uploads = [...fake.uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    answerXml(response, 200, `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`)
    return
  }
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, pageSize)
  const isTruncated = keys.length > pageSize
  const contents = page.map((key) => {
    const { bytes, modified } = fake.objects.get(key) as Stored
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`
  })
  answerXml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${contents.join('')}</ListBucketResult>`,
  )
}

function answerXml(response: ServerResponse, status: number, xml: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether the request is signed with our key, over its bytes, its URL and the headers it names. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  const [credential = '', signedHeaders = '', signature] = match?.slice(1) ?? []
  const [key, date = '', inRegion, service, terminator] = credential.split('/')
  const payload = request.headers['x-amz-content-sha256']
  if (key !== accessKeyId || inRegion !== region || service !== 's3' || terminator !== 'aws4_request') return false
  if (payload !== sha256(body)) return false
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const scope = [date, region, 's3', 'aws4_request']
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n')
  const signingKey = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  return hmac(signingKey, text).toString('hex') === signature
}
