import { describe, expect, test } from 'vitest'
import { compileAssets } from './compile-assets.ts'
import { matchName } from './match-name.ts'

const index = compileAssets([
  { id: 'umber', owner: 'a', name: 'Umbervale', aliases: ['umbervale'], official: ['umbervale.example'] },
  { id: 'harvest', owner: 'a', name: 'Harvest', aliases: ['harvest'], official: ['harvest.example'] },
])
const brandsOf = (address: string) => matchName(index, address).map(({ brandId, class: how }) => `${brandId} ${how}`)

describe('a brand in the path of a foreign address is found where host or path says more', () => {
  test.each([
    'https://evil.test/umbervale.example/login',
    'https://sites.google.com/view/umbervale-support',
    'http://203.0.113.7/umbervale.example',
    'http://203.0.113.7:8080/umbervale/otp.html',
    'https://bit.ly/umbervale-kyc',
    'https://linktr.ee/umbervale.helpdesk',
    'https://cheap.test/~joe/umbervale/signin.php',
    'https://docs.pages.dev/umb3rvale/login',
    'https://blog.test/wp-content/umbervale/verify/',
    'https://shop.test/umbervale/signin/index.php',
    'https://old.test/~umbervale/secure/',
    'https://form.jotform.com/1/umbervale-refund',
    'https://storage.googleapis.com/umbervale-login/index.html',
    'https://pub-1.r2.dev/umbervale.example/',
    'https://ipfs.io/ipfs/Qm/umbervale/login.html',
    'https://is.gd/umbervale',
    'https://is.gd/umbervale_points',
    'https://market.test/umbervale/anmelden.php',
  ])('%s', (address) => {
    expect(brandsOf(address)).toContain('umber lure-url')
  })
})

describe('articles, profiles, look-ups and own addresses are not', () => {
  test.each([
    'https://press.test/2026/umbervale-results',
    'https://jobs.test/company/umbervale',
    'https://kb.test/article/umbervale-customer-service',
    'https://www.linkedin.com/company/umbervale',
    'https://web.archive.org/web/2024/https://umbervale.example/login',
    'https://whois.test/umbervale.example',
    'https://umbervale.example/umbervale/login',
    'https://www.umbervale.example/harvest/login',
    'https://sites.google.com/view/slumbervaleting-support',
    'https://farm.test/harvest/login',
    'https://is.gd/harvest_points',
    'https://archive.today/2026/https://umbervale.example/login',
    'https://forum.test/umbervale/threads/login-problem',
    'https://medium.com/@ada/umbervale-review',
  ])('%s', (address) => {
    expect(brandsOf(address)).toEqual([])
  })
})
