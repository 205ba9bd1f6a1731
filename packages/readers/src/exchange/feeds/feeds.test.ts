import { expect, test } from 'vitest'
import { isPhishTankCsv, isPhishTankJson, readPhishTankCsv, readPhishTankJson } from './phishtank.ts'
import { isUrlhausCsv, isUrlhausJson, readUrlhausCsv, readUrlhausJson } from './urlhaus.ts'
import { isUrlList, readUrlList } from './url-list.ts'

test('a list of addresses keeps them as they are written and counts other lines', () => {
  const text = '# today\nhttps://a.example/x,y\n\nhttp://192.0.2.1:8080/a b\r\nnot an address\nhttps://\n'
  expect(readUrlList(text)).toEqual({
    urls: 2,
    list: ['https://a.example/x,y', 'http://192.0.2.1:8080/a b'],
    skipped: 2,
  })
})

test('prose, password lists and domain lists are no list of addresses', () => {
  expect(isUrlList('https://a.example/\nhttps://b.example/\n')).toBe(true)
  expect(isUrlList('http://192.0.2.1:8080/bin.sh\n')).toBe(true)
  expect(isUrlList('https://a.example/\nis a site\nwith pages\n')).toBe(false)
  expect(isUrlList('https://a.example/login:user@mail.example:secret\n')).toBe(false)
  expect(isUrlList('a.example\nb.example\n')).toBe(false)
  expect(isUrlList('')).toBe(false)
})

const phishTankRows = [
  'phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target',
  '1,"https://a.example/x,y",https://d.example/1,2025-01-02T03:00:05+00:00,yes,2025-01-02T04:00:05+00:00,yes,Other',
  '2,https://b.example/x y,,,no,,no,__proto__',
  '3,javascript:alert(1),,,yes,,yes,Other',
  ',https://c.example/,,,yes,,yes,Other',
].join('\r\n')

test('PhishTank entries without an id or an address are counted as skipped', () => {
  expect(isPhishTankCsv(phishTankRows)).toBe(true)
  const read = readPhishTankCsv(phishTankRows)
  expect(read).toMatchObject({ rows: 2, online: 1, urlsWithComma: 1, skipped: 2 })
  expect(Object.entries(read.targets)).toEqual([
    ['Other', 1],
    ['__proto__', 1],
  ])
  expect(read.list[0]).toEqual({
    id: '1',
    url: 'https://a.example/x,y',
    detailUrl: 'https://d.example/1',
    submittedAt: '2025-01-02T03:00:05+00:00',
    isVerified: true,
    verifiedAt: '2025-01-02T04:00:05+00:00',
    online: true,
    target: 'Other',
  })
})

test('PhishTank JSON has numbers or texts as ids', () => {
  const answer = [{ phish_id: 7, url: 'https://a.example/', online: 'yes' }, null, { phish_id: '8' }]
  expect(isPhishTankJson(answer)).toBe(true)
  expect(readPhishTankJson(answer)).toMatchObject({ rows: 1, skipped: 2, list: [{ id: '7', target: null }] })
})

const urlhausText = [
  '# abuse.ch URLhaus',
  '# id,dateadded,url,url_status,threat,tags,urlhaus_link,reporter',
  '"5","2025-01-02 03:00:05","https://a.example/x y","online","malware_download","None","https://urlhaus.abuse.ch/url/5/","someone"',
  '"6","2025-01-02 03:00:05","https://b.example/","offline","malware_download","a,b","https://urlhaus.abuse.ch/url/6/","someone"',
  '"7","2025-01-02 03:00:05","no address","offline","malware_download","a,b","https://urlhaus.abuse.ch/url/7/","someone"',
].join('\r\n')

test('the titles in the comment of URLhaus give its columns', () => {
  expect(isUrlhausCsv(urlhausText)).toBe(true)
  expect(readUrlhausCsv(urlhausText)).toMatchObject({
    rows: 2,
    online: 1,
    noTags: 1,
    skipped: 1,
    list: [
      { id: '5', url: 'https://a.example/x y', addedAt: '2025-01-02T03:00:05Z', lastOnlineAt: null, tags: [] },
      { id: '6', tags: ['a', 'b'], threat: 'malware_download', reporter: 'someone' },
    ],
  })
})

test('URLhaus without its comment is recognized by its links and has the usual columns', () => {
  const line =
    '"5","2025-01-02 03:00:05","https://a.example/","online","2025-01-02 04:00:05","malware_download","exe","https://urlhaus.abuse.ch/url/5/","someone"'
  expect(isUrlhausCsv(line)).toBe(true)
  expect(readUrlhausCsv(line).list).toMatchObject([{ lastOnlineAt: '2025-01-02T04:00:05Z', tags: ['exe'] }])
})

test('URLhaus JSON is keyed by id or a list of the API', () => {
  const entry = { url: 'https://a.example/', url_status: 'online', urlhaus_link: 'https://urlhaus.abuse.ch/url/9/' }
  const dump = {
    9: [
      { ...entry, tags: null },
      { ...entry, url: 7 },
    ],
    10: 'broken',
  }
  expect(isUrlhausJson(dump)).toBe(true)
  expect(readUrlhausJson(dump)).toMatchObject({ rows: 1, skipped: 2, noTags: 1, list: [{ id: '9' }] })
  const answer = {
    query_status: 'ok',
    urls: [{ id: '9', ...entry, date_added: '2025-01-02 03:04:05 UTC', tags: ['a'] }],
  }
  expect(isUrlhausJson(answer)).toBe(true)
  expect(readUrlhausJson(answer).list).toMatchObject([{ id: '9', addedAt: '2025-01-02T03:04:05Z', tags: ['a'] }])
  expect(isUrlhausJson({ 1: { url: 'https://a.example/' } })).toBe(false)
})
