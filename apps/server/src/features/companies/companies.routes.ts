import type * as contract from '@signet/contract/companies/companies'
import type { getCompanyPage as getPage } from '@signet/contract/companies/company-pages'
import type { Handler } from '../../app/handler.ts'
import { AppError } from '../../errors.ts'
import { setUpSources } from './set-up-sources.queries.ts'
import { configOf, modulesOf } from './company-config.ts'
import { companyOf } from '../../db/company-keys.queries.ts'
import { clockFactorOf } from '../../db/clock-factor.ts'

export const getClientInfo: Handler<typeof contract.getClientInfo> = async (context) => {
  const row = await companyOf(context.tx, context.company.id)
  const clockFactor = await clockFactorOf(context.tx)
  return {
    company: row.key,
    name: row.name,
    logo: row.logo_file_id ? context.fileHref(row.logo_file_id) : null,
    isDemo: row.is_demo,
    ...(context.installation.isInternetSimulated ? { isInternetSimulated: true } : {}),
    ...(context.installation.mailFrom === null ? { isMailKept: true } : {}),
    ...(clockFactor === 1 ? {} : { clockFactor }),
    config: configOf(row.config),
    modules: modulesOf(row.modules),
    threatSources: row.threat_sources,
    setUpSources: await setUpSources(context.tx, row.id, row.threat_sources),
    toutSources: row.tout_sources,
  }
}

export const listCompanyChoices: Handler<typeof contract.listCompanyChoices> = async (context) => {
  const { actor } = context
  const choices = [...actor.adminCompanies]
  if (!choices.some(({ id }) => id === actor.company.id)) choices.push(actor.company)
  return choices.map(({ key, name }) => ({ company: key, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** @throws AppError `NOT_FOUND` if the configuration has no such page */
export const getCompanyPage: Handler<typeof getPage> = async ({ tx, company }, { query }) => {
  const { config } = await companyOf(tx, company.id)
  const page = config.pages?.find(({ pageRoute }) => pageRoute === query.pageRoute)
  if (!page) throw new AppError('NOT_FOUND', { what: 'page' })
  return { pageRoute: page.pageRoute, pageName: page.pageName, content: page.content || null }
}
