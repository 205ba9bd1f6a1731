import { Transformer } from '@napi-rs/image'
import { startFakeServer } from '@signet/connectors/test/fake-server'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import type { Indicator } from '@signet/contract/threats/findings'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { connectorWorld, post } from '../../../../test/connected-company.ts'
import { send } from '../../../../test/harness.ts'
import { textPicture } from '../../../../test/text-picture.ts'
import type { CollectParts } from './reach-provider.ts'

const { providers, run, createFixture } = connectorWorld()

/** Services that nothing reaches. */
const noLookUps: CollectParts['lookUps'] = {
  dnsServers: [],
  rdapBootstrap: '',
  whoisRoot: '',
  allow: [],
  blockLists: [],
  capture: { browser: {}, exits: [], scoreMin: 100 },
}

/** A picture of a square and a bar, in any size. */
function logo(side: number, ink: number) {
  const pixels = new Uint8Array(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [(at % side) / side, Math.floor(at / side) / side]
    const isInk = (x > 0.15 && x < 0.5 && y > 0.2 && y < 0.55) || (x > 0.3 && x < 0.85 && y > 0.65 && y < 0.8)
    pixels.fill(isInk ? ink : 245, at * 4, at * 4 + 3)
  }
  return Transformer.fromRgbaPixels(pixels, side, side)
}

test('a profile picture that is a copy of the logo is a reason, and one that can’t be read changes nothing', async () => {
  const { company, superAdmin, query, turnOn, collectNow } = await createFixture('x')
  const files = [{ bytes: logo(300, 30).pngSync(), name: 'logo.png' }]
  const put = await send(superAdmin, putBrandLogo, { params: { brand: 'quayside' }, query, form: { files } })
  expect(put.status).toBe(201)
  const served: Record<string, Buffer> = {
    '/copy.jpg': logo(96, 60).jpegSync(60),
    '/cut.png': logo(96, 60).pngSync().subarray(0, 200),
  }
  const pictures = await startFakeServer()
  for (const [path, bytes] of Object.entries(served))
    pictures.on(path, (_request, response) => void response.writeHead(200).end(bytes))
  try {
    const words = 'Send your PIN at once'
    const listings = ['/copy.jpg', '/cut.png', '/gone.png'].map((path, at) =>
      post(70 + at, { text: words, link: null, picture: pictures.url(path) }),
    )
    providers().world.listings = (term) => (term === 'Quayside Bank' ? listings : [])
    await turnOn({ token: 'AAAA' })
    await collectNow({ feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps })
    const { rows } = await run('select score, indicators from threats where company_id = $1', company.id)
    const found = rows.map(({ score, indicators }: { score: number; indicators: Indicator[] }) => ({
      score,
      pictures: indicators.filter(({ name }) => name === 'Picture matches a logo'),
    }))
    const matching = found.filter(({ pictures: reasons }) => reasons.length > 0)
    expect(found).toHaveLength(3)
    expect(matching).toMatchObject([
      { pictures: [{ value: expect.stringMatching(/^(9\d|100) %$/), contribution: 24 }] },
    ])
    const other = found.find(({ pictures: reasons }) => reasons.length === 0)
    expect(matching[0]?.score).toBe(Math.min(100, (other?.score ?? 0) + 24))
  } finally {
    await pictures.close()
  }
})

test('a later post of an account with the profile picture of the company’s own account has that as a reason', async () => {
  const { company, superAdmin, query, turnOn, collectNow, makeDue } = await createFixture('x')
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brands = assets.brands.map((brand) => ({
    ...brand,
    handles: [{ source: 'Twitter' as const, handle: 'quaysidebank' }],
  }))
  expect((await send(superAdmin, putAssets, { query, body: { ...assets, brands } })).status).toBe(200)
  const pictures = await startFakeServer()
  for (const [path, bytes] of [
    ['/own.png', logo(300, 30).pngSync()],
    ['/copy.jpg', logo(96, 30).jpegSync(60)],
  ] as const)
    pictures.on(path, (_request, response) => void response.writeHead(200).end(bytes))
  const own = post(80, { name: 'Quayside Bank', handle: 'quaysidebank', picture: pictures.url('/own.png') })
  const impostor = (id: number) =>
    post(id, { picture: pictures.url('/copy.jpg'), link: null, text: 'Send your PIN at once' })
  try {
    providers().world.listings = (term) => (term === 'quaysidebank' ? [own] : [])
    await turnOn({ token: 'AAAA' })
    const settings = { feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps }
    await collectNow(settings)
    const copied = async () => {
      const { rows } = await run('select indicators from threats where company_id = $1', company.id)
      return rows.map(({ indicators }: { indicators: Indicator[] }) =>
        indicators.some(({ name }) => name === 'Copied profile photo'),
      )
    }
    expect(await copied()).toEqual([])
    providers().world.listings = (term) => (term === 'Quayside Bank' ? [impostor(81)] : [])
    await makeDue()
    await collectNow(settings)
    expect(await copied()).toEqual([true])
  } finally {
    await pictures.close()
  }
})

test('a post that only its QR code makes a threat is found, with what the code says', async () => {
  const { company, turnOn, collectNow } = await createFixture('x')
  const code = 'https://quayside-bank-login.example/card'
  const { data, size } = encode(code, { ecc: 'M', border: 3 })
  const pixels = new Uint8Array(size * size * 4).fill(255)
  for (let at = 0; at < size * size; at++)
    if (data[Math.floor(at / size)]?.[at % size]) pixels.fill(0, at * 4, at * 4 + 3)
  const picture = Transformer.fromRgbaPixels(pixels, size, size)
  picture.resize(size * 6, size * 6)
  const bytes = picture.pngSync()
  const pictures = await startFakeServer()
  for (const path of ['/code.png', '/other.png'])
    pictures.on(
      path,
      (_request, response) => void response.writeHead(200).end(path === '/code.png' ? bytes : logo(96, 60).pngSync()),
    )
  try {
    const listings = ['/code.png', '/other.png'].map((path, at) =>
      post(70 + at, {
        name: 'Morning mail',
        handle: 'morningmail',
        text: 'Quayside Bank: scan the poster',
        link: null,
        picture: pictures.url(path),
      }),
    )
    providers().world.listings = (term) => (term === 'Quayside Bank' ? listings : [])
    await turnOn({ token: 'AAAA' })
    await collectNow({ feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps })
    const { rows } = await run('select indicators from threats where company_id = $1', company.id)
    expect(rows).toEqual([
      {
        indicators: expect.arrayContaining([
          { name: 'QR code in its picture', value: code, contribution: 6 },
          { name: 'Leads to a look-alike address', value: 'quayside-bank-login.example', contribution: 36 },
        ]),
      },
    ])
  } finally {
    await pictures.close()
  }
})

test('a post that names the brand only in its picture is found if texts in pictures are read', async () => {
  const { turnOn, collectNow, makeDue, company, threats } = await createFixture('x')
  const lines = ['Quayside Bank: your card is blocked', 'Send your PIN at quayside-bank-login.example']
  const bytes = await textPicture(lines)
  const pictures = await startFakeServer()
  pictures.on('/ad.png', (_request, response) => void response.writeHead(200).end(bytes))
  try {
    const picture = pictures.url('/ad.png')
    const listing = post(80, { name: 'Morning mail', handle: 'morningmail', text: 'Act now', link: null, picture })
    providers().world.listings = (term) => (term === 'Quayside Bank' ? [listing] : [])
    await turnOn({ token: 'AAAA' })
    const reached = { feedAllow: [providers().server.address, pictures.address], lookUps: noLookUps }
    await collectNow(reached)
    expect(await threats()).toEqual([])
    await run('update connectors set cursor = null where company_id = $1', company.id)
    await makeDue()
    await collectNow({ ...reached, textModel: 'latin' })
    const { rows } = await run('select indicators from threats where company_id = $1', company.id)
    expect(rows).toEqual([
      {
        indicators: expect.arrayContaining([
          { name: 'Named only in its picture', value: lines.join(' '), contribution: 8 },
        ]),
      },
    ])
  } finally {
    await pictures.close()
  }
})
