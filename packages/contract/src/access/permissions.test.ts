import { describe, expect, test } from 'vitest'
import { definitions } from '../index.ts'
import { keysIn } from '../narrow.ts'
import type { RouteDefinition } from '../route.ts'
import {
  accessGroups,
  can,
  homeRouteOf,
  isInCode,
  legacyCodes,
  permissions,
  roles,
  signInRoleOf,
  type Permission,
  type Role,
} from './permissions.ts'

const columns = {
  SA: 'superAdmin',
  AD: 'admin',
  SU: 'subAdmin',
  P2: 'subAdminPeekerTwo',
  P1: 'subAdminPeekerOne',
  AP: 'adminPeeker',
  CL: 'client',
  CP: 'clientPeeker',
  QA: 'qa',
} as const satisfies Record<string, Role>

/** The complete permission table; the columns are SA AD SU P2 P1 AP CL CP QA. */
const table: Record<Permission, string> = {
  'account:own': 'Y Y Y Y Y Y Y Y Y',
  'notifications:own': 'Y Y Y Y Y Y Y Y Y',
  'glossary:read': 'Y Y Y Y Y Y Y Y Y',
  'glossary:edit': 'Y - - - - - - - -',
  'whatsNew:read': 'Y Y Y Y Y Y Y Y Y',
  'news:read': 'Y Y Y Y Y Y Y Y -',
  'news:publish': 'Y Y - - - - - - -',
  'company:read': 'Y Y Y Y Y Y Y Y Y',
  'company:choose': 'Y Y Y Y Y Y - - Y',
  'company:manage': 'Y - - - - - - - -',
  'clientView:use': 'Y Y Y Y - - - - -',
  'users:manage': 'Y - - - - - - - -',
  'colleagues:manage': '- - - - - - Y - -',
  'contract:read': 'Y Y Y Y Y Y Y Y Y',
  'files:read': 'Y Y Y Y Y Y Y Y Y',
  'threats:read': 'Y Y Y Y Y Y Y Y -',
  'threats:readUnpublished': '- - - - - - - - Y',
  'threats:decide': 'Y Y Y Y - - Y - -',
  'threats:remark': 'Y Y Y Y - - Y - -',
  'threats:bookmark': 'Y Y Y - - - Y - -',
  'threats:add': 'Y Y Y - - - - - Y',
  'threats:correct': 'Y Y Y - - - - - Y',
  'threats:lookUp': 'Y Y Y - - - - - Y',
  'touts:read': 'Y Y Y Y Y Y Y Y -',
  'views:read': 'Y Y Y Y Y Y Y Y -',
  'views:keep': 'Y Y Y - - - Y - -',
  'events:read': 'Y Y Y Y Y Y Y Y -',
  'analytics:read': 'Y Y Y Y Y Y Y Y -',
  'analytics:readSignIns': 'Y Y - - - - - - -',
  'analytics:readPeople': 'Y Y Y Y Y Y - Y -',
  'companies:overview': 'Y Y Y Y Y Y - - -',
  'takedowns:read': 'Y Y Y Y Y Y Y Y -',
  'takedowns:request': 'Y Y Y Y - - Y - -',
  'takedowns:move': 'Y Y Y Y - - - - -',
  'captures:request': 'Y Y Y Y - - - - -',
  'notices:switch': 'Y - - - - - - - -',
  'analyses:read': 'Y Y Y Y Y Y Y Y -',
  'analyses:move': 'Y Y Y Y - - - - -',
  'leaks:read': 'Y Y Y Y Y Y Y Y -',
  'leaks:work': 'Y Y Y Y - - Y - -',
  'leaks:reveal': 'Y Y - - - - Y - -',
  'requests:read': 'Y Y Y Y - - Y - -',
  'requests:use': 'Y Y Y - - - Y - -',
  'requests:move': 'Y Y Y Y - - - - -',
  'reports:read': 'Y Y Y Y Y Y Y Y -',
  'reports:publish': 'Y Y - - - - - - -',
  'exports:own': 'Y Y Y - - - Y - -',
  'settings:read': 'Y Y Y Y Y Y Y Y -',
  'tipPage:write': 'Y Y - - - - Y - -',
  'alerts:write': 'Y Y - - - - Y - -',
  'rights:read': 'Y Y Y Y Y Y Y Y -',
  'rights:write': 'Y Y - - - - Y - -',
  'assets:write': 'Y Y - - - - - - -',
  'activity:read': 'Y Y Y Y Y Y Y Y -',
  'activity:readAll': 'Y - - - - - - - -',
  'qa:review': '- - - - - - - - Y',
  'qa:readActivity': 'Y - - - - - - - Y',
  'audit:read': 'Y - - - - - - - -',
  'logs:read': 'Y - - - - - - - -',
  'mail:send': 'Y - - - - - - - -',
  'notifications:manage': 'Y - - - - - - - -',
  'systemHealth:check': 'Y - - - - - - - -',
  'rules:manage': 'Y Y Y - - - - - Y',
  'detector:try': 'Y Y Y - - - - - -',
  'ingest:read': 'Y - - - - - - - -',
}

test('each role may do exactly what the table says', () => {
  const actual = Object.fromEntries(
    (Object.keys(permissions) as Permission[]).map((permission) => [
      permission,
      Object.values(columns)
        .map((role) => (can(role, permission) ? 'Y' : '-'))
        .join(' '),
    ]),
  )
  expect(actual).toEqual(table)
})

const sorted = (names: readonly string[]) => names.toSorted()

test('the access groups hold the roles that clients rely on', () => {
  const staff = ['superAdmin', 'admin', 'adminPeeker', 'subAdmin', 'subAdminPeekerOne', 'subAdminPeekerTwo']
  expect(Object.fromEntries(Object.entries(accessGroups).map(([name, group]) => [name, sorted(group)]))).toEqual({
    ALL: sorted([...staff, 'client', 'clientPeeker', 'qa']),
    ALL_WITHOUT_QA: sorted([...staff, 'client', 'clientPeeker']),
    ADMIN_WITH_PRIVILIGES: sorted(['superAdmin', 'admin', 'subAdmin', 'qa']),
    ADMIN_WITHOUT_PRIVILIGES: sorted([...staff, 'qa']),
    CLIENT: ['client'],
    NON_PEEK_ACCOUNTS: sorted(['client', 'superAdmin', 'admin', 'subAdmin']),
    QA: ['qa'],
    SUPER_ADMIN: ['superAdmin'],
    MAIN_ADMIN: sorted(['superAdmin', 'admin']),
    MAIN_ADMIN_WITH_ACTIONS: sorted(['superAdmin', 'admin', 'subAdmin', 'subAdminPeekerTwo']),
    'CLIENT+MAIN_ADMIN': sorted(['client', 'superAdmin', 'admin']),
    'CLIENT+MAIN_ADMIN_WITH_ACTIONS': sorted(['client', 'superAdmin', 'admin', 'subAdmin', 'subAdminPeekerTwo']),
    'QA+SUPER_ADMIN': sorted(['qa', 'superAdmin']),
    SELECTOR_WITHOUT_QA: sorted(staff),
    MAIN_ADMIN_WITH_SUB_ADMIN: sorted(['superAdmin', 'admin', 'subAdmin']),
    'CLIENT_PEEKER+SELECTOR_WITHOUT_QA': sorted([...staff, 'clientPeeker']),
  })
})

const calls: readonly RouteDefinition[] = Object.values(definitions)
const mayCall = (role: Role, { access }: RouteDefinition) => access === 'PUBLIC' || can(role, access)

test('peekers without actions never write anything but their own account', () => {
  const ownMatters = new Set<string>(['account:own', 'notifications:own'])
  // What a person saved or subscribed to concerns nobody else.
  const ownPaths = new Set(['/news/{newsId}/saved', '/views/{viewId}/subscription'])
  const isOwn = ({ access, path }: RouteDefinition) => ownMatters.has(access) || ownPaths.has(path)
  for (const call of calls.filter((each) => each.method !== 'GET' && !isOwn(each))) {
    for (const role of ['adminPeeker', 'subAdminPeekerOne', 'clientPeeker'] as const) {
      expect(mayCall(role, call), `${role} ${call.path}`).toBe(false)
    }
  }
})

const worksOnThreats = new Set<string>(['threats:add', 'threats:correct'])

test('reviewers and other roles share no call on threats', () => {
  for (const call of calls) {
    if (call.access === 'qa:review') expect(roles.filter((role) => mayCall(role, call))).toEqual(['qa'])
    // Reviewers also add, correct and document threats.
    else if (/^\/(threats|touts)\//.test(call.path) && !worksOnThreats.has(call.access)) {
      expect(mayCall('qa', call), call.path).toBe(false)
    }
  }
})

describe('every call', () => {
  test.each(Object.entries(definitions))('%s has an access rule and an address of its own', (name, route) => {
    expect(Object.keys(permissions)).toContain(route.access)
    const same = Object.entries(definitions).filter(
      ([, other]) => other.path === route.path && other.method === route.method,
    )
    expect(same.map(([other]) => other)).toEqual([name])
  })
})

test('each role lands on its home, and plain clients on the one of their company', () => {
  const homes = Object.fromEntries(roles.map((role) => [role, [signInRoleOf(role), homeRouteOf(role, '/own/home')]]))
  const admin = ['admin', '/admin/home']
  expect(homes).toEqual({
    superAdmin: admin,
    admin,
    subAdmin: admin,
    adminPeeker: admin,
    subAdminPeekerOne: admin,
    subAdminPeekerTwo: admin,
    client: ['client', '/own/home'],
    clientPeeker: ['client-admin', '/clientAdmin/home'],
    qa: ['qa', '/QA/dashboard'],
  })
  expect(homeRouteOf('client')).toBe('/home')
})

test('each legacy code includes the roles of the specification', () => {
  const staff = ['superAdmin', 'admin', 'subAdmin', 'adminPeeker', 'subAdminPeekerOne', 'subAdminPeekerTwo']
  const expected = {
    AC: [...staff, 'client'],
    ACA: [...staff, 'clientPeeker'],
    A: staff,
    CA: [],
    C: ['client'],
    QA: ['qa'],
  }
  for (const code of keysIn(legacyCodes))
    expect(new Set(roles.filter((role) => isInCode(code, role))), code).toEqual(new Set(expected[code]))
})
