import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { derElements } from '@signet/contract/takedowns/timestamp/der'
import { der, sequence } from './certificates.ts'
import { startFakeServer } from './fake-server.ts'

/** What a timestamp authority does instead of answering properly. */
export type TimestampFault =
  | 'rejects'
  | 'fails'
  | 'garbage'
  | 'otherMessage'
  | 'otherNonce'
  | 'badSignature'
  | 'expired'
  | 'otherPurpose'
  | 'silent'

/** A timestamp authority of RFC 3161 with a key of its own, on 127.0.0.1. */
export interface FakeTimestampAuthority {
  url: string
  /** SHA-256 of its certificate in hex. */
  certificateSha256: string
  /** Breaks the answers that follow; null mends them. */
  breakWith(fault: TimestampFault | null): void
  requests: number
  close(): Promise<void>
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const set = (...parts: Buffer[]) => der(0x31, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const sha256 = sequence(oid('608648016503040201'), der(0x05))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const timeOf = (at: Date) => der(0x18, `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`)

const purposes = { timestamps: '2b06010505070308', servers: '2b06010505070301' }

/** @param purpose the only one of its certificate */
function newSigner(purpose: string, notAfter: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('550403'), der(0x0c, 'Example Timestamp Authority'))))
  const serial = integer(Buffer.of(7))
  const usage = sequence(oid('551d25'), der(0x01, Buffer.of(0xff)), der(0x04, sequence(oid(purpose))))
  const tbs = sequence(
    der(0xa0, integer(Buffer.of(2))),
    serial,
    ecdsaWithSha256,
    name,
    sequence(timeOf(new Date('2026-01-01T00:00:00Z')), timeOf(notAfter)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(usage)),
  )
  const signature = sign('sha256', tbs, privateKey)
  const certificate = sequence(tbs, ecdsaWithSha256, der(0x03, Buffer.of(0), signature))
  return { certificate, privateKey, signedBy: sequence(name, serial) }
}
type TimestampSigner = ReturnType<typeof newSigner>

/** @param imprint MessageImprint in DER */
function tokenOf(signer: TimestampSigner, imprint: Buffer, nonce: Buffer, isWrong: boolean): Buffer {
  const { certificate, privateKey, signedBy } = signer
  const info = sequence(
    integer(Buffer.of(1)),
    oid('2a030401'),
    imprint,
    integer(Buffer.of(1)),
    timeOf(new Date()),
    integer(nonce),
  )
  const attribute = (type: string, value: Buffer) => sequence(oid(type), set(value))
  const attributes = [
    attribute('2a864886f70d010903', oid('2a864886f70d0109100104')),
    attribute('2a864886f70d010904', der(0x04, hashOf(info))),
    attribute('2a864886f70d010910022f', sequence(sequence(sequence(der(0x04, hashOf(certificate)))))),
  ].toSorted(Buffer.compare)
  const signature = sign('sha256', isWrong ? info : set(...attributes), privateKey)
  const signed = sequence(
    integer(Buffer.of(1)),
    signedBy,
    sha256,
    der(0xa0, ...attributes),
    ecdsaWithSha256,
    der(0x04, signature),
  )
  const data = sequence(
    integer(Buffer.of(3)),
    set(sha256),
    sequence(oid('2a864886f70d0109100104'), der(0xa0, der(0x04, info))),
    der(0xa0, certificate),
    set(signed),
  )
  return sequence(oid('2a864886f70d010702'), der(0xa0, data))
}

export async function startFakeTimestampAuthority(): Promise<FakeTimestampAuthority> {
  const server = await startFakeServer()
  const inYears = new Date('2036-01-01T00:00:00Z')
  const signer = newSigner(purposes.timestamps, inYears)
  let fault: TimestampFault | null = null
  const answerTo = (request: Buffer): Buffer => {
    if (fault === 'garbage') return Buffer.from('no timestamp')
    if (fault === 'rejects') return sequence(sequence(integer(Buffer.of(2))))
    const [query] = derElements(new Uint8Array(request))
    const [, imprint, nonce] = derElements(query?.content ?? new Uint8Array())
    const other =
      fault === 'expired'
        ? newSigner(purposes.timestamps, new Date('2026-02-01T00:00:00Z'))
        : fault === 'otherPurpose'
          ? newSigner(purposes.servers, inYears)
          : null
    const wanted =
      fault === 'otherMessage' ? sequence(sha256, der(0x04, hashOf(request))) : Buffer.from(imprint?.whole ?? [])
    const number = fault === 'otherNonce' ? Buffer.of(1) : Buffer.from(nonce?.content ?? [])
    return sequence(sequence(integer(Buffer.of(0))), tokenOf(other ?? signer, wanted, number, fault === 'badSignature'))
  }
  server.on('/timestamp', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (fault === 'silent') return void request.socket.destroy()
      const isQuery = request.headers['content-type'] === 'application/timestamp-query'
      if (fault === 'fails' || !isQuery) return void response.writeHead(isQuery ? 500 : 415).end()
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answerTo(Buffer.concat(chunks)))
    })
  })
  return {
    url: server.url('/timestamp'),
    certificateSha256: hashOf(signer.certificate).toString('hex'),
    breakWith: (next) => void (fault = next),
    get requests() {
      return server.requests.length
    },
    close: () => server.close(),
  }
}
