import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTimestamp } from '@signet/contract/takedowns/timestamp/verify-timestamp'
import {
  startFakeTimestampAuthority,
  type FakeTimestampAuthority,
  type TimestampFault,
} from '../../test/fake-timestamp-authority.ts'
import { requestTimestamp } from './request-timestamp.ts'

let authority: FakeTimestampAuthority
beforeAll(async () => {
  authority = await startFakeTimestampAuthority()
})
afterAll(() => authority.close())

const message = new TextEncoder().encode('the manifest')

test('a timestamp is valid for its message and no other, and names the time and the authority', async () => {
  const { token } = await requestTimestamp(authority.url, message)
  const timestamp = await verifyTimestamp(token, message)
  expect(timestamp).toMatchObject({
    authority: 'Example Timestamp Authority',
    certificateSha256: authority.certificateSha256,
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  })
  expect(await verifyTimestamp(token, new TextEncoder().encode('another manifest'))).toBeNull()
})

test('no changed byte of a token passes for another time or authority', async () => {
  const { token } = await requestTimestamp(authority.url, message)
  const before = await verifyTimestamp(token, message)
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice()
    changed[at] = (changed[at] ?? 0) ^ 0x11
    const timestamp = await verifyTimestamp(changed, message)
    // Version numbers and unused algorithm fields outside of what is signed may change.
    if (timestamp) expect(timestamp, String(at)).toEqual(before)
  }
})

test.each<[TimestampFault, string]>([
  ['rejects', 'TIMESTAMP_REFUSED'],
  ['fails', 'SERVER_FAILS'],
  ['silent', 'SERVER_UNREACHABLE'],
  ['garbage', 'TIMESTAMP_INVALID'],
  ['otherMessage', 'TIMESTAMP_INVALID'],
  ['otherNonce', 'TIMESTAMP_INVALID'],
  ['badSignature', 'TIMESTAMP_INVALID'],
  ['expired', 'TIMESTAMP_INVALID'],
  ['otherPurpose', 'TIMESTAMP_INVALID'],
])('an authority that answers like this gives no timestamp: %s', async (fault, reason) => {
  authority.breakWith(fault)
  await expect(requestTimestamp(authority.url, message)).rejects.toMatchObject({ reason })
  authority.breakWith(null)
})
