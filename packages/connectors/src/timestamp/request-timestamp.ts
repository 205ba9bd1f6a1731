import { createHash, randomBytes } from 'node:crypto'
import { derChild, derElements, DerError, derTags, type Bytes } from '@signet/contract/takedowns/timestamp/der'
import { verifyTimestamp, type Timestamp } from '@signet/contract/takedowns/timestamp/verify-timestamp'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange } from '../guarded-exchange.ts'

/** A request has 67 bytes: version 1, SHA-256 of the message, a nonce of 8 bytes, and the wish for the certificate. */
const parts = {
  beforeDigest: '30430201013031300d060960864801650304020105000420',
  beforeNonce: '0208',
  certificate: '0101ff',
}
const nonceBytes = 8
/** PKIStatus: granted, also with modifications. */
const granted = new Set([0, 1])

/**
 * Requests a timestamp for a message from an authority and verifies it.
 *
 * Source: RFC 3161, sections 2.4 and 3.4.
 *
 * @param address of the authority, set by the operator; it may be on the operator's own network
 * @returns the token (TimeStampToken in DER) and what it says
 * @throws ConnectorError SERVER_FAILS; TIMESTAMP_REFUSED; TIMESTAMP_INVALID; and those of a request
 */
export async function requestTimestamp(
  address: string,
  message: Uint8Array,
): Promise<{ token: Bytes; timestamp: Timestamp }> {
  const url = new URL(address)
  const { host } = url
  const nonce = newNonce()
  const digest = createHash('sha256').update(message).digest()
  const answer = await guardedExchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.concat([
      Buffer.from(parts.beforeDigest, 'hex'),
      digest,
      Buffer.from(parts.beforeNonce, 'hex'),
      nonce,
      Buffer.from(parts.certificate, 'hex'),
    ]),
    allowAddress: [`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`],
  })
  if (answer.status !== 200) throw new ConnectorError('SERVER_FAILS', { host, status: answer.status })
  const token = tokenIn(new Uint8Array(answer.body), host)
  const timestamp = await verifyTimestamp(token, new Uint8Array(message))
  if (timestamp?.nonce !== nonce.toString('hex')) throw new ConnectorError('TIMESTAMP_INVALID', { host })
  return { token, timestamp }
}

/** A positive integer in its shortest form. */
function newNonce(): Buffer {
  const nonce = randomBytes(nonceBytes)
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f)
  return nonce
}

function tokenIn(body: Bytes, host: string): Bytes {
  try {
    const [response] = derElements(body)
    const [info, token] = derElements(response?.content ?? new Uint8Array())
    const status = derChild(derElements(info?.content ?? new Uint8Array()), derTags.integer).content.at(-1) ?? -1
    if (!granted.has(status)) throw new ConnectorError('TIMESTAMP_REFUSED', { host, status })
    if (token) return token.whole.slice()
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause
    throw new ConnectorError('TIMESTAMP_INVALID', { host }, { cause })
  }
  throw new ConnectorError('TIMESTAMP_INVALID', { host })
}
