import { describe, expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { deleteBrandLogo, listBrandLogos, putBrandLogo } from '@signet/contract/companies/brand-logos'
import { getQueued } from '@signet/contract/review/qa'
import { getThreat } from '@signet/contract/threats/threats'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../test/harness.ts'

const world = useWorld()
const params = { brand: 'brand' }
const picture = (text: string) => ({ files: [{ bytes: tinyPng(text), name: 'logo.png' }] })

/** Without the signature, which is specific to the reader. */
const fileOf = (address: string | null | undefined) => address?.split('?')[0]

async function createFixture() {
  const company = await newCompany()
  return { company, admin: await newUser('admin', company), client: await newUser('clientPeeker', company) }
}

describe('the logo of a brand', () => {
  test('is a link that works for everyone in the company, and is replaced by the next', async () => {
    const { company, admin, client } = await createFixture()
    expect((await send(client, listBrandLogos)).body).toEqual([])
    const pictures = new Set<string>()
    for (const text of ['first', 'second']) {
      const put = await send(admin, putBrandLogo, { params, form: picture(text) })
      expect(put).toMatchObject({ status: 201, body: { brand: 'brand' } })
      const [logo, ...more] = (await send(client, listBrandLogos)).body
      expect(more).toEqual([])
      const shown = await world().server.inject(logo?.logo as string)
      expect(shown.headers['content-type']).toBe('image/png')
      pictures.add(shown.rawPayload.toString('hex'))
    }
    expect(pictures.size).toBe(2)
    const superAdmin = await newUser('superAdmin', company)
    const trail = await send(superAdmin, listAudit, { query: { company: company.key } })
    expect(trail.body.items.filter(({ action }) => action === 'settings.brandLogoChanged')).toMatchObject([
      { before: { brand: 'brand', name: 'logo.png' }, after: { brand: 'brand', type: 'image/png' } },
      { after: { brand: 'brand', name: 'logo.png', type: 'image/png' } },
    ])
  })

  test('can be removed once, and then is not found', async () => {
    const { admin } = await createFixture()
    await send(admin, putBrandLogo, { params, form: picture('one') })
    expect((await send(admin, deleteBrandLogo, { params })).status).toBe(204)
    expect((await send(admin, listBrandLogos)).body).toEqual([])
    expect((await send(admin, deleteBrandLogo, { params })).status).toBe(404)
  })

  test('is kept when the protected assets are saved, and deleted with its brand', async () => {
    const { company, admin } = await createFixture()
    await send(admin, putBrandLogo, { params, form: picture('one') })
    const assets = (await send(admin, getAssets)).body
    const kept = await send(admin, putAssets, { body: { ...assets, domains: ['mail.example'] } })
    expect((await send(admin, listBrandLogos)).body).toHaveLength(1)
    const brands = assets.brands.map((brand) => ({ ...brand, key: 'other' }))
    await send(admin, putAssets, { body: { ...assets, brands, version: kept.body.version } })
    expect((await send(admin, listBrandLogos)).body).toEqual([])
    const { rows } = await world().database.pool.query('select from files where company_id = $1', [company.id])
    expect(rows).toEqual([])
  })

  test('is shown next to the suspect, for clients and in the review', async () => {
    const { company, admin, client } = await createFixture()
    const { id, source } = await newThreat(company)
    const open = { params: { source, threatId: id } } as const
    expect((await send(client, getThreat, open)).body.officialBrand).toMatchObject({ logo: null })
    const { logo } = (await send(admin, putBrandLogo, { params, form: picture('one') })).body
    const shown = (await send(client, getThreat, open)).body.officialBrand
    expect(fileOf(shown?.logo)).toBe(fileOf(logo))
    const reviewer = await newUser('qa', company)
    const reviewed = (await send(reviewer, getQueued, { params: { threatId: id } })).body.officialBrand
    expect(fileOf(reviewed?.logo)).toBe(fileOf(logo))
    expect((await world().server.inject(reviewed?.logo as string)).statusCode).toBe(200)
  })

  test('is a picture by its content, and of at most 1 MB', async () => {
    const { admin } = await createFixture()
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><p>x']) {
      const form = { files: [{ bytes: Buffer.from(text), name: 'logo.png' }] }
      expect(await send(admin, putBrandLogo, { params, form })).toMatchObject(refusal('FILE_TYPE_NOT_ALLOWED'))
    }
    const form = { files: [{ bytes: tinyPng('x'.repeat(1024 * 1024)), name: 'logo.png' }] }
    expect(await send(admin, putBrandLogo, { params, form })).toMatchObject(refusal('FILE_TOO_LARGE'))
    expect((await send(admin, listBrandLogos)).body).toEqual([])
  })

  test('is there for brands of the own company only', async () => {
    const { admin } = await createFixture()
    const stranger = await createFixture()
    await send(stranger.admin, putBrandLogo, { params, form: picture('theirs') })
    expect((await send(admin, listBrandLogos)).body).toEqual([])
    expect((await send(admin, deleteBrandLogo, { params })).status).toBe(404)
    const unknown = { params: { brand: 'nobody' }, form: picture('one') }
    expect((await send(admin, putBrandLogo, unknown)).status).toBe(404)
    expect((await send(stranger.admin, listBrandLogos)).body).toHaveLength(1)
  })
})
