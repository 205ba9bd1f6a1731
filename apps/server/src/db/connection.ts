/** How to reach a server: an address, or a socket directory with user and database. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }
