import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readRows } from './rows.ts'

/** The kind and the rows of a file that arrives in small pieces. */
async function rowsOf(content: string | Buffer, pieceBytes = 7) {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  )
  const { kind, rows } = await readRows(Readable.from(pieces))
  const all = []
  for await (const row of rows) all.push(row)
  return { kind, rows: all }
}

test('CSV has its titles, delimiter, quotes and line numbers, and a quote that is never closed costs its line', async () => {
  const lines = ['# a list', 'Domain;Note', 'a.example;"one;', 'two"', '', 'b.example;"open', 'c.example;three']
  expect(await rowsOf(lines.join('\r\n'))).toEqual({
    kind: 'csv',
    rows: [
      { line: 3, values: { Domain: 'a.example', Note: 'one;\ntwo' } },
      { line: 6, broken: 'quoteOpen' },
      { line: 7, values: { Domain: 'c.example', Note: 'three' } },
    ],
  })
})

test('CSV without titles has numbered columns, and Excel may name its delimiter', async () => {
  expect((await rowsOf('a.example\nb.example\n')).rows).toEqual([
    { line: 1, values: { 'Column 1': 'a.example' } },
    { line: 2, values: { 'Column 1': 'b.example' } },
  ])
  expect((await rowsOf('sep=|\nName|Name\nx|y')).rows).toEqual([{ line: 3, values: { Name: 'x', 'Name (2)': 'y' } }])
})

test('a list of addresses without other columns keeps their commas', async () => {
  const list = ['https://a.example/', 'https://b.example/x,y;z|1', '"https://c.example/p,q"', '# end']
  expect((await rowsOf(list.join('\n'))).rows.map((row) => 'values' in row && Object.values(row.values))).toEqual([
    ['https://a.example/'],
    ['https://b.example/x,y;z|1'],
    ['https://c.example/p,q'],
  ])
  const { rows } = await rowsOf('https://b.example/x,y\nhttps://c.example/\nhttps://d.example/')
  expect(rows[0]).toEqual({ line: 1, values: { 'Column 1': 'https://b.example/x,y' } })
  expect((await rowsOf('https://b.example/x,y\nhttps://c.example/,z')).rows[0]).toEqual({
    line: 1,
    values: { 'Column 1': 'https://b.example/x', 'Column 2': 'y' },
  })
  expect((await rowsOf('url\nhttps://b.example/x,y\n')).rows).toEqual([
    { line: 2, values: { url: 'https://b.example/x,y' } },
  ])
})

test('a column that is named by a number sign is no comment', async () => {
  expect((await rowsOf('#,Domain,Type\n1,a.example,x\n# a comment\n2,b.example,y')).rows).toEqual([
    { line: 2, values: { '#': '1', Domain: 'a.example', Type: 'x' } },
    { line: 4, values: { '#': '2', Domain: 'b.example', Type: 'y' } },
  ])
})

test('the apostrophe before what a spreadsheet would take for a formula is no part of the value', async () => {
  expect((await rowsOf(`Number,Handle,Note\n'+49 170 1234567,'@umber,'tis\n"'=1+1",''@a,'-5`)).rows).toEqual([
    { line: 2, values: { Number: '+49 170 1234567', Handle: '@umber', Note: "'tis" } },
    { line: 3, values: { Number: '=1+1', Handle: "''@a", Note: '-5' } },
  ])
})

test('lines may end with CR alone', async () => {
  expect((await rowsOf('Domain;Note\ra.example;"one\rtwo"\r\rb.example;three\r')).rows).toEqual([
    { line: 2, values: { Domain: 'a.example', Note: 'one\ntwo' } },
    { line: 5, values: { Domain: 'b.example', Note: 'three' } },
  ])
  const long = Array.from({ length: 9000 }, (_, at) => `${at}.example`)
  expect((await rowsOf(`Domain\r${long.join('\r')}`, 5000)).rows.at(-1)).toEqual({
    line: 9001,
    values: { Domain: '8999.example' },
  })
})

test('text of Windows-1252 and UTF-16 is decoded', async () => {
  expect((await rowsOf(Buffer.from('Name\nMüller', 'latin1'))).rows).toEqual([{ line: 2, values: { Name: 'Müller' } }])
  expect((await rowsOf(Buffer.from('\u{FEFF}Name\nŁódź', 'utf16le'))).rows).toEqual([
    { line: 2, values: { Name: 'Łódź' } },
  ])
})

test('the first letter outside ASCII decides the encoding, wherever it is', async () => {
  const filler = `${'x'.repeat(60)}\n`.repeat(3000)
  const lastOf = async (text: string, encoding: 'latin1' | 'utf8') => {
    const { rows } = await rowsOf(Buffer.from(`Name\n${filler}${text}`, encoding), 8192)
    return rows.at(-1)
  }
  const expected = { line: 3002, values: { Name: 'Café' } }
  expect(await lastOf('Café', 'latin1')).toEqual(expected)
  expect(await lastOf('Café', 'utf8')).toEqual(expected)
  expect((await rowsOf(Buffer.from('Name\nCafé', 'latin1'))).rows).toEqual([{ line: 2, values: { Name: 'Café' } }])
})

test('a line that is too long costs itself', async () => {
  expect((await rowsOf(`Name\n${'x'.repeat(70_000)}\nlast`, 5000)).rows).toEqual([
    { line: 2, broken: 'tooLong' },
    { line: 3, values: { Name: 'last' } },
  ])
})

test('JSON is a list, an object per line, or a document with a list, with nested names', async () => {
  const first = { name: 'a "x" [', at: { city: 'Oslo' }, tags: ['one', 'two'], none: null }
  const values = { name: 'a "x" [', 'at.city': 'Oslo', tags: 'one, two' }
  const json = JSON.stringify(first)
  const second = { line: 2, values: { n: 2 } }
  expect(await rowsOf(`[${json},\n{"n":2}]`)).toEqual({ kind: 'json', rows: [{ line: 1, values }, second] })
  expect((await rowsOf(`${json}\n{"n":2}\n{"half\n{"n":3}`)).rows).toEqual([
    { line: 1, values },
    second,
    { line: 3, broken: 'notJson' },
    { line: 4, values: { n: 3 } },
  ])
  expect((await rowsOf(`{"total":2,"items":[${json},{"n":2}]}`)).rows).toEqual([{ line: 1, values }, second])
})

test('a list that is cut off gives what comes before, and is damaged', async () => {
  const { rows } = await readRows(Readable.from([Buffer.from('[{"n":1},{"n":')]))
  const iterator = rows[Symbol.asyncIterator]()
  expect((await iterator.next()).value).toEqual({ line: 1, values: { n: 1 } })
  await expect(iterator.next()).rejects.toMatchObject({ reason: 'damaged' })
})

test('STIX has a row per value of its indicators, MISP one per attribute', async () => {
  const indicator = {
    type: 'indicator',
    id: 'indicator--1',
    name: 'Phishing',
    pattern: "[url:value = 'https://a.example/x' OR domain-name:value = 'b.example']",
    valid_from: '2026-01-01T00:00:00Z',
  }
  const bundle = {
    type: 'bundle',
    id: 'bundle--1',
    objects: [indicator, { ...indicator, id: 'indicator--2', revoked: true }],
  }
  const stix = await rowsOf(JSON.stringify(bundle))
  expect(stix.kind).toBe('stix')
  expect(stix.rows).toMatchObject([
    { line: 1, values: { name: 'Phishing', type: 'url', url: 'https://a.example/x' } },
    { line: 2, values: { type: 'domain', domain: 'b.example', validFrom: '2026-01-01T00:00:00Z' } },
  ])
  const attribute = { uuid: 'a', type: 'domain|ip', value: 'c.example|192.0.2.1', comment: 'seen', to_ids: true }
  const event = {
    Event: { uuid: 'e', info: 'Campaign', date: '2026-02-01', threat_level_id: '1', Attribute: [attribute] },
  }
  for (const answer of [event, { response: [event] }, [event]]) {
    const misp = await rowsOf(JSON.stringify(answer))
    expect(misp.kind).toBe('misp')
    expect(misp.rows).toMatchObject([
      {
        line: 1,
        values: { domain: 'c.example', ip: '192.0.2.1', event: 'Campaign', threatLevel: 'high', toIds: true },
      },
    ])
  }
})

test('an empty file has no rows, and one that is neither text nor a workbook is damaged', async () => {
  expect((await rowsOf('')).rows).toEqual([])
  await expect(rowsOf(Buffer.from([1, 0, 2, 0]))).rejects.toMatchObject({ reason: 'damaged' })
  await expect(rowsOf('PK\x03\x04 nothing')).rejects.toMatchObject({ name: 'UnreadableFile' })
})
