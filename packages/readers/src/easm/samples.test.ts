import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { easmKinds } from './kinds.ts'

/* Reports of real programs with the expected results. The samples are stored outside the repository. */
const samples = path.resolve(import.meta.dirname, '../../../../../shared/data/formats/easm')
const expected = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(samples, `${name}.expected.json`), 'utf8'))

/** Reads a sample, which only the kind with this name may recognize. */
function read(kind: string, file: string): unknown {
  const source = new SourceFile(file, readFileSync(path.join(samples, file)))
  const kinds = easmKinds.filter((each) => each.recognizes(source))
  expect(kinds.map(({ name }) => name)).toEqual([kind])
  return kinds[0]?.read(source)
}

describe.skipIf(!existsSync(samples))('the samples of scanners', () => {
  test('reports of nmap give the expected hosts and ports', () => {
    for (const [file, { note: _note, ...facts }] of Object.entries(
      expected('nmap') as Record<string, { note?: string }>,
    )) {
      expect(read('nmap', file), file).toMatchObject(facts)
    }
    expect(read('nmap', 'nmap-os.xml')).toMatchObject({ hosts: [{ os: 'Linux 5.0 - 5.2' }], openPorts: 1 })
  })

  test('all formats of masscan give the same service', () => {
    const { allThree, json } = expected('masscan') as { allThree: object; json: { title: string; server: string } }
    for (const file of ['masscan.json', 'masscan.list', 'masscan.xml']) {
      expect(read('masscan', file), file).toMatchObject(allThree)
    }
    const { title, server } = json
    expect(read('masscan', 'masscan.json')).toMatchObject({ title, server, services: [{ title, server }] })
    expect(read('masscan', 'masscan.xml')).toMatchObject({ title, server })
    const { hosts } = expected('masscan-old-trailing-comma') as { hosts: string[] }
    expect(read('masscan', 'masscan-old-trailing-comma.json')).toMatchObject({ hosts })
  })

  test('both reports of nuclei give the expected findings', () => {
    const findings = expected('nuclei') as object[]
    expect(read('nuclei', 'nuclei.jsonl')).toMatchObject(findings)
    expect(read('nuclei', 'nuclei-export.json')).toMatchObject(findings.slice(0, 5))
  })

  test('a report of httpx gives the expected services', () => {
    expect(read('httpx', 'httpx.jsonl')).toMatchObject(expected('httpx') as object[])
  })

  test('reports of subfinder give each host once', () => {
    const { uniqueHosts } = expected('subfinder') as { uniqueHosts: string[] }
    expect(read('subfinder', 'subfinder.jsonl')).toMatchObject({ uniqueHosts, domains: ['globex.example'] })
    expect(read('subfinder', 'subfinder-active.jsonl')).toMatchObject({
      uniqueHosts: ['dev', 'mail', 'vpn', 'www'].map((name) => `${name}.globex.example`),
      hosts: Array.from({ length: 4 }, () => ({ ips: ['203.0.113.5'] })),
    })
    expect(read('subfinder', 'subfinder-multi-source.jsonl')).toMatchObject({
      hosts: [{ host: 'www.globex.example', sources: ['crtsh', 'anubis'] }],
    })
  })

  test('answers of InternetDB give the expected services', () => {
    const { '404': _note, ...facts } = expected('internetdb') as Record<string, unknown>
    expect(read('internetdb', 'internetdb.json')).toMatchObject([{ ...facts, known: true }])
    expect(read('internetdb', 'internetdb-404.json')).toMatchObject([{ known: false, services: null }])
  })
})
