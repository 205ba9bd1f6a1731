import type { BodyOf } from '@signet/contract/route'
import { type putRights, type Rights, getRights } from '@signet/contract/companies/rights'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { t } from './words.ts'

/** The rights of a company while they are edited: each list is the text of its field, with one entry per line. */
export interface RightsDraft extends Pick<
  Rights,
  'legalName' | 'postalAddress' | 'phone' | 'signatory' | 'signatoryTitle' | 'email'
> {
  trademarks: string
  accounts: string
}

export const rightsQuery = (company: string) =>
  queryOptions({
    queryKey: [company, 'settings', 'rights'],
    queryFn: ({ signal }) => call(getRights, { query: { company }, signal }),
  })

export function rightsDraftOf({
  trademarks,
  accounts,
  documents: _documents,
  version: _version,
  ...identity
}: Rights): RightsDraft {
  return {
    ...identity,
    trademarks: trademarks
      .map(({ name, office, number, classes, expiresOn }) =>
        [name, office, number, classes.join(', '), expiresOn ?? ''].join('; ').replace(/(; )+$/, ''),
      )
      .join('\n'),
    accounts: accounts.map(({ platform, handle }) => `${platform}; ${handle}`).join('\n'),
  }
}

/** A line and its parts, e.g. `Umber; EUIPO; 018123456; 9, 36; 2031-05-01`. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, parts: line.split(/[;\t]/).map((part) => part.trim()) }))
    .filter(({ parts }) => parts.some((part) => part !== ''))

export function bodyOf({ trademarks, accounts, ...identity }: RightsDraft): Omit<BodyOf<typeof putRights>, 'version'> {
  return {
    ...identity,
    trademarks: linesOf(trademarks).map(({ parts: [name = '', office = '', number = '', classes = '', day = ''] }) => ({
      name,
      office,
      number,
      classes: classes.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [Number(text)])),
      expiresOn: day === '' ? null : day,
    })),
    accounts: linesOf(accounts).map(({ parts: [platform = '', ...handle] }) => ({
      platform,
      handle: handle.join(' '),
    })),
  }
}

/** The problems of the form by field; the first wrong line of a list is named by its number. */
export function rightsFaults({ trademarks, accounts }: RightsDraft): Record<string, string | null> {
  const wrongMark = linesOf(trademarks).find(
    ({ parts: [name, office, number, classes = '', day = '', ...rest] }) =>
      !name ||
      !office ||
      !number ||
      !/^(\d{1,2}([\s,]+|$))*$/.test(classes) ||
      !/^(\d{4}-\d\d-\d\d)?$/.test(day) ||
      rest.length > 0,
  )
  const wrongAccount = linesOf(accounts).find(({ parts: [platform, handle] }) => !platform || !handle)
  return {
    trademarks: wrongMark ? t('trademarkLineWrong', { line: wrongMark.line }) : null,
    accounts: wrongAccount ? t('accountLineWrong', { line: wrongAccount.line }) : null,
  }
}

/** The fields of the form that the server may name; a problem inside a list is shown at the form. */
export const rightsFields = [
  'legalName',
  'postalAddress',
  'phone',
  'signatory',
  'signatoryTitle',
  'email',
  'trademarks',
  'accounts',
]
