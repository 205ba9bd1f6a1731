import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from '../../../test/harness.ts'
import { call, newPerson, patch, provider, type Method } from '../../../test/outside/scim.ts'

useWorld()

describe('what is hostile or broken is refused in the words of the standard', () => {
  test.each<[string, Method, string, object | string, string?]>([
    ['no JSON', 'POST', '/Users', '{"half', 'invalidSyntax'],
    ['a prototype', 'POST', '/Users', '{"userName":"a@x.example","__proto__":{"a":1}}', 'invalidSyntax'],
    ['a list', 'POST', '/Users', [], 'invalidSyntax'],
    ['no userName', 'POST', '/Users', {}, 'invalidValue'],
    ['a userName that is no address', 'POST', '/Users', { userName: 'someone' }, 'invalidValue'],
    ['NUL in a name', 'POST', '/Users', newPerson({ displayName: 'a\0b' }), 'invalidValue'],
    ['half a character', 'POST', '/Users', newPerson({ displayName: '\ud800' }), 'invalidValue'],
    ['a name too long', 'POST', '/Users', newPerson({ displayName: 'x'.repeat(201) }), 'invalidValue'],
    ['an object for text', 'POST', '/Users', newPerson({ externalId: { a: 1 } }), 'invalidValue'],
    ['an attribute of nobody', 'POST', '/Users', newPerson({ company: 'other' }), 'invalidPath'],
    ['an inherited attribute', 'POST', '/Users', newPerson({ constructor: 'x' }), 'invalidPath'],
    [
      'a filter with or',
      'GET',
      `/Users?filter=${encodeURIComponent('userName eq "a" or active eq true')}`,
      '',
      'invalidFilter',
    ],
    ['a filter with SQL', 'GET', `/Users?filter=${encodeURIComponent(`userName eq '' or 1=1`)}`, '', 'invalidFilter'],
    [
      'a filter with NUL',
      'GET',
      `/Users?filter=${encodeURIComponent(String.raw`userName eq "\u0000"`)}`,
      '',
      'invalidFilter',
    ],
    ['no operations', 'PATCH', '/Groups/client', patch(), 'invalidSyntax'],
    [
      'too many operations',
      'PATCH',
      '/Groups/client',
      patch(...Array.from({ length: 101 }, () => ({ op: 'add', path: 'members', value: [] }))),
      'invalidSyntax',
    ],
    ['another operation', 'PATCH', '/Groups/client', patch({ op: 'move', path: 'members' }), 'invalidSyntax'],
    ['no schema', 'PATCH', '/Groups/client', { Operations: [] }, 'invalidSyntax'],
    [
      'a new name for a group',
      'PATCH',
      '/Groups/client',
      patch({ op: 'replace', path: 'displayName', value: 'x' }),
      'mutability',
    ],
    [
      'a member without a value',
      'PATCH',
      '/Groups/client',
      patch({ op: 'add', path: 'members', value: ['x'] }),
      'invalidSyntax',
    ],
  ])('%s', async (_what, method, path, payload, scimType) => {
    const { token } = await provider()
    const answer = await call(token, method, path, payload === '' ? undefined : payload)
    expect(answer).toMatchObject({ status: 400, body: { status: '400', scimType } })
    expect(answer.type).toMatch(/^application\/scim\+json/)
    expect(answer.body).toHaveProperty('schemas', ['urn:ietf:params:scim:api:messages:2.0:Error'])
  })

  test('ids and wildcards that are none find nothing, and a body too large is refused', async () => {
    const { token } = await provider()
    for (const id of ['x', '*', '%25', "'--", randomUUID()]) {
      expect((await call(token, 'GET', `/Users/${id}`)).status, id).toBe(404)
      const member = patch({ op: 'add', path: 'members', value: [{ value: id }] })
      expect((await call(token, 'PATCH', '/Groups/client', member)).status, id).toBe(404)
    }
    expect((await call(token, 'POST', '/Users', newPerson({ title: 'x'.repeat(300_000) }))).status).toBe(413)
  })
})
