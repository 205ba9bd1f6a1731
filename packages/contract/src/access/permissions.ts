import { isOneOf } from '../narrow.ts'

/** The nine permission roles; every user has exactly one. */
export const roles = [
  'superAdmin',
  'admin',
  'subAdmin',
  'adminPeeker',
  'subAdminPeekerOne',
  'subAdminPeekerTwo',
  'client',
  'clientPeeker',
  'qa',
] as const
/** One of `roles`. */
export type Role = (typeof roles)[number]

/** The roles of a client's own users: they work for one company, and its identity provider (SSO, SCIM) can assign them. */
export const clientRoles = ['client', 'clientPeeker'] as const satisfies readonly Role[]
/** One of `clientRoles`. */
export type ClientRole = (typeof clientRoles)[number]
/** The roles of users who may work for several companies: they sign in with a second factor and are signed out after half a day. */
export const staffRoles = roles.filter((role) => !isOneOf(clientRoles, role))

const all = roles
const allWithoutQa = roles.filter((role) => role !== 'qa')
/** Roles that choose a company to view it, without reviewing. */
const selectorWithoutQa = [
  'superAdmin',
  'admin',
  'adminPeeker',
  'subAdmin',
  'subAdminPeekerOne',
  'subAdminPeekerTwo',
] as const satisfies readonly Role[]

/** The access groups by their fixed names (docs/api.md), with their exact spelling, and the unions the API uses. */
export const accessGroups = {
  ALL: all,
  ALL_WITHOUT_QA: allWithoutQa,
  ADMIN_WITH_PRIVILIGES: ['superAdmin', 'admin', 'subAdmin', 'qa'],
  ADMIN_WITHOUT_PRIVILIGES: [
    'superAdmin',
    'admin',
    'adminPeeker',
    'subAdmin',
    'subAdminPeekerOne',
    'subAdminPeekerTwo',
    'qa',
  ],
  CLIENT: ['client'],
  NON_PEEK_ACCOUNTS: ['client', 'superAdmin', 'admin', 'subAdmin'],
  QA: ['qa'],
  SUPER_ADMIN: ['superAdmin'],
  MAIN_ADMIN: ['superAdmin', 'admin'],
  MAIN_ADMIN_WITH_ACTIONS: ['superAdmin', 'admin', 'subAdmin', 'subAdminPeekerTwo'],
  'CLIENT+MAIN_ADMIN': ['client', 'superAdmin', 'admin'],
  'CLIENT+MAIN_ADMIN_WITH_ACTIONS': ['client', 'superAdmin', 'admin', 'subAdmin', 'subAdminPeekerTwo'],
  'QA+SUPER_ADMIN': ['qa', 'superAdmin'],
  SELECTOR_WITHOUT_QA: selectorWithoutQa,
  MAIN_ADMIN_WITH_SUB_ADMIN: ['superAdmin', 'admin', 'subAdmin'],
  'CLIENT_PEEKER+SELECTOR_WITHOUT_QA': ['clientPeeker', ...selectorWithoutQa],
} as const satisfies Record<string, readonly Role[]>
/** The name of a group of roles: a key of `accessGroups`. */
export type AccessGroup = keyof typeof accessGroups

/**
 * The permission table: every action of the product and the access group it requires.
 *
 * The server enforces this table, the portal hides actions by it, and the tests cover every entry.
 */
export const permissions = {
  'account:own': 'ALL',
  'notifications:own': 'ALL',
  'glossary:read': 'ALL',
  'glossary:edit': 'SUPER_ADMIN',
  'whatsNew:read': 'ALL',
  'news:read': 'ALL_WITHOUT_QA',
  'news:publish': 'MAIN_ADMIN',
  'company:read': 'ALL',
  'company:choose': 'ADMIN_WITHOUT_PRIVILIGES',
  'company:manage': 'SUPER_ADMIN',
  // Only roles that read everything a client reads.
  'clientView:use': 'MAIN_ADMIN_WITH_ACTIONS',
  'users:manage': 'SUPER_ADMIN',
  'colleagues:manage': 'CLIENT',
  'contract:read': 'ALL',
  'files:read': 'ALL',
  'threats:read': 'ALL_WITHOUT_QA',
  // In calls that QA shares with others, and of files and cases.
  'threats:readUnpublished': 'QA',
  'threats:decide': 'CLIENT+MAIN_ADMIN_WITH_ACTIONS',
  'threats:remark': 'CLIENT+MAIN_ADMIN_WITH_ACTIONS',
  'threats:bookmark': 'NON_PEEK_ACCOUNTS',
  'threats:add': 'ADMIN_WITH_PRIVILIGES',
  'threats:correct': 'ADMIN_WITH_PRIVILIGES',
  'threats:lookUp': 'ADMIN_WITH_PRIVILIGES',
  'touts:read': 'ALL_WITHOUT_QA',
  'views:read': 'ALL_WITHOUT_QA',
  'views:keep': 'NON_PEEK_ACCOUNTS',
  'events:read': 'ALL_WITHOUT_QA',
  'analytics:read': 'ALL_WITHOUT_QA',
  'analytics:readSignIns': 'MAIN_ADMIN',
  'analytics:readPeople': 'CLIENT_PEEKER+SELECTOR_WITHOUT_QA',
  'companies:overview': 'SELECTOR_WITHOUT_QA',
  'takedowns:read': 'ALL_WITHOUT_QA',
  'takedowns:request': 'CLIENT+MAIN_ADMIN_WITH_ACTIONS',
  'takedowns:move': 'MAIN_ADMIN_WITH_ACTIONS',
  'captures:request': 'MAIN_ADMIN_WITH_ACTIONS',
  'notices:switch': 'SUPER_ADMIN',
  'analyses:read': 'ALL_WITHOUT_QA',
  'analyses:move': 'MAIN_ADMIN_WITH_ACTIONS',
  'leaks:read': 'ALL_WITHOUT_QA',
  'leaks:work': 'CLIENT+MAIN_ADMIN_WITH_ACTIONS',
  'leaks:reveal': 'CLIENT+MAIN_ADMIN',
  'requests:read': 'CLIENT+MAIN_ADMIN_WITH_ACTIONS',
  'requests:use': 'NON_PEEK_ACCOUNTS',
  'requests:move': 'MAIN_ADMIN_WITH_ACTIONS',
  'reports:read': 'ALL_WITHOUT_QA',
  'reports:publish': 'MAIN_ADMIN',
  'exports:own': 'NON_PEEK_ACCOUNTS',
  'settings:read': 'ALL_WITHOUT_QA',
  'alerts:write': 'CLIENT+MAIN_ADMIN',
  'tipPage:write': 'CLIENT+MAIN_ADMIN',
  'assets:write': 'MAIN_ADMIN',
  'rights:read': 'ALL_WITHOUT_QA',
  'rights:write': 'CLIENT+MAIN_ADMIN',
  'activity:read': 'ALL_WITHOUT_QA',
  'activity:readAll': 'SUPER_ADMIN',
  'qa:review': 'QA',
  'qa:readActivity': 'QA+SUPER_ADMIN',
  'audit:read': 'SUPER_ADMIN',
  'logs:read': 'SUPER_ADMIN',
  'mail:send': 'SUPER_ADMIN',
  'notifications:manage': 'SUPER_ADMIN',
  'systemHealth:check': 'SUPER_ADMIN',
  'rules:manage': 'ADMIN_WITH_PRIVILIGES',
  'detector:try': 'MAIN_ADMIN_WITH_SUB_ADMIN',
  'ingest:read': 'SUPER_ADMIN',
} as const satisfies Record<string, AccessGroup>
/** The name of an action: a key of `permissions`. */
export type Permission = keyof typeof permissions

/** Whether a role may perform an action; the result is the same on the server and in the portal. */
export function can(role: Role, permission: Permission): boolean {
  return isOneOf(accessGroups[permissions[permission]], role)
}

/** The four sign-in roles: derived, only for routing and layout, never stored or checked. */
export type SignInRole = 'client' | 'client-admin' | 'admin' | 'qa'

/** The sign-in role of a permission role. */
export function signInRoleOf(role: Role): SignInRole {
  if (role === 'qa') return 'qa'
  if (role === 'client') return 'client'
  if (role === 'clientPeeker') return 'client-admin'
  return 'admin'
}

/** The codes of the specification for sign-in roles. Nobody has `CA`. */
export const legacyCodes = {
  AC: ['admin', 'client'],
  ACA: ['admin', 'client-admin'],
  A: ['admin'],
  CA: [],
  C: ['client'],
  QA: ['qa'],
} as const satisfies Record<string, readonly SignInRole[]>

/** Whether a legacy code includes a role. */
export const isInCode = (code: keyof typeof legacyCodes, role: Role): boolean =>
  isOneOf(legacyCodes[code], signInRoleOf(role))

/**
 * The start page of a role after sign-in.
 *
 * @param homeRoute the company's own home route, which only users of that company with the role client get
 */
export function homeRouteOf(role: Role, homeRoute?: string): string {
  switch (signInRoleOf(role)) {
    case 'qa':
      return '/QA/dashboard'
    case 'client-admin':
      return '/clientAdmin/home'
    case 'admin':
      return '/admin/home'
    case 'client':
      return homeRoute ?? '/home'
  }
}
