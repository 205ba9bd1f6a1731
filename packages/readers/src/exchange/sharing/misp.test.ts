import { expect, test } from 'vitest'
import { isMisp, readMisp } from './misp.ts'

const attribute = (type: string, value: unknown, more: object = {}) => ({ type, value, to_ids: true, ...more })
const event = (more: object = {}) => ({ uuid: 'u1', info: 'Phishing', threat_level_id: '1', Attribute: [], ...more })

test('an event is read in each of its wrappings', () => {
  for (const answer of [{ Event: event() }, { response: [{ Event: event() }] }, [{ Event: event() }]]) {
    expect(isMisp(answer)).toBe(true)
    expect(readMisp(answer).items).toMatchObject([{ uuid: 'u1', wrapped: true, threatLevel: 'high' }])
  }
  expect(readMisp(event())).toMatchObject({ items: [{ wrapped: false }], skipped: 0 })
  expect(readMisp({ response: [{ Event: event() }, { Event: {} }, 5] })).toMatchObject({ items: [{}], skipped: 2 })
  expect(isMisp({ uuid: 'u1', info: 'no event' })).toBe(false)
})

test('types with two values are split where the free text begins or ends', () => {
  const attributes = [
    attribute('domain|ip', 'a.example|192.0.2.1'),
    attribute('filename|sha256', 'a|b.apk|abcd'),
    attribute('malware-sample', 'a.exe|abcd'),
    attribute('regkey|value', 'HKLM\\a|x|y'),
    attribute('ip-dst|port', '192.0.2.1'),
    attribute('text', 'a|b'),
  ]
  const [read] = readMisp(event({ Attribute: attributes })).items
  expect(read?.attributes.map(({ parts }) => parts)).toEqual([
    ['a.example', '192.0.2.1'],
    ['a|b.apk', 'abcd'],
    ['a.exe', 'abcd'],
    ['HKLM\\a', 'x|y'],
    ['192.0.2.1'],
    ['a|b'],
  ])
})

test('attributes of objects name them; deleted ones are left out and counted, broken ones skipped', () => {
  const [read] = readMisp(
    event({
      Attribute: [
        attribute('url', 'https://a.example/'),
        attribute('url', 'x', { deleted: '1' }),
        attribute('url', null),
        7,
      ],
      Object: [
        { name: 'phishing', Attribute: [attribute('text', 5, { to_ids: '0', object_relation: 'port' })] },
        { name: 'gone', deleted: true, Attribute: [attribute('text', 'x'), attribute('text', 'y')] },
      ],
    }),
  ).items
  expect(read).toMatchObject({ objects: 1, objectAttributes: 1, deleted: 3, skipped: 2 })
  expect(read?.attributes).toMatchObject([
    { value: 'https://a.example/', toIds: true, fromObject: null },
    { value: '5', toIds: false, fromObject: 'phishing', relation: 'port' },
  ])
})

const labelOf = (...names: string[]) => readMisp(event({ Tag: names.map((name) => ({ name })) })).items[0]?.tlp

test('applies the strictest label of the tags', () => {
  expect(labelOf('tlp:white')).toBe('clear')
  expect(labelOf('TLP:GREEN', 'tlp:amber+strict', 'tlp:unknown')).toBe('amber+strict')
  expect(labelOf('red', 'x:tlp:red')).toBeNull()
})
