import { isEmailAddress } from '@signet/contract/access/credentials'
import { scimLimits, scimSchemas } from '@signet/contract/access/scim'
import { isRecord } from '@signet/contract/narrow'
import { notInOneLine } from '@signet/contract/wire'
import { invalidValue, ScimError } from './scim-error.ts'

/** The changes of a user in a request; left out fields aren't changed, null removes a value. */
export interface ScimUserChanges {
  userName?: string
  externalId?: string | null
  givenName?: string | null
  familyName?: string | null
  formatted?: string | null
  displayName?: string | null
  active?: boolean
}
export interface MemberChange {
  op: 'add' | 'replace' | 'remove'
  /** Null for all of them. */
  ids: string[] | null
}

const textMax = 200
/** Attributes of RFC 7643 that are accepted but not stored. */
const unkept = new Set(
  (
    'id schemas meta groups emails title nickname profileurl usertype preferredlanguage locale timezone phonenumbers addresses ' +
    'photos ims entitlements roles x509certificates password name.middlename name.honorificprefix name.honorificsuffix'
  ).split(' '),
)

function objectOf(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new ScimError(400, 'The body must be an object.', 'invalidSyntax')
  return value
}

function textOf(value: unknown, name: string): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw invalidValue(`${name} must be text`)
  if (value.length > textMax) throw invalidValue(`${name} has at most ${textMax} characters`)
  if (!value.isWellFormed() || notInOneLine.test(value)) throw invalidValue(`${name} holds broken characters`)
  return value.normalize('NFC').trim() || null
}

/** Some providers send booleans as text. */
function boolOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalidValue('active must be true or false')
}

function userNameOf(value: unknown): string {
  const text = textOf(value, 'userName')?.toLowerCase()
  if (!text || !isEmailAddress(text)) throw invalidValue('userName must be a mail address')
  return text
}

const setters: Record<string, (changes: ScimUserChanges, value: unknown) => void> = {
  username: (changes, value) => (changes.userName = userNameOf(value)),
  externalid: (changes, value) => (changes.externalId = textOf(value, 'externalId')),
  displayname: (changes, value) => (changes.displayName = textOf(value, 'displayName')),
  active: (changes, value) => (changes.active = boolOf(value)),
  'name.givenname': (changes, value) => (changes.givenName = textOf(value, 'name.givenName')),
  'name.familyname': (changes, value) => (changes.familyName = textOf(value, 'name.familyName')),
  'name.formatted': (changes, value) => (changes.formatted = textOf(value, 'name.formatted')),
}

function setAttribute(changes: ScimUserChanges, path: string, value: unknown): void {
  const own = path.replace(new RegExp(`^${scimSchemas.user}:`, 'i'), '').toLowerCase()
  if (own === 'name') {
    for (const [name, inner] of Object.entries(objectOf(value ?? {}))) setAttribute(changes, `name.${name}`, inner)
    return
  }
  const set = Object.hasOwn(setters, own) ? setters[own] : undefined
  if (set) set(changes, value)
  // Attributes of other schemas, or a part of a list: defined by the standard but not stored here.
  else if (!own.startsWith('urn:') && !unkept.has(own.replace(/[.[].*$/s, '')) && !unkept.has(own))
    throw new ScimError(400, 'There is no such attribute.', 'invalidPath')
}

/** The user fields of a POST or PUT. */
export function readUser(body: unknown): ScimUserChanges {
  const changes: ScimUserChanges = {}
  for (const [name, value] of Object.entries(objectOf(body))) setAttribute(changes, name, value)
  return changes
}

interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string | null
  value: unknown
}

function operationsOf(body: unknown): Operation[] {
  const { schemas, Operations: operations } = objectOf(body)
  if (!Array.isArray(schemas) || !schemas.includes(scimSchemas.patch))
    throw new ScimError(400, `schemas must name ${scimSchemas.patch}.`, 'invalidSyntax')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > scimLimits.operations)
    throw new ScimError(400, `There must be 1 to ${scimLimits.operations} operations.`, 'invalidSyntax')
  return operations.map((operation) => {
    const { op, path = null, value } = objectOf(operation)
    const verb = typeof op === 'string' ? op.toLowerCase() : ''
    if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
      throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax')
    if (path !== null && (typeof path !== 'string' || path.length > textMax))
      throw new ScimError(400, 'path must be text.', 'invalidPath')
    if (path === null && verb === 'remove') throw new ScimError(400, 'What is removed must be named.', 'noTarget')
    return { op: verb, path, value }
  })
}

/** The user changes of a PATCH: operations with a path, or with the attributes as an object. */
export function readUserPatch(body: unknown): ScimUserChanges {
  const changes: ScimUserChanges = {}
  for (const { op, path, value } of operationsOf(body)) {
    if (op === 'remove') {
      if (/^(username|active)$/i.test(path ?? '')) throw new ScimError(400, 'It cannot be removed.', 'mutability')
      setAttribute(changes, path ?? '', null)
    } else if (path === null) {
      for (const [name, inner] of Object.entries(objectOf(value))) setAttribute(changes, name, inner)
    } else setAttribute(changes, path, value)
  }
  return changes
}

/** The group member changes of a PATCH. */
export function readGroupPatch(body: unknown): MemberChange[] {
  return operationsOf(body).flatMap(({ op, path, value }): MemberChange[] => {
    const one = /^members\[\s*value\s+eq\s+"([^"]{1,100})"\s*\]$/i.exec(path ?? '')
    if (one?.[1] && op === 'remove') return [{ op, ids: [one[1]] }]
    if (path === null) {
      return Object.entries(objectOf(value)).flatMap(([name, inner]) => memberChanges(op, name, inner))
    }
    return memberChanges(op, path, value)
  })
}

function memberChanges(op: MemberChange['op'], path: string, value: unknown): MemberChange[] {
  const name = path.replace(new RegExp(`^${scimSchemas.group}:`, 'i'), '').toLowerCase()
  if (['id', 'schemas', 'meta', 'externalid'].includes(name)) return []
  if (name === 'displayname') throw new ScimError(400, 'The groups are fixed.', 'mutability')
  if (name !== 'members') throw new ScimError(400, 'There is no such attribute.', 'invalidPath')
  if (op === 'remove' && (value === undefined || value === null)) return [{ op, ids: null }]
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > scimLimits.members) throw invalidValue(`At most ${scimLimits.members} members at once.`)
  const ids = list.map((member) => {
    const { value: id } = objectOf(member)
    if (typeof id !== 'string') throw invalidValue('A member is named by its value.')
    return id
  })
  return [{ op, ids }]
}

/** The users that a filter selects; null for all. Only equality is supported. */
export function readFilter(filter: unknown): { by: 'userName' | 'externalId' | 'id'; value: string } | null {
  if (filter === undefined || filter === '') return null
  const found =
    typeof filter === 'string' && filter.length <= 500
      ? /^\s*(userName|externalId|id|emails(?:\[type eq "work"\])?(?:\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(
          filter,
        )
      : null
  if (!found?.[1] || !found[2])
    throw new ScimError(400, 'Only userName, externalId or id eq "…" are known.', 'invalidFilter')
  let value: unknown
  try {
    value = JSON.parse(found[2])
  } catch {
    // The quoted text isn't a valid JSON string, so it can't match a value.
    throw new ScimError(400, 'The text of the filter is broken.', 'invalidFilter')
  }
  const text = String(value)
  if (!text.isWellFormed() || text.includes('\0'))
    throw new ScimError(400, 'The text of the filter is broken.', 'invalidFilter')
  const by =
    found[1].toLowerCase() === 'externalid' ? 'externalId' : found[1].toLowerCase() === 'id' ? 'id' : 'userName'
  return { by, value: by === 'userName' ? text.toLowerCase() : text }
}

/** A page as counted by RFC 7644, section 3.4.2.4: starting at 1, and a count of 0 returns only the total. */
export function readPage(query: Record<string, unknown>): { startIndex: number; count: number } {
  const number = (name: string, otherwise: number) => {
    const value = query[name]
    if (value === undefined) return otherwise
    if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value)) throw invalidValue(`${name} must be a whole number`)
    return Number(value)
  }
  return {
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(scimLimits.count, Math.max(0, number('count', 100))),
  }
}
