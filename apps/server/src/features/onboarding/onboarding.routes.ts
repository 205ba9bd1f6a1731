import type * as contract from '@signet/contract/companies/onboarding'
import type { Company, CompanyPage, ConfigChanges } from '@signet/contract/companies/onboarding'
import type { ModuleFlags } from '@signet/contract/companies/companies'
import { threatSources } from '@signet/contract/threats/sources'
import type { IdentityHandler } from '../../app/handler.ts'
import { forCompany } from '../../db/for-company.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { configOf, modulesOf, wholeConfigOf } from '../companies/company-config.ts'
import { insertFile, deleteFiles } from '../evidence/files.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { changeLocked } from './change-company.ts'
import { companyPage, findCompany, toCompany } from './onboarding.queries.ts'
import { insertCompany } from '../companies/companies.queries.ts'

export const listCompanies: IdentityHandler<typeof contract.listCompanies> = {
  withIdentity: async ({ identity, fileHref }, { query }) => {
    const page = await identity((tx) => companyPage(tx, query))
    return {
      ...page,
      items: page.items.map((row) => ({ ...toCompany(row, fileHref), config: configOf(row.config) })),
    }
  },
}

export const getCompany: IdentityHandler<typeof contract.getCompany> = {
  withIdentity: async ({ identity, company, fileHref }) =>
    toCompany(await identity((tx) => findCompany(tx, company.id)), fileHref),
}

/** @throws AppError `CONFLICT` if the key is taken, including by an archived company */
export const addCompany: IdentityHandler<typeof contract.addCompany> = {
  withIdentity: async (context, { body }) => {
    const { identity, fileHref } = context
    const modules = modulesOf({ ...body.modules })
    const company = {
      key: body.key,
      name: body.name,
      modules,
      threatSources: body.threatSources ?? threatSources,
      ...(body.toutSources ? { toutSources: body.toutSources } : {}),
      config: configWith(wholeConfigOf({}), body.config ?? {}),
    }
    refuseWhatCannotBe(modules, company.config)
    const row = await identity(async (people) => {
      const { companyId, isNew } = await insertCompany(people, company)
      if (!isNew) throw new AppError('COMPANY_KEY_TAKEN', { key: body.key }, { at: 'body.key' })
      const added = await findCompany(people, companyId)
      // By the role that added it: on the nodes of a cluster, no other sees it yet.
      await forCompany(people, companyId, () =>
        recordAudit(
          { ...context, tx: people, company: added },
          { action: 'company.added', targetType: 'company', targetId: companyTarget(companyId), after: company },
        ),
      )
      return added
    })
    return toCompany(row, fileHref)
  },
}

/** @throws AppError `CONFLICT` if the company has changed since it was read */
export const changeCompany: IdentityHandler<typeof contract.changeCompany> = {
  withIdentity: (context, { body }) =>
    changeLocked(context, 'company.changed', body.version, (row) => {
      const modules = modulesOf({ ...row.modules, ...body.modules })
      const config = configWith(wholeConfigOf(row.config), body.config ?? {})
      refuseWhatCannotBe(modules, config)
      return {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.threatSources === undefined ? {} : { threat_sources: body.threatSources }),
        ...(body.toutSources === undefined ? {} : { tout_sources: body.toutSources }),
        ...(body.modules === undefined ? {} : { modules: JSON.stringify(modules) }),
        ...(body.config === undefined ? {} : { config: JSON.stringify(config) }),
        ...(body.isActive ? { is_active: true, archived_at: null } : {}),
      }
    }),
}

/** @throws AppError `CONFLICT` if the company has changed since it was read */
export const putFeatures: IdentityHandler<typeof contract.putFeatures> = {
  withIdentity: (context, { body }) =>
    changeLocked(context, 'company.changed', body.version, (row) => {
      const modules = modulesOf({ ...body.modules })
      const config = configWith(wholeConfigOf(row.config), { pages: body.pages })
      refuseWhatCannotBe(modules, config)
      return { modules: JSON.stringify(modules), config: JSON.stringify(config) }
    }),
}

/** The previous logo is released: the nightly clean-up deletes its bytes. */
export const putLogo: IdentityHandler<typeof contract.putLogo> = {
  withIdentity: async (context, { file }): Promise<Company> => {
    const { tx, company } = context
    await deleteFiles(tx, company.id, 'logo', null)
    const { id } = await insertFile(context, { ...file, owner: 'logo', ownerId: null })
    return changeLocked(context, 'company.logoChanged', undefined, () => ({ logo_file_id: id }))
  },
}

type WholeConfig = Company['config']

function configWith(config: WholeConfig, changes: ConfigChanges): WholeConfig {
  const { homeRoute, scanEvery, pages, ...others } = changes
  const { homeRoute: before, scanEvery: interval, ...kept } = config
  const home = homeRoute === undefined ? before : homeRoute
  const every = scanEvery === undefined ? interval : scanEvery
  const set = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    ...kept,
    ...set,
    ...(pages ? { pages: pagesWith(config.pages, pages) } : {}),
    ...(home ? { homeRoute: home } : {}),
    ...(every ? { scanEvery: every } : {}),
  }
}

/** The new pages. The text of a page is kept if none is given, so that renaming a page doesn't delete it. */
function pagesWith(before: readonly CompanyPage[], pages: readonly CompanyPage[]): CompanyPage[] {
  return pages.map(({ pageRoute, pageName, content }) => {
    const text = content ?? before.find((page) => page.pageRoute === pageRoute)?.content
    return { pageRoute, pageName, ...(text ? { content: text } : {}) }
  })
}

function refuse(at: string, module: string): never {
  throw new AppError('MODULE_NEEDED', { module }, { at })
}

/** @throws AppError `BAD_REQUEST` for a menu entry that leads to a module the company doesn't use */
function refuseWhatCannotBe(modules: ModuleFlags, config: WholeConfig): void {
  if (config.qaNavigation === 'touts' && !modules.touts) refuse('body.config.qaNavigation', 'touts')
  for (const { pageRoute } of config.pages) {
    const [part] = pageRoute.split('/')
    if (part === 'touts' && !modules.touts) refuse('body.pages', 'touts')
    if (part === 'kmp' && !modules.kmp) refuse('body.pages', 'kmp')
    if (part === 'whatsnew' && !modules.news) refuse('body.pages', 'news')
  }
}

export { archiveCompany } from './archive-company.ts'
