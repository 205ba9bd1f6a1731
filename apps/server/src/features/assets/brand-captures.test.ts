import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { deleteBrandCapture, listBrandCaptures, putBrandCapture } from '@signet/contract/companies/brand-captures'
import { listBrandLogos, putBrandLogo } from '@signet/contract/companies/brand-logos'
import { getQueued } from '@signet/contract/review/qa'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newThreat, newUser, refusal, send, tinyPng, useWorld } from '../../../test/harness.ts'

const world = useWorld()
const params = { brand: 'brand' }
const picture = (text: string) => ({ files: [{ bytes: tinyPng(text), name: 'page.png' }] })

async function createFixture() {
  const company = await newCompany()
  return { company, admin: await newUser('admin', company), reviewer: await newUser('qa', company) }
}

test('the capture of a brand’s own page is shown next to the suspect in the review', async () => {
  const { company, admin, reviewer } = await createFixture()
  const { id } = await newThreat(company)
  const review = async () => (await send(reviewer, getQueued, { params: { threatId: id } })).body.officialBrand
  expect(await review()).toMatchObject({ capture: null })
  const pictures = new Set<string>()
  for (const text of ['first', 'second']) {
    const put = await send(admin, putBrandCapture, { params, form: picture(text) })
    expect(put).toMatchObject({ status: 201, body: { brand: 'brand' } })
    const capture = (await review())?.capture
    expect(capture?.capturedAt).toBe(put.body.capturedAt)
    const shown = await world().server.inject(capture?.href as string)
    expect(shown.headers['content-type']).toBe('image/png')
    pictures.add(shown.rawPayload.toString('hex'))
  }
  expect(pictures.size).toBe(2)
  const trail = (await send(await newUser('superAdmin', company), listAudit, { query: { company: company.key } })).body
  expect(trail.items.filter(({ action }) => action === 'settings.brandCaptureChanged')).toHaveLength(2)
})

test('a logo and a page are two pictures: neither takes the place of the other', async () => {
  const { admin } = await createFixture()
  await send(admin, putBrandLogo, { params, form: picture('logo') })
  await send(admin, putBrandCapture, { params, form: picture('page') })
  expect((await send(admin, listBrandLogos)).body).toHaveLength(1)
  expect((await send(admin, deleteBrandCapture, { params })).status).toBe(204)
  expect((await send(admin, listBrandCaptures)).body).toEqual([])
  expect((await send(admin, listBrandLogos)).body).toHaveLength(1)
  expect((await send(admin, deleteBrandCapture, { params })).status).toBe(404)
})

test('it goes with its brand, and may be as large as a page is', async () => {
  const { company, admin } = await createFixture()
  const large = { files: [{ bytes: tinyPng('x'.repeat(2 * 1024 * 1024)), name: 'page.png' }] }
  expect((await send(admin, putBrandCapture, { params, form: large })).status).toBe(201)
  const tooLarge = { files: [{ bytes: tinyPng('x'.repeat(5 * 1024 * 1024)), name: 'page.png' }] }
  expect(await send(admin, putBrandCapture, { params, form: tooLarge })).toMatchObject(refusal('FILE_TOO_LARGE'))
  const { brands, ...assets } = (await send(admin, getAssets)).body
  await send(admin, putAssets, { body: { ...assets, brands: brands.map((brand) => ({ ...brand, key: 'other' })) } })
  const { rows } = await world().database.pool.query('select from files where company_id = $1', [company.id])
  expect(rows).toEqual([])
})
