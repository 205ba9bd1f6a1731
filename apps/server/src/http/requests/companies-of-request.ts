import type { FastifyRequest } from 'fastify'
import { isRecord, textIn } from '@signet/contract/narrow'
import type { RouteDefinition } from '@signet/contract/route'
import type { Actor, CompanyRef } from '../../app/context.ts'
import { findCompanyByKey } from '../../db/company-keys.queries.ts'
import { AppError } from '../../errors.ts'
import type { HttpApp } from '../http-app.ts'

/** The companies of a request; it acts in the first one. */
export function companiesOf(
  route: RouteDefinition,
  actor: Actor,
  request: FastifyRequest,
  body: unknown,
  archived: CompanyRef | null,
): [CompanyRef, ...CompanyRef[]] {
  if (route.companies) return companiesFor(actor, request)
  const chosen = companyFor(actor, request, body, archived)
  // Whichever company is selected, an account and the audit of its changes belong to the user's own company.
  return [route.access === 'account:own' ? actor.company : chosen]
}

/**
 * The company of a request: one the actor may see, by key, in the path, the query or the body; by default the first admin company,
 * otherwise the user's own.
 *
 * @throws AppError `BAD_REQUEST` if it is given twice or as an array, `COMPANY_NOT_FOUND` if the actor may not see it
 */
function companyFor(
  actor: Actor,
  request: FastifyRequest,
  body: unknown,
  archived: CompanyRef | null = null,
): CompanyRef {
  const query = isRecord(request.query) ? request.query : {}
  const inBody = isRecord(body) ? body['company'] : undefined
  const inPath = textIn(request.params, 'company')
  const wanted = inPath ?? query['company'] ?? inBody
  const isAmbiguous =
    Object.keys(query).some((key) => /^company[[.]/.test(key)) ||
    [query['company'], inBody].some((other) => other !== undefined && other !== wanted)
  if (isAmbiguous || (wanted !== undefined && (typeof wanted !== 'string' || wanted === '*'))) {
    throw new AppError('NOT_ONE_COMPANY', {}, { at: 'query.company' })
  }
  if (wanted === undefined || wanted === '') return actor.adminCompanies[0] ?? actor.company
  const found = [actor.company, ...actor.adminCompanies].find(({ key }) => key === wanted) ?? archived
  if (!found) throw new AppError('COMPANY_NOT_FOUND')
  return found
}

/** The company in the path if it is archived: no user works for it, but those who manage all companies can still see it. */
export async function archivedCompany(
  { database }: Pick<HttpApp, 'database'>,
  request: FastifyRequest,
): Promise<CompanyRef | null> {
  const key = textIn(request.params, 'company') ?? ''
  const company = await database.inIdentity((tx) => findCompanyByKey(tx, key))
  return company && !company.is_active ? company : null
}

/**
 * The companies of a request for several companies: the comma-separated keys of `company`; by default every company the actor may see.
 *
 * @throws AppError `BAD_REQUEST` if it is given twice or as an array, `COMPANY_NOT_FOUND` if the actor may not see one of them
 */
function companiesFor(actor: Actor, request: FastifyRequest): [CompanyRef, ...CompanyRef[]] {
  const query = isRecord(request.query) ? request.query : {}
  const wanted = query['company'] ?? ''
  if (Object.keys(query).some((key) => /^company[[.]/.test(key)) || typeof wanted !== 'string') {
    throw new AppError('NOT_COMPANIES', {}, { at: 'query.company' })
  }
  const visible = new Map([actor.company, ...actor.adminCompanies].map((company) => [company.key, company]))
  const keys = wanted.split(',').map((key) => key.trim())
  const named = [...new Set(keys)].filter((key) => key !== '')
  const [first, ...rest] = named.length === 0 ? [...visible.values()] : named.map((key) => visible.get(key))
  if (!first || rest.includes(undefined)) throw new AppError('COMPANY_NOT_FOUND')
  return [first, ...rest.filter((company) => company !== undefined)]
}
