import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeMisp } from '../../../test/providers/fake-misp.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

const credentials = { key: 'misp-secret' }
const run = { fake: fakeMisp, credentials }

collectSuite('misp', { fake: fakeMisp, credentials, hasNoTerms: true })

test('names a bank account by its IBAN and a wallet by its address, with what they were seen with', async () => {
  const found = [listing({ id: '1', name: 'Harbour Refunds', text: 'Harbour Bank phishing' }), listing({ id: '2' })]
  const { observations } = await collected('misp', { ...run, listings: () => found })
  expect(observations).toMatchObject([
    {
      kind: 'payee',
      at: found[0]?.at,
      url: expect.stringMatching(/\/events\/view\/42$/),
      names: ['Harbour Refunds'],
      text: 'Harbour Bank phishing',
      fields: {
        account_number: expect.stringMatching(/^GB\d\dHARB20202000000001$/),
        bank_name: 'Quay Bank',
        seenWith: 'Harbour Bank phishing',
      },
    },
    { fields: { account_number: `0x${'a'.repeat(39)}2`, currency: 'ETH' } },
  ])
})

test('leaves out what was deleted, and what has no account', async () => {
  const deleted = { uuid: 'a', timestamp: '1', deleted: true, Attribute: [{ object_relation: 'iban', value: 'GB1' }] }
  const empty = { uuid: 'b', timestamp: '1', Attribute: [{ object_relation: 'text', value: 'unknown' }] }
  const fake: FakeProvider = ({ body }) => ({
    status: 200,
    body: { response: body.includes('"page":1,') ? [{ Object: deleted }, { Object: empty }] : [] },
  })
  expect(await collected('misp', { ...run, fake })).toMatchObject({ observations: [], skipped: [] })
})

test('a role without searches is not a wrong key', async () => {
  const message = 'API searches are not allowed for this user role.'
  const fake: FakeProvider = () => ({ status: 405, body: { name: message, message } })
  await expect(collected('misp', { ...run, fake })).rejects.toMatchObject({ reason: 'API_CALL_REFUSED' })
})
