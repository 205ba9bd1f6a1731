import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { namesOf, readCorpus } from './corpus.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-corpus-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test('says which file is missing, then reads plain and gzipped ones alike', () => {
  expect(readCorpus(folder)).toMatch(/^no brands\.json in /)
  fs.writeFileSync(path.join(folder, 'brands.json'), '[{"id":"acme","name":"Acme","aliases":["acme"],"official":[]}]')
  fs.writeFileSync(path.join(folder, 'positives.jsonl'), '{"domain":"Acme-Login.NET.","brand":"acme","class":"typo"}\n')
  expect(readCorpus(folder)).toMatch(/^no negatives\.jsonl in /)
  fs.writeFileSync(path.join(folder, 'negatives.jsonl.gz'), zlib.gzipSync('{"domain":"pacmen.org","brand":"acme"}\n'))
  fs.writeFileSync(path.join(folder, 'background-nrd.txt.gz'), zlib.gzipSync('quiet.org\nPACMEN.org\n'))
  fs.writeFileSync(path.join(folder, 'background-hosts.txt'), 'a.quiet.org\n')
  const corpus = readCorpus(folder)
  expect(corpus).toMatchObject({
    positives: [{ domain: 'acme-login.net', brand: 'acme' }],
    negatives: [{ domain: 'pacmen.org' }],
    background: [
      { name: 'hosts', domains: ['a.quiet.org'] },
      { name: 'nrd', domains: ['quiet.org', 'pacmen.org'] },
    ],
    // A set without suspects is valid.
    suspects: [],
  })
  if (typeof corpus === 'string') throw new Error(corpus)
  expect([...namesOf(corpus)]).toEqual(['acme-login.net', 'pacmen.org', 'a.quiet.org', 'quiet.org'])
})
