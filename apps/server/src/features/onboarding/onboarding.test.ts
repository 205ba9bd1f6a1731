import { describe, expect, test } from 'vitest'
import { getCompanyPage } from '@signet/contract/companies/company-pages'
import { getClientInfo, listCompanyChoices } from '@signet/contract/companies/companies'
import {
  addCompany,
  archiveCompany,
  changeCompany,
  getCompany,
  isHomeRoute,
  isPageRoute,
  listCompanies,
  putFeatures,
  putLogo,
  type ConfigChanges,
} from '@signet/contract/companies/onboarding'
import { listAudit } from '@signet/contract/operation/audit'
import type { ErrorReason } from '@signet/contract/errors/errors'
import {
  newCompany,
  newUser,
  refusal,
  send,
  testPassword,
  tinyPng,
  useWorld,
  type TestCompany,
} from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

const world = useWorld()

const manager = async (home?: TestCompany) => newUser('superAdmin', home ?? (await newCompany()))
let counter = 0
const newKey = () => `made-${(counter += 1)}-${Date.now().toString(36)}`

describe('a new company', () => {
  test('has what it was given and the usual for the rest, and its own trail begins with it', async () => {
    const user = await manager()
    const key = newKey()
    const made = await send(user, addCompany, { body: { key, name: 'Umber Freight', modules: { leaks: true } } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      key,
      name: 'Umber Freight',
      isActive: true,
      logo: null,
      modules: { touts: false, leaks: true, news: false, kmp: false },
      toutSources: [],
      config: { pages: [], navigation: 'standard', qaNavigation: 'deletionQueue', addThreats: false },
      users: 0,
      version: 1,
    })
    expect(made.body.threatSources).toHaveLength(19)
    const trail = await send(user, listAudit, { query: { company: key } })
    expect(trail.body.items).toMatchObject([
      { action: 'company.added', by: user.email, company: key, target: { type: 'company' }, after: { key } },
    ])
    // The scope of the request is restored: no record of the new company appears in the audit of another.
    const other = await send(user, listAudit, { query: { company: user.company.key } })
    expect(JSON.stringify(other.body)).not.toContain(key)
  })

  test('may not take a key that is taken, not even by an archived company', async () => {
    const user = await manager()
    const company = await newCompany()
    const refused = () => send(user, addCompany, { body: { key: company.key, name: 'Again' } })
    expect(await refused()).toMatchObject(refusal('COMPANY_KEY_TAKEN'))
    await send(user, archiveCompany, { params: { company: company.key }, body: {} })
    expect(await refused()).toMatchObject(refusal('COMPANY_KEY_TAKEN'))
  })

  test.each<[string, ErrorReason, object]>([
    ['body.key', 'NOT_A_KEY', { key: 'Not A Key' }],
    ['body.key', 'NOT_A_KEY', { key: '-x' }],
    ['body.name', 'TEXT_TOO_SHORT', { name: ' ' }],
    ['body.threatSources', 'LIST_TOO_SHORT', { threatSources: [] }],
    ['body.threatSources', 'REPEATED', { threatSources: ['APK', 'APK'] }],
    ['body.toutSources.0', 'NOT_AN_OPTION', { toutSources: ['EASM'] }],
    ['body.modules.everything', 'UNKNOWN_FIELD', { modules: { everything: true } }],
    ['body.config.homeRoute', 'NOT_A_HOME_PAGE', { config: { homeRoute: '/admin/home' } }],
    ['body.config.homeRoute', 'NOT_A_HOME_PAGE', { config: { homeRoute: 'https://elsewhere.example/home' } }],
    ['body.config.homeRoute', 'NOT_A_HOME_PAGE', { config: { homeRoute: '//elsewhere/home' } }],
    [
      'body.config.pages.0.pageRoute',
      'NOT_A_PAGE',
      { config: { pages: [{ pageRoute: '../traffic', pageName: 'x' }] } },
    ],
    [
      'body.config.pages.0.pageRoute',
      'NOT_A_PAGE',
      { config: { pages: [{ pageRoute: 'javascript:alert(1)', pageName: 'x' }] } },
    ],
    ['body.config.pages', 'REPEATED', { config: { pages: twice({ pageRoute: 'events', pageName: 'Events' }) } }],
    ['body.config.pages.0.pageName', 'TEXT_TOO_SHORT', { config: { pages: [{ pageRoute: 'events', pageName: '' }] } }],
    [
      'body.config.pages.0.pageRoute',
      'NOT_A_PAGE',
      { config: { pages: [{ pageRoute: 'pages/../traffic', pageName: 'x' }] } },
    ],
    [
      'body.config.pages.0.content',
      'PAGE_TEXT_NOT_ALLOWED',
      { config: { pages: [{ pageRoute: 'events', pageName: 'x', content: 'text' }] } },
    ],
    ['body.config.qaNavigation', 'MODULE_NEEDED', { config: { qaNavigation: 'touts' } }],
    ['body.pages', 'MODULE_NEEDED', { config: { pages: [{ pageRoute: 'kmp', pageName: 'Executives' }] } }],
    ['body.config.theme', 'UNKNOWN_FIELD', { config: { theme: 'dark' } }],
  ])('is refused by the name of what is wrong: %s is %s in %j', async (path, reason, more) => {
    const user = await manager()
    const refused = await send(user, addCompany, { body: { key: newKey(), name: 'Umber', ...more } })
    expect(refused).toMatchObject(refusal(reason, path))
  })
})

function twice<T>(item: T): T[] {
  return [item, item]
}

test('pages and homes are paths of the portal from a list', () => {
  for (const path of ['events', 'threats/Facebook', 'touts/Telegram', 'threats/Bookmarks', 'pages/a-1'])
    expect(isPageRoute(path)).toBe(true)
  for (const path of [
    '/events',
    'traffic',
    'onboarding',
    'threats/FB',
    'QA/dashboard',
    'https://x.example',
    '',
    'pages/',
    'pages/A',
  ])
    expect(isPageRoute(path)).toBe(false)
  expect(isHomeRoute('/lottery/home')).toBe(true)
  for (const path of ['/home', '/QA/home', '/clientAdmin/home', '/api/home', '/a/b/home', '/a/home/', 'lottery/home'])
    expect(isHomeRoute(path)).toBe(false)
})

describe('a change of a company', () => {
  test('reaches the session and the company information, and is recorded with before and after', async () => {
    const user = await manager()
    const company = await newCompany({ modules: { touts: true } })
    const client = await newUser('client', company)
    const config = {
      pages: [{ pageRoute: 'events', pageName: 'Events' }],
      homeRoute: '/lottery/home',
      navigation: 'lottery',
      qaNavigation: 'touts',
      addThreats: true,
    } as const
    const changed = await send(user, changeCompany, {
      params: { company: company.key },
      body: { name: 'Renamed', toutSources: ['Telegram', 'Extension'], config, version: 1 },
    })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed', version: 2, config } })

    const info = await send(client, getClientInfo)
    expect(info.body).toMatchObject({ name: 'Renamed', config, toutSources: ['Telegram', 'Extension'] })
    const visitor = newVisitor(world().server)
    await visitor.signIn(client.email, testPassword)
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({ user: { config } })

    const trail = await send(user, listAudit, { query: { company: company.key } })
    expect(trail.body.items[0]).toMatchObject({
      action: 'company.changed',
      before: { name: expect.stringMatching(/^Company/), tout_sources: expect.arrayContaining(['WhatsApp']) },
      after: { name: 'Renamed', tout_sources: ['Telegram', 'Extension'], config },
    })
    expect(trail.body.items[0]?.after).not.toHaveProperty('modules')
  })

  test('keeps what it does not name, also within the configuration', async () => {
    const user = await manager()
    const company = await newCompany({ modules: { news: true }, config: { addThreats: true, homeRoute: '/own/home' } })
    const params = { company: company.key }
    const first = await send(user, changeCompany, { params, body: { modules: { leaks: true }, version: 1 } })
    expect(first.body).toMatchObject({ modules: { news: true, leaks: true }, config: { addThreats: true } })
    const second = await send(user, changeCompany, { params, body: { config: { homeRoute: null }, version: 2 } })
    expect(second.body.config).toEqual({
      pages: [],
      navigation: 'standard',
      qaNavigation: 'deletionQueue',
      addThreats: true,
    })
  })

  test('of an older version is a conflict and changes nothing', async () => {
    const user = await manager()
    const params = { company: (await newCompany()).key }
    await send(user, changeCompany, { params, body: { name: 'First', version: 1 } })
    const late = await send(user, changeCompany, { params, body: { name: 'Second', version: 1 } })
    expect(late).toMatchObject(refusal('STALE_VERSION'))
    expect((await send(user, getCompany, { params })).body).toMatchObject({ name: 'First', version: 2 })
    const features = await send(user, putFeatures, { params, body: { modules: {}, pages: [], version: 1 } })
    expect(features).toMatchObject(refusal('STALE_VERSION'))
  })

  test('of its features sets modules and pages as a whole', async () => {
    const user = await manager()
    const company = await newCompany({ modules: { news: true, leaks: true }, config: { addThreats: true } })
    const { status, body } = await send(user, putFeatures, {
      params: { company: company.key },
      body: { modules: { kmp: true }, pages: [{ pageRoute: 'kmp', pageName: 'Our executives' }] },
    })
    expect(status).toBe(200)
    expect(body.modules).toEqual({ touts: false, leaks: false, news: false, kmp: true })
    expect(body.config).toMatchObject({ pages: [{ pageRoute: 'kmp' }], addThreats: true })
  })

  test('writes a page of its own: its people read the text there, and nowhere else', async () => {
    const user = await manager()
    const company = await newCompany()
    const stranger = await newUser('client', await newCompany())
    const client = await newUser('client', company)
    const params = { company: company.key }
    const page = { pageRoute: 'pages/contacts', pageName: 'Contacts' }
    const read = (by = client, pageRoute = page.pageRoute) => send(by, getCompanyPage, { query: { pageRoute } })
    const change = (pages: ConfigChanges['pages']) =>
      send(user, changeCompany, { params, body: { config: { pages }, version } })
    let version = 1

    const empty = await change([page])
    expect(empty.body.config.pages).toEqual([page])
    expect((await read()).body).toEqual({ ...page, content: null })

    version = empty.body.version
    const written = await change([{ ...page, content: 'The desk, at **any** hour.' }])
    expect(written.body.config.pages).toEqual([{ ...page, content: 'The desk, at **any** hour.' }])
    expect((await read()).body.content).toBe('The desk, at **any** hour.')
    expect((await send(client, getClientInfo)).body.config.pages).toEqual([page])
    const listed = await send(user, listCompanies, { query: { searchQuery: company.key } })
    expect(listed.body.items[0]?.config.pages).toEqual([page])
    expect((await read(stranger)).status).toBe(404)
    expect((await read(client, 'events')).status).toBe(404)

    // Renaming alone doesn't delete the text; an empty text does.
    version = written.body.version
    const renamed = await change([{ ...page, pageName: 'Fraud desk' }])
    expect((await read()).body).toEqual({ ...page, pageName: 'Fraud desk', content: 'The desk, at **any** hour.' })
    version = renamed.body.version
    await change([{ ...page, content: '' }])
    expect((await read()).body.content).toBe(null)
  })

  test('may not take away the touts that its reviewers have in their menu', async () => {
    const user = await manager()
    const company = await newCompany({ modules: { touts: true }, config: { qaNavigation: 'touts' } })
    const refused = await send(user, changeCompany, {
      params: { company: company.key },
      body: { modules: { touts: false }, version: 1 },
    })
    expect(refused).toMatchObject(refusal('MODULE_NEEDED', 'body.config.qaNavigation'))
  })
})

describe('an archived company', () => {
  test('signs its users out, hides it, keeps its data, and can be restored without its old sessions', async () => {
    const user = await manager()
    const company = await newCompany({ name: 'Going' })
    const client = await newUser('client', company)
    const admin = await newUser('admin', user.company, [company])
    const params = { company: company.key }
    expect((await send(client, getClientInfo)).status).toBe(200)

    const archived = await send(user, archiveCompany, { params, body: { version: 1 } })
    expect(archived.body).toMatchObject({ isActive: false, version: 2 })
    expect((await send(client, getClientInfo)).status).toBe(401)
    expect((await send(admin, getClientInfo, { query: params })).body.code).toBe('COMPANY_NOT_FOUND')
    expect((await send(user, getClientInfo, { query: params })).body.code).toBe('COMPANY_NOT_FOUND')
    for (const who of [user, admin])
      expect(JSON.stringify((await send(who, listCompanyChoices)).body)).not.toContain(company.key)
    expect((await send(user, getCompany, { params })).body.name).toBe('Going')

    const names = async (isArchived: boolean) => {
      const query = { archived: isArchived, searchQuery: company.key }
      return (await send(user, listCompanies, { query })).body.items.map(({ key }) => key)
    }
    expect(await names(true)).toEqual([company.key])
    expect(await names(false)).toEqual([])

    const back = await send(user, changeCompany, { params, body: { isActive: true, version: 2 } })
    expect(back.body.isActive).toBe(true)
    expect((await send(admin, getClientInfo, { query: params })).status).toBe(200)
    expect((await send(client, getClientInfo)).status).toBe(401)
    const visitor = newVisitor(world().server)
    expect((await visitor.signIn(client.email, testPassword)).status).toBe(200)
  })

  test('is archived once: a second time changes nothing and is not on record', async () => {
    const user = await manager()
    const company = await newCompany()
    const params = { company: company.key }
    await send(user, archiveCompany, { params, body: {} })
    expect((await send(user, archiveCompany, { params, body: {} })).body.version).toBe(2)
    const { rows } = await world().database.pool.query('select action from audit where company_id = $1', [company.id])
    expect(rows).toEqual([{ action: 'company.archived' }])
  })

  test('is never the own one of who archives it', async () => {
    const user = await manager()
    const refused = await send(user, archiveCompany, { params: { company: user.company.key }, body: {} })
    expect(refused).toMatchObject(refusal('OWN_COMPANY'))
    expect((await send(user, getClientInfo)).status).toBe(200)
  })

  test('never leaves the installation without a superAdmin, even when two archive each other', async () => {
    const { database } = world()
    await database.pool.query(`update users set is_active = false where role = 'superAdmin'`)
    const [one, two] = [await manager(), await manager()]
    const answers = await Promise.all([
      send(one, archiveCompany, { params: { company: two.company.key }, body: {} }),
      send(two, archiveCompany, { params: { company: one.company.key }, body: {} }),
    ])
    // The second one is refused, or already signed out.
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await database.pool.query(
      `select count(*)::int as left from users u join companies c on c.id = u.company_id
       where u.role = 'superAdmin' and u.is_active and c.is_active`,
    )
    expect(rows).toEqual([{ left: 1 }])
  })
})

describe('the list of companies', () => {
  test('finds by name and key, in order, with its people counted', async () => {
    const user = await manager()
    const word = newKey()
    const second = await newCompany({ name: `${word} B` })
    const first = await newCompany({ name: `${word} a` })
    await newUser('client', first)
    const { body } = await send(user, listCompanies, { query: { searchQuery: word.toUpperCase() } })
    expect(body.items.map(({ key, users }) => [key, users])).toEqual([
      [first.key, 1],
      [second.key, 0],
    ])
    const page = await send(user, listCompanies, {
      query: { searchQuery: word, limit: 1, pageNumber: 2, sortField: 'key', sortDirection: 'desc' },
    })
    expect(page.body).toMatchObject({ total: 2, items: [{ key: [first.key, second.key].toSorted()[0] }] })
  })

  test('takes a search for what it is, not for a pattern', async () => {
    const user = await manager()
    expect((await send(user, listCompanies, { query: { searchQuery: '%' } })).body.total).toBe(0)
  })
})

describe('the logo of a company', () => {
  test('is a link that opens for its people, and the next one takes its place', async () => {
    const user = await manager()
    const company = await newCompany()
    const client = await newUser('client', company)
    const params = { company: company.key }
    const pictures = new Set<string>()
    for (const text of ['first', 'second']) {
      const bytes = tinyPng(text)
      const set = await send(user, putLogo, { params, form: { files: [{ bytes, name: 'logo.png' }] } })
      expect(set.status).toBe(201)
      const { logo } = (await send(client, getClientInfo)).body
      const shown = await world().server.inject(logo as string)
      expect(shown.headers['content-type']).toBe('image/png')
      pictures.add(shown.rawPayload.toString('hex'))
    }
    expect(pictures.size).toBe(2)
    const { rows } = await world().database.pool.query('select name from files where company_id = $1', [company.id])
    expect(rows).toHaveLength(1)
  })

  test('is a picture by its content: an SVG and a page are refused', async () => {
    const user = await manager()
    const params = { company: (await newCompany()).key }
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><p>x']) {
      const files = [{ bytes: Buffer.from(text), name: 'logo.png' }]
      expect(await send(user, putLogo, { params, form: { files } })).toMatchObject(refusal('FILE_TYPE_NOT_ALLOWED'))
    }
  })
})
