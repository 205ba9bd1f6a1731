/** How to reach a server: an address, or a socket directory with user and database. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

/** The same server, another database. */
export function onDatabase(connection: Connection, name: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database: name }
  const url = new URL(connection.connectionString)
  url.pathname = `/${name}`
  return { connectionString: url.href }
}
