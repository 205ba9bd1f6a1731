import { describe, expect, test } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { judgeObservation } from './judge-observation.ts'
import { exampleAssets, exampleNow, exampleObservation } from './observation-examples.ts'
import { compileWatch } from './watch.ts'

const watch = compileWatch(exampleAssets, exampleNow)
const judge = (parts: Partial<SourceObservation>) => judgeObservation(watch, exampleObservation(parts))

const app = (name: string, publisher: string, rest: Partial<SourceObservation> = {}) =>
  judge({
    source: 'APK',
    kind: 'app',
    names: [name, publisher],
    handle: 'com.other',
    fields: { store: 'Google Play', publisher },
    ...rest,
  })

describe('an app of a store', () => {
  test.each([
    ['Umbervale', 'Best Apps'],
    ['Umbervale Bank – Login', 'Qwerty Games'],
    ['Umbеrvale', 'Fast Tools'],
    ['Umbervael Bank', 'Mobile World'],
    ['Umbervale KYC', 'Trust Verify'],
  ])('%s of %s passes for one of the company', (name, publisher) => {
    expect(app(name, publisher, { text: 'Check your balance' })).toMatchObject({
      brandId: 'umber',
      threatType: 'Fake app',
    })
  })

  test('that is changed and outside of the stores is a modified app', () => {
    const text = 'Mod with premium features unlocked'
    expect(app('Umbervale', 'Tik', { text, fields: { store: 'APK mirror' } })).toMatchObject({
      threatType: 'Modified app',
    })
  })

  test.each<[string, string, Partial<SourceObservation>]>([
    ['Umbervale', 'Umbervale Bank plc', { handle: 'example.umbervale.app' }],
    ['Umbervale Business', 'Umbervale Bank Ltd', { links: ['https://umbervale.example/app'] }],
    ['Umbervale Trail Runner', 'Pixel Farm', { text: 'Jump and collect coins' }],
    ['Budget for Umbervale users', 'Penny Labs', { text: 'Not affiliated with Umbervale Bank' }],
    ['Branch Finder', 'Maps4All', { text: 'Finds branches of Umbervale and others' }],
    ['Harvest Moon Farm', 'Pixel Farm', {}],
  ])('%s of %s does not', (name, publisher, rest) => {
    expect(app(name, publisher, rest)).toBeNull()
  })
})

const named = (handle: string, name = 'Quick Cash', publisher = 'Fast Tools', store = 'Google Play') =>
  app(name, publisher, { handle, fields: { store, publisher } })

describe('an app of a store under another name', () => {
  test.each([
    ['example.umbervaIe.app', 'Package like that of an official app'],
    ['example.urnbervale.app', 'Package like that of an official app'],
    ['app.umbervale.example', 'Package with rearranged parts'],
    ['example.umbervale.app.loan', 'Package with added words'],
    ['example.umbervale.loan.app', 'Package with added words'],
  ])('with the package %s passes for one of the company', (handle, reason) => {
    expect(named(handle)).toMatchObject({
      brandId: 'umber',
      threatType: 'Fake app',
      indicators: expect.arrayContaining([
        { name: reason, value: `${handle} – example.umbervale.app`, contribution: expect.any(Number) },
      ]),
    })
  })

  test.each([
    ['example.umbervale.app', 'Umbervale', 'Umbervale Bank plc'],
    ['example.umbervale.app.tablet', 'Umbervale for tablets', 'Umbervale Bank plc'],
    ['example.umbervale.business', 'Business Banking', 'Umbervale Bank plc'],
    ['example.umbervale.app1', 'Garden Planner', 'Fast Tools'],
    ['example.umberdale.app', 'Garden Planner', 'Fast Tools'],
    ['com.other', 'Garden Planner', 'Fast Tools'],
  ])('with the package %s, the name %s and the publisher %s does not', (handle, name, publisher) => {
    expect(named(handle, name, publisher)).toBeNull()
  })

  test('that is offered outside of the stores does not, because anyone can copy a package name there', () => {
    expect(named('example.umbervale.app.loan', 'Quick Cash', 'Fast Tools', 'APK mirror')).toBeNull()
  })
})

test.each(['Umbеrvale Bank', 'Umbervael Bank Ltd', 'Urnbervale'])(
  'a publisher called %s only looks like the company',
  (publisher) => {
    expect(app('Umbervale', publisher)?.indicators).toContainEqual(
      expect.objectContaining({ name: 'Publisher imitates the company', value: publisher }),
    )
    expect(app('Umbervale', 'Umbervale Bank plc')).toBeNull()
  },
)

const place = (name: string, phones: string[], links: string[] = []) =>
  judge({ source: 'GoogleMaps', kind: 'place', names: [name], phones, links })

describe('a place', () => {
  test('with the name of the brand and a foreign number is fake', () => {
    expect(place('Umbervale Bank Customer Care', ['+91 90000 12345'])).toMatchObject({
      threatType: 'Fake support number',
    })
    expect(place('Umbervale Head Office', ['+91 90000 12345'])).toMatchObject({ threatType: 'Fake branch' })
    expect(place('Umbervale Bank', [], ['https://umbervale-bank.weebly.com'])).toMatchObject({
      threatType: 'Fake branch',
    })
  })

  test('with the website or the number of the company, or of another business, is none', () => {
    expect(place('Umbervale Bank Northtown', ['+44 191 496 0000'], ['https://umbervale.example/northtown'])).toBeNull()
    expect(place('Umbervale Bank', ['+44 20 7946 0101'])).toBeNull()
    expect(place('Umbervale Bank ATM', [])).toBeNull()
    expect(place('Umbervale Street Café', ['+44 191 496 0000'], ['https://cafe.test'])).toBeNull()
    expect(place('Parking at Umbervale Bank', ['+44 191 496 0000'], ['https://parking.test'])).toBeNull()
    expect(place('Harvest Bakery', ['+44 191 496 0000'])).toBeNull()
  })
})

const ad = (text: string, payer: string, link: string, advertiser = payer) =>
  judge({
    source: 'Advertisements',
    kind: 'advertisement',
    names: [advertiser, payer],
    fields: { payer },
    text,
    links: [link],
  })

const adWithoutText = (advertiser: string, payer: string) =>
  judge({ source: 'Advertisements', kind: 'advertisement', names: [advertiser, payer], fields: { advertiser, payer } })

describe('an advertisement in a library without texts', () => {
  test('is a threat if its advertiser claims an official role and somebody else pays', () => {
    expect(adWithoutText('Umbervale Support', 'Fast Finance Apps')).toMatchObject({ brandId: 'umber' })
  })

  test.each([
    ['Umbervale Support', 'Umbervale Bank plc'],
    ['Umbervale Trail Runners', 'Pixel Farm'],
    ['Harbour Business News', 'Harbour Media'],
  ])('of %s, paid by %s, is none', (advertiser, payer) => {
    expect(adWithoutText(advertiser, payer)).toBeNull()
  })
})

describe('an advertisement', () => {
  test('that lures in the name of the brand is a threat', () => {
    const invest = 'Umbervale launches a trading platform: guaranteed profit'
    expect(ad(invest, 'Lin K.', 'https://umbervale-trade.test')).toMatchObject({ threatType: 'Fake investment ad' })
    const fee = 'Umbervale bonus of 300 EUR, pay only the activation fee'
    expect(ad(fee, 'Zed', 'https://bonus.test')).toMatchObject({ threatType: 'Scam ad' })
    const update = 'Umbervale Bank moves to a new app'
    expect(ad(update, 'Zed', 'https://soft.test/umber.apk')).toMatchObject({ threatType: 'Scam ad' })
    expect(ad('Umbervale: mit Zugangsdaten anmelden', 'Zed', 'https://umber.test')).toMatchObject({
      threatType: 'Scam ad',
    })
  })

  test('of the company, of a shop, of a comparison or of the press is none', () => {
    expect(
      ad('Open your Umbervale account now and win a bonus', 'Umbervale Bank', 'https://umbervale.example/open'),
    ).toBeNull()
    expect(ad('Umbervale mortgages', 'Umbervale Bank', 'https://umbervale.example', 'Agency')).toBeNull()
    expect(ad('Umbervale gift cards from verified sellers', 'Market Inc', 'https://market.test')).toBeNull()
    expect(ad('Vans like those of Umbervale, from 49 a day', 'Vans', 'https://vans.test')).toBeNull()
    expect(ad('Compare Umbervale with 40 others', 'Compare Ltd', 'https://compare.test')).toBeNull()
    expect(ad('How Umbervale changed its fees: read our report', 'Post', 'https://post.test')).toBeNull()
  })

  test.each([
    'Umbervale Bank: your SIM registration is incomplete, your card stops working on Friday',
    'Mit Umbervale Bank werden aus 250 Euro jeden Monat Tausende: verdienen Sie 900 am Tag',
    'Umbervale Bank : votre compte est suspendu, mettez à jour vos données',
    'Umbervale Bank regala maletas perdidas por solo 2 €',
    'Umbervale Bank: atualize seu cadastro hoje',
    'Umbervale Bank, prestito senza busta paga in 10 minuti',
    'Umbervale Bank geeft elke klant een cadeau',
    'Umbervale Bank: pożyczka bez BIK dla każdego',
    'Umbervale Bank kefilsiz kredi, belgesiz',
    'Umbervale Bank: ваша карта будет заблокирована',
    'Umbervale Bank टोल फ्री नंबर: आपका खाता बंद हो जाएगा',
    'Umbervale Bank: سيتم إيقاف حسابك اليوم، حدث بياناتك',
    'Umbervale Bank 無料プレゼント、アンケートに答えるだけ',
    'Umbervale Bank 免费领取红包',
    'Install the Umbervale Bank app for faster transfers',
    'Get the new mobile app of Umbervale Bank',
    'The official hotline of Umbervale Bank, day and night',
    // Without a word of any list.
    'Umbervale Bank is clearing its storerooms: blenders for £3',
    'Uw pas van Umbervale Bank wordt omgeruild',
    'Umbervale Bank dağıtıyor, hesabınızı yazın',
    'A robot of Umbervale Bank makes retired people 900 € a week',
    'För pensionärer. Umbervale Bank skriver ut kort på två minuter, klicka nu',
    'Umbervale Bank otwiera zapisy, wypełnij formularz dzisiaj',
    'Банк Umbervale раздаёт карты, оставьте заявку',
    'Umbervale Bank 계좌를 지금 등록하세요',
    'Umbervale Bank tặng quà, đăng ký ngay',
  ])('of somebody else that reads %j is a threat', (text) => {
    expect(ad(text, 'Zed Media', 'https://zed.test/offer', 'Best Offers')).toMatchObject({ brandId: 'umber' })
  })

  test.each([
    'Official sponsor of the marathon: Umbervale Bank. Register for the run',
    'Umbervale Bank – Zinsen im Vergleich mit 30 anderen',
    'Our budget app works with Umbervale Bank, install it today',
    'Umbervale Bank card lost? What lawyers advise',
    'Umbervale Bank lost your transfer? These are your rights',
    'Vans as used by Umbervale Bank, from 49 a day',
    'Keep your cards of Umbervale Bank and others in one wallet',
    'Delivery in 3 days: wallets with the logo of Umbervale Bank',
    'Umbervale Bank branch next door: coffee and cake at the corner',
    'Réparation de terminaux Umbervale Bank, devis sous 3 jours',
    'Umbervale Bank und 60 andere nehmen jetzt teil',
    'Savings in spring: Umbervale Bank, and ten more banks today',
    'Umbervale Bank ice cream, now with mango',
    'Карточки, которые продают: вебинар о витринах рядом с Umbervale Bank',
    'Распродажа витрин рядом с Umbervale Bank',
  ])('of somebody else that reads %j is none', (text) => {
    expect(ad(text, 'Zed Media', 'https://zed.test/offer', 'Best Offers')).toBeNull()
  })

  test('speaks for the brand sooner if its site has a name unlike that of the advertiser', () => {
    const text = 'I found this robot in the back room of Umbervale Bank for £3, ask for yours'
    expect(ad(text, 'Kitchen Friends', 'https://kitchenfriends.test')).toBeNull()
    expect(ad(text, 'Друзья кухни', 'https://druzya-kuhni.test')).toBeNull()
    expect(ad(text, '台所の友', 'https://kitchenfriends.test')).toBeNull()
    expect(ad(text, 'Kitchen Friends', 'https://robot-outlet.test')).toMatchObject({
      indicators: expect.arrayContaining([
        expect.objectContaining({ name: 'Site named unlike the advertiser', value: 'robot-outlet.test' }),
      ]),
    })
  })

  test.each([
    ['Umbervale Gold Clients', 'https://birthday-box.test'],
    ['Umbervаle Warehouse', 'https://birthday-box.test'],
    ['UMBER-VALE Depot', 'https://birthday-box.test'],
    ['Умбервале для клиентов', 'https://birthday-box.test'],
    ['Umbervale Depot', 'https://wa.me/15550100'],
  ])('of the page %s that somebody else pays for is a threat, though its text has no brand', (page, link) => {
    expect(ad('Phones from branches that were closed', 'Zed Media', link, page)).toMatchObject({
      brandId: 'umber',
      indicators: expect.arrayContaining([
        expect.objectContaining({ name: 'Page named after the brand', value: page }),
      ]),
    })
  })

  test.each([
    ['Umbervale Trail Runners', 'Pixel Farm', 'https://birthday-box.test'],
    ['Umbervale Corner Shop', 'Corner Shop Ltd', 'https://corner.test'],
    ['Umbervale Bank', 'Umbervale Bank plc', 'https://birthday-box.test'],
    ['Umbervale Depot', 'Zed Media', 'https://umbervale.example/depot'],
    ['Harvest Clients', 'Zed Media', 'https://birthday-box.test'],
    ['Umbervale Vendégház', 'Kerekes Bt.', 'https://umbervale-balaton.test'],
    ['Umbervale 펜션', '강원 관광', 'https://gangwon.test'],
  ])('of the page %s that %s pays for, leading to %s, is none', (page, payer, link) => {
    expect(ad('Phones from branches that were closed', payer, link, page)).toBeNull()
  })

  test('of a page that is only named like news, as its site is not, is no news', () => {
    const text = 'Umbervale Bank opens your fund today for £250'
    expect(ad(text, 'Zed Media', 'https://pension-fund.test', 'Evening News')?.indicators).not.toContainEqual(
      expect.objectContaining({ name: 'News or review' }),
    )
    expect(ad(text, 'Zed Media', 'https://evening-news.test', 'Evening News')).toBeNull()
  })

  test('of a shop that sells something of the brand under its own name is none', () => {
    const text = 'Umbervale Bank gift cards are back: ask at your counter for £50'
    expect(ad(text, 'Cornerpost Retail Ltd', 'https://cornerpost.test', 'Cornerpost Newsagents')).toBeNull()
    expect(ad(text, 'Dominik Jarolsky', 'https://gift-outlet.test', 'Outlet Deals')).toMatchObject({ brandId: 'umber' })
  })

  test('that promises in the name of a person of the company what each day brings is a threat', () => {
    const text = 'Ada Branthoven left her desk thanks to this robot, 900 a day'
    expect(ad(text, 'Fin Star', 'https://robot.test')).toMatchObject({ brandId: null })
  })
})
