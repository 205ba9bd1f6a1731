import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentFindings } from './document-findings.ts'

const owner = { domains: ['northwind-bank.example'], names: ['Northwind Bank'], labels: ['NW-Amber'] }
const findings = (text: string, others = {}) => documentFindings({ text, ...others }, owner)
const reasons = (text: string, others = {}) => findings(text, others).map(({ reason }) => reason)

/** An invented token with the right checksum. */
const token = ['ghp', 'NorthwindBank0Example0Token0002AOm8g'].join('_')

describe('internal documents have their reasons', () => {
  test.each([
    ['Northwind Bank - CONFIDENTIAL\nCard programme', 'confidential'],
    ['Northwind Bank\nStreng vertraulich', 'streng vertraulich'],
    ['Northwind Bank | Strictement confidentiel', 'strictement confidentiel'],
    ['Northwind Bank\nClasificación: Confidencial', 'confidencial'],
    ['Northwind Bank\nRISERVATO', 'riservato'],
    ['Northwind Bank – Uso restrito', 'uso restrito'],
    ['Northwind Bank\n(Vertrouwelijk)', 'vertrouwelijk'],
    ['Northwind Bank\nPOUFNE', 'poufne'],
    ['Northwind Bank\nGİZLİ', 'gizli'],
    ['Northwind Bank\nКонфиденциально', 'конфиденциально'],
    ['Northwind Bank【社外秘】', '社外秘'],
    ['Northwind Bank\n内部资料', '内部资料'],
    ['Northwind Bank\nगोपनीय', 'गोपनीय'],
    ['Northwind Bank\nnw-amber', 'nw-amber'],
  ])('%s', (text, label) => {
    expect(findings(text)).toEqual([{ reason: 'confidentialityLabel', label }])
  })

  test('a label in the keywords counts', () => {
    expect(reasons('Plan', { keywords: 'confidential', company: 'Northwind Bank' })).toEqual(['confidentialityLabel'])
  })

  test('internal hosts of its domains', () => {
    expect(
      findings(
        'Use https://vpn.northwind-bank.example/ or db01.CORP.northwind-bank.example, not www.northwind-bank.example.',
      ),
    ).toEqual([
      { reason: 'internalHost', host: 'vpn.northwind-bank.example' },
      { reason: 'internalHost', host: 'db01.corp.northwind-bank.example' },
    ])
  })

  test('addresses of its staff and accounts of its customers', () => {
    const people = Array.from({ length: 5 }, (_, at) => `jane.doe${at}@northwind-bank.example`).join('\n')
    expect(findings(`${people}\n${people}\ninfo@northwind-bank.example`)).toEqual([{ reason: 'staffEmails', count: 5 }])
    const one = 'Confidential\nNorthwind Bank\nAT61 1904 3002 3457 3201 and NL91ABNA0417164300, NL92ABNA0417164300'
    expect(findings(one)).toContainEqual({ reason: 'ibans', count: 2 })
  })

  test('secrets with a checksum or a length that is right', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    expect(findings(`Northwind Bank ${token}\n${privateKey}`)).toEqual([
      { reason: 'secret', type: 'githubToken', start: 'ghp_Nort' },
      { reason: 'secret', type: 'privateKey', start: privateKey.split('\n')[1]?.slice(0, 8) },
    ])
    expect(findings(`Northwind Bank ${token.replace('0Token', '1Token')} ${privateKey.replace('\nM', '\nN')}`)).toEqual(
      [],
    )
  })
})

describe('public documents have none', () => {
  test.each([
    [
      'an annual report',
      'Northwind Bank Annual report 2024\nWe keep confidential information safe.\nConfidential hotline 0800\nwww.northwind-bank.example\ninvestor.relations@northwind-bank.example, jane.doe@northwind-bank.example',
    ],
    ['the template of a vendor', 'Company name – CONFIDENTIAL\nStrictly confidential\nAcme Consulting'],
    ['an invoice', 'Northwind Bank\nIBAN AT61 1904 3002 3457 3201\nThank you.'],
    ['a sentence about labels', 'Northwind Bank marks this as confidential. Not confidential'],
    ['another domain', 'vpn.northwind-bank.example.com and vpn.northwind-bank.example-x.com'],
    ['an example of an account', `Northwind Bank\n${'DE89 3704 0044 0532 0130 00\n'.repeat(9)}`],
    ['a longer name', 'Northwind Bankers\nConfidential'],
  ])('%s', (_, text) => {
    expect(findings(text)).toEqual([])
  })
})
