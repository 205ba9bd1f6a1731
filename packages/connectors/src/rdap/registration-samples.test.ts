import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseWhois } from '../whois/parse-whois.ts'
import { objectUrl, parseBootstrap, servicesOfAsn, servicesOfDomain } from './bootstrap.ts'
import { parseRdapDomain, parseRdapEntity, parseRdapNetwork } from './parse-rdap.ts'

/* Responses of real registries with the expected results. The samples are stored outside the repository. */
const samples = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/rdap-whois')
const text = (file: string) => readFileSync(path.join(samples, file), 'utf8')
const expected = (folder: string) =>
  JSON.parse(text(`${folder}/expected.json`)) as (Record<string, unknown> & { file: string })[]
const notFacts = new Set(['file', 'note', 'objectClass'])
const factsOf = (one: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !notFacts.has(name)))
const iso = (value: string | null) =>
  value?.includes('T') ? new Date(value).toISOString().replace('.000Z', 'Z') : value

describe.skipIf(!existsSync(samples))('the samples of registries', () => {
  test('RDAP answers give the expected values', () => {
    for (const one of expected('rdap')) {
      const answer: unknown = JSON.parse(text(`rdap/${one.file}`))
      if (one['notFound']) expect(parseRdapDomain(answer), one.file).toBeNull()
      else if (one['objectClass'] === 'entity') expect(parseRdapEntity(answer), one.file).toMatchObject(factsOf(one))
      else if (one['objectClass']) expect(parseRdapNetwork(answer), one.file).toMatchObject(factsOf(one))
      else expect(parseRdapDomain(answer), one.file).toMatchObject(factsOf(one))
    }
  })

  test('WHOIS answers give the expected values', () => {
    for (const { registered, ...one } of expected('whois')) {
      const read = parseWhois(text(`whois/${one.file}`))
      expect(read?.isRegistered, one.file).toBe(registered)
      for (const [name, value] of Object.entries(factsOf(one))) {
        const found = read?.[name as keyof typeof read] as unknown
        const isDate = ['created', 'updated', 'expires'].includes(name)
        expect(isDate ? iso(found as string) : found, `${one.file} ${name}`).toEqual(
          isDate ? iso(value as string) : value,
        )
      }
    }
  })

  test('bootstrap files lead to the expected services, and broken ones fail', () => {
    for (const { file, ...one } of expected('bootstrap')) {
      const read = () => parseBootstrap(text(`bootstrap/${file}`))
      if (one['error']) expect(read, file).toThrow(/BOOTSTRAP_INVALID/)
      else if (one['baseUrls']) expect(servicesOfDomain(read(), one['query'] as string)).toEqual(one['baseUrls'])
      else expect(servicesOfAsn(read(), Number(/\d+/.exec(one['query'] as string)?.[0]))).not.toEqual([])
    }
    // An invalid entry doesn't affect the others.
    for (const file of ['dns_bad_services', 'dns_bad_url']) {
      expect(servicesOfDomain(parseBootstrap(text(`bootstrap/malformed/${file}.json`)), 'example.cz')).toEqual([
        'https://rdap.nic.cz',
      ])
    }
  })
})

test('the address of an object has one slash between', () => {
  for (const base of ['https://rdap.example', 'https://rdap.example/', 'https://rdap.example//'])
    expect(objectUrl(base, 'domain', 'x.example')).toBe('https://rdap.example/domain/x.example')
})
