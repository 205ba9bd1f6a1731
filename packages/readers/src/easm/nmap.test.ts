import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableFile } from '../file-kind.ts'
import { readNmap } from './nmap.ts'

const script = (id: string, output: string, content = '') => `<script id="${id}" output="${output}">${content}</script>`
const port = (number: number, content = '') =>
  `<port protocol="tcp" portid="${number}"><state state="open"/><service name="http"/>${content}</port>`
const host = (ip: string, ports: string) =>
  `<host><status state="up"/><address addr="${ip}" addrtype="ipv4"/><address addr="00:00:5E:00:53:01" addrtype="mac"/>` +
  `<hostnames><hostname name="A.example" type="user"/><hostname name="a.example" type="PTR"/></hostnames><ports>${ports}` +
  '<extraports state="filtered" count="998"/></ports></host>'
const end = '<runstats><finished time="1" exit="success"/><hosts up="5" down="0" total="5"/></runstats></nmaprun>'
const report = (hosts: string) =>
  `<?xml version="1.0"?><!DOCTYPE nmaprun><nmaprun scanner="nmap" args="nmap x" start="1735786000">${hosts}${end}`

const portWith = (content: string) => readNmap(report(host('192.0.2.1', port(443, content)))).hosts[0]?.ports[0]
const certs = (output: string, content?: string) => portWith(script('ssl-cert', output, content))
const titleOf = (output: string, content?: string) => portWith(script('http-title', output, content))?.title

test('a host has its addresses, names, ports and counted ports', () => {
  expect(readNmap(report(host('192.0.2.1', port(80) + port(443))))).toMatchObject({
    arguments: 'nmap x',
    startedUtc: '2025-01-02T02:46:40Z',
    isComplete: true,
    hostsUp: 5,
    openPorts: 2,
    hosts: [
      {
        ip: '192.0.2.1',
        mac: '00:00:5E:00:53:01',
        hostnames: ['a.example'],
        up: true,
        ports: [{ port: 80 }, { port: 443 }],
        otherPorts: [{ state: 'filtered', count: 998 }],
      },
    ],
  })
})

test('an interrupted report has the hosts and ports until its end', () => {
  const text = report(host('192.0.2.1', port(80)) + host('192.0.2.2', port(22) + port(443)))
  const cut = readNmap(text.slice(0, text.indexOf('portid="443"')))
  expect(cut).toMatchObject({ isComplete: false, hostsUp: 2, openPorts: 2 })
  expect(cut.hosts.map(({ ip, ports }) => [ip, ports.length])).toEqual([
    ['192.0.2.1', 1],
    ['192.0.2.2', 1],
  ])
})

test('the names of a certificate are its DNS names, else its common name', () => {
  const inText = 'Subject: commonName=a.example/organizationName=X&#xa;Not valid after:  2027-11-20T23:59:10'
  const names = '&#xa;Subject Alternative Name: DNS:B.example, IP Address:192.0.2.1, DNS:*.b.example'
  expect(certs(inText)).toMatchObject({ certNames: ['a.example'], certNotAfter: '2027-11-20T23:59:10Z' })
  expect(certs(inText + names)?.certNames).toEqual(['b.example', '*.b.example'])
  const table =
    '<table key="subject"><elem key="commonName">c.example</elem></table><table key="extensions"><table>' +
    '<elem key="name">X509v3 Subject Alternative Name</elem><elem key="value">DNS:d.example</elem></table></table>'
  expect(certs('', table)?.certNames).toEqual(['d.example'])
})

test('the title of a page has its own characters, and a note about the page is no title', () => {
  expect(titleOf(String.raw`N\xC3\xB6rthwind`)).toBe('Nörthwind')
  expect(titleOf('Login&#xa;Requested resource was /login', '<elem key="title">Login</elem>')).toBe('Login')
  expect(titleOf('Site doesn&apos;t have a title (text/html).')).toBeNull()
  expect(titleOf('Did not follow redirect to https://www.example/')).toBeNull()
})

test('entities of a document type are not expanded', () => {
  const bomb = '<!DOCTYPE nmaprun [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><nmaprun scanner="nmap">'
  expect(readNmap(`${bomb}${host('192.0.2.1', port(80))}<host>&b;&a;</host>${end}`)).toMatchObject({
    isComplete: false,
    openPorts: 1,
  })
})

test('a report with changed or missing characters is read until there, or refused', () => {
  const text = report(host('192.0.2.1', port(80, script('ssl-cert', 'x', '<table key="subject"/>'))))
  fc.assert(
    fc.property(fc.nat(text.length), fc.string({ maxLength: 5 }), fc.boolean(), (at, piece, isCut) => {
      try {
        const scan = readNmap(text.slice(0, at) + piece + (isCut ? '' : text.slice(at + piece.length)))
        expect(scan.openPorts).toBeLessThanOrEqual(1)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile)
      }
    }),
    { numRuns: 300 },
  )
})
