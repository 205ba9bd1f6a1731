import { describe, expect, test } from 'vitest'
import { readRobots } from './robots.ts'
import { siteFacts } from './site-facts.ts'

const at = 'https://umber.example/contact'
const page = (html: string) => siteFacts('page', html, at)

describe('a page', () => {
  test('names accounts, numbers, mail domains and pages of the same site', () => {
    const found = page(`<a href="/imprint#top">Imprint</a><a href='https://x.com/umber'>X</a>
      <link rel="me" href="https://social.example/@umber"><a href="tel:+44%2020%207946%200101">Call</a>
      <a href="mailto:Help@Mail.umber.example?subject=Hi">Mail</a><a href="javascript:alert(1)">no</a>
      <meta name="apple-itunes-app" content="app-id=4711, app-argument=x">`)
    expect(found).toMatchObject({
      pages: ['https://umber.example/imprint'],
      links: ['https://x.com/umber', 'https://social.example/@umber', 'https://apps.apple.com/app/id4711'],
      phones: ['+44 20 7946 0101'],
      mailDomains: ['mail.umber.example'],
    })
  })

  test('has structured data wherever it is nested, and broken data says nothing', () => {
    const data = {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite' },
        {
          '@type': 'BankOrCreditUnion',
          legalName: 'Umber Bank plc',
          telephone: ['+44 20 7946 0102'],
          sameAs: ['https://www.instagram.com/umber/', 'https://t.me/umber_news'],
          contactPoint: { telephone: '0800 496 0000', email: 'mailto:care@umber-care.example' },
        },
      ],
    }
    const html = `<script type="application/ld+json">{"broken": </script>
      <SCRIPT type='application/ld+json'>${JSON.stringify(data)}</SCRIPT>`
    expect(page(html)).toMatchObject({
      links: ['https://www.instagram.com/umber/', 'https://t.me/umber_news'],
      phones: ['+44 20 7946 0102', '0800 496 0000'],
      mailDomains: ['umber-care.example'],
      legalNames: ['Umber Bank plc'],
    })
  })

  test.each([
    ['open scripts', '<script '.repeat(200_000)],
    ['open tags', '<a href="'.repeat(200_000)],
    ['nested tags', '<div>'.repeat(200_000)],
    ['nested data', `<script type="application/ld+json">${'['.repeat(100_000)}</script>`],
    ['data with many nodes', `<script type="application/ld+json">[${'{},'.repeat(50_000)}{}]</script>`],
    ['many links', '<a href="https://x.com/umber"></a>'.repeat(50_000)],
  ])('of %s is read to its limits', (_, html) => {
    expect(page(html).links.length).toBeLessThan(2)
  })
})

const statement = (target: object) => ({ relation: ['delegate_permission/common.handle_all_urls'], target })

test('the files for apps name packages with their signers, and leave out what is malformed', () => {
  const signer = 'AB:'.repeat(31) + 'AB'
  const links = [
    statement({ namespace: 'android_app', package_name: 'com.umber.app', sha256_cert_fingerprints: [signer, 'no'] }),
    statement({ namespace: 'web', site: 'https://umber.example' }),
    statement({ namespace: 'android_app', package_name: 'not a name' }),
    null,
  ]
  expect(siteFacts('assetLinks', JSON.stringify(links), at).apps).toEqual([
    { packageName: 'com.umber.app', signerSha256: ['ab'.repeat(32)] },
  ])
  const association = {
    applinks: { details: [{ appID: 'ABCDE12345.com.umber.app' }, { appIDs: ['ABCDE12345.com.umber.pay'] }, 7] },
    webcredentials: { apps: ['ABCDE12345.com.umber.app'] },
  }
  expect(siteFacts('siteAssociation', JSON.stringify(association), at).apps.map((app) => app.packageName)).toEqual([
    'com.umber.app',
    'com.umber.pay',
  ])
  expect(siteFacts('siteAssociation', '<html>', at).apps).toEqual([])
})

describe('robots.txt', () => {
  const robots = readRobots(
    `# all\nUser-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: SIGNET\nDisallow: /private*secret\nDisallow: /about
Allow: /about/us$\nDisallow:\nDisallow: /*.pdf$\n`,
    'Signet',
  )
  test.each([
    ['/', true],
    ['/about', false],
    ['/about/us', true],
    ['/about/us/more', false],
    ['/private/x/secret', false],
    ['/private/x', true],
    ['/file.pdf', false],
    ['/file.pdf?x', true],
  ])('%s is allowed: %s', (path, isAllowed) => {
    expect(robots(path)).toBe(isAllowed)
  })

  test('without a rule for this robot, those for all apply, and without any, all is allowed', () => {
    expect(readRobots('User-agent: *\nDisallow: /a', 'Signet')('/a/b')).toBe(false)
    expect(readRobots('', 'Signet')('/a')).toBe(true)
    expect(readRobots(`User-agent: *\nDisallow: /${'*a'.repeat(900)}$`, 'Signet')(`/${'a'.repeat(2000)}`)).toBe(false)
  })
})
