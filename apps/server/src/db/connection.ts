/** A server on this machine: the directory of its Unix socket, with user and database. */
export interface SocketAddress {
  host: string
  port: number
  user: string
  database: string
}

/** Where a server is. */
export type Address = { connectionString: string } | SocketAddress

/** How to reach a database: its owner's address, which must lead to the server itself, and what the working roles need in addition. */
export type Connection = Address & {
  /** The password of the working roles; without one, the server has to trust them, as the embedded one does. */
  rolePassword?: string
  /** The address of a connection pooler in transaction mode that the working roles go through. */
  pooledUrl?: string
}

/** The same server, another database, without a pooler. */
export function onDatabase(connection: Connection, name: string): Connection {
  const { pooledUrl: _, ...direct } = connection
  if (!('connectionString' in direct)) return { ...direct, database: name }
  const url = new URL(direct.connectionString)
  url.pathname = `/${name}`
  return { ...direct, connectionString: url.href }
}

/** The owner's address alone, for `pg`. */
export function ownerAddress({ rolePassword: _password, pooledUrl: _pooled, ...address }: Connection): Address {
  return address
}

/**
 * The address with which a working role signs in.
 *
 * @param way `direct` bypasses a pooler
 */
export function addressOfRole(
  connection: Connection,
  role: string,
  way: 'direct' | 'pooled' = 'pooled',
): Address & { password?: string } {
  const { rolePassword: password, pooledUrl } = connection
  if (!('connectionString' in connection)) {
    return { ...ownerAddress(connection), user: role, ...(password ? { password } : {}) }
  }
  const url = new URL((way === 'pooled' ? pooledUrl : undefined) ?? connection.connectionString)
  // As parameters, because an address of a socket has no host and therefore no place for a user. They take precedence.
  url.username = ''
  url.password = ''
  url.searchParams.set('user', role)
  if (password) url.searchParams.set('password', password)
  else url.searchParams.delete('password')
  return { connectionString: url.href }
}
