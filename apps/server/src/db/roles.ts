import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { addressOfRole, type Connection } from './connection.ts'
import { isCluster } from './sharding/cluster.ts'
import { currentUser, otherDatabaseOf, rolesOf, sessionsOf, type RoleRow } from './roles.queries.ts'

/**
 * The roles that the product signs in as; everything runs as one of them but migrations, the queue and figures of the installation:
 *
 * - `signet_app`: everything of a company, always behind row-level security; reads no password and no session
 * - `signet_identity`: sign-in, sessions and users; sees no threat. It may become `signet_app`, never the other way round
 * - `signet_audit`: seals audit records; may add to the audit chain and to nothing else
 */
export const workingRoles = ['signet_app', 'signet_identity', 'signet_audit'] as const
export type WorkingRole = (typeof workingRoles)[number]

/**
 * Settings of the roles. They are stored with the role because a pooler in transaction mode refuses them when a connection is opened, and
 * forgets those of a session.
 */
export const roleSettings: Readonly<Record<string, string>> = {
  // Row-level security policies make the planner overestimate the work and use JIT compilation: half a second for a query of 60 ms.
  jit: 'off',
  statement_timeout: '30s',
}

/** On a cluster, the companies of a transaction are set on the nodes that it uses as well. */
const clusterSettings: Readonly<Record<string, string>> = { 'citus.propagate_set_commands': 'local' }

const tries = 20
/** Another process, perhaps of another database, is changing the same role: duplicate_object, unique_violation, internal_error. */
const racing = /^(42710|23505|XX000)$/
const notAllowed = '42501'
const passwordWrong = '28P01'

/**
 * Creates the working roles of the server, lets them sign in and gives them their settings. It changes only what differs, so that an owner
 * without the right to create roles can start a prepared installation, and it can run in several processes and databases at once.
 *
 * @param client of the owner
 * @throws ProgramError if the owner isn't allowed to, or if others use the roles with another password
 */
export async function prepareRoles(client: ClientBase, connection: Connection): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const statements = await missingStatements(client, connection)
    try {
      for (const statement of statements) await client.query(statement)
      return
    } catch (error) {
      const { code } = causeOf(error)
      if (code === notAllowed) {
        const shown = statements.map(withoutPassword).join('; ')
        throw new ProgramError('ROLES_NOT_ALLOWED', { user: await currentUser(client), statements: shown })
      }
      if (!racing.test(code) || attempt === tries) throw error
      await sleep(20 + Math.random() * 80)
    }
  }
}

/**
 * Signs in as each role, through a pooler if there is one.
 *
 * @throws ProgramError with the reason of the server, or of the pooler
 */
export async function assertRolesSignIn(connection: Connection): Promise<void> {
  for (const role of workingRoles) {
    const error = await signInErrorOf(connection, role, 'pooled')
    if (!error) continue
    const { code, detail } = causeOf(error)
    throw new ProgramError('ROLE_LOGIN_REFUSED', { role, code, detail }, { cause: error })
  }
}

async function signInErrorOf(connection: Connection, role: WorkingRole, way: 'direct' | 'pooled'): Promise<unknown> {
  const client = new Client({ ...addressOfRole(connection, role, way), application_name: 'signet-roles' })
  // A connection that breaks later was tested already.
  client.on('error', () => {})
  try {
    await client.connect()
    // A pooler connects to the server only now.
    await client.query('select 1')
    return null
  } catch (error) {
    return error
  } finally {
    // A connection that was refused can't be closed either.
    await client.end().catch(() => {})
  }
}

/**
 * The statements that are missing until the roles are as the product needs them; none on every start but the first.
 *
 * @throws ProgramError if others use the roles with another password
 */
export async function missingStatements(client: ClientBase, connection: Connection): Promise<string[]> {
  const rows = new Map((await rolesOf(client, workingRoles)).map((row) => [row.name, row]))
  const settings = Object.entries({ ...roleSettings, ...((await isCluster(client)) ? clusterSettings : {}) })
  const statements: string[] = []
  for (const role of workingRoles) {
    const row = rows.get(role)
    const name = escapeIdentifier(role)
    const password = () => (connection.rolePassword ? ` password ${scramOf(connection.rolePassword)}` : '')
    if (!row) statements.push(`create role ${name} login noinherit${password()}`)
    else if (!row.canLogin) statements.push(`alter role ${name} login${password()}`)
    else if (connection.rolePassword && (await isPasswordWrong(connection, role))) {
      await assertOnlyOurs(client)
      statements.push(`alter role ${name}${password()}`)
    }
    if (row?.inherits) statements.push(`alter role ${name} noinherit`)
    if (row?.isPowerful)
      statements.push(`alter role ${name} nosuperuser nobypassrls nocreatedb nocreaterole noreplication`)
    for (const [setting, value] of settings)
      if (!hasSetting(row, setting, value)) statements.push(`alter role ${name} set ${setting} = '${value}'`)
  }
  if (!rows.get('signet_identity')?.memberOf.includes('signet_app'))
    statements.push('grant signet_app to signet_identity')
  return statements
}

/** A statement as an administrator would write it. */
export const withoutPassword = (statement: string) => statement.replace(/'SCRAM-[^']*'/, `'…'`)

const hasSetting = (row: RoleRow | undefined, setting: string, value: string) =>
  row?.settings.includes(`${setting}=${value}`) === true

async function isPasswordWrong(connection: Connection, role: WorkingRole): Promise<boolean> {
  const error = await signInErrorOf(connection, role, 'direct')
  return error !== null && causeOf(error).code === passwordWrong
}

/** @throws ProgramError if a new password would lock out somebody else */
async function assertOnlyOurs(client: ClientBase): Promise<void> {
  const database = await otherDatabaseOf(client, workingRoles)
  if (database !== null) throw new ProgramError('ROLES_OF_OTHER_DATABASE', { database })
  // The sessions of a process that has just ended disappear within a moment.
  for (let attempt = 1; (await sessionsOf(client, workingRoles)) > 0; attempt += 1) {
    if (attempt === tries) throw new ProgramError('ROLES_IN_USE')
    await sleep(100)
  }
}

const scramRounds = 4096

/** What the server stores for a password (RFC 5803), so that the password itself is in no statement and no log. */
function scramOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, 'sha256')
  const keyOf = (use: string) => createHmac('sha256', salted).update(use).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return escapeLiteral(`SCRAM-SHA-256$${scramRounds}:${salt.toString('base64')}$${storedKey}:${serverKey}`)
}
