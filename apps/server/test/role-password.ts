/**
 * The password of the working roles on a PostgreSQL server of the tests. Its roles belong to all databases of the server, so everything
 * that runs on it uses the same.
 */
export const testRolePassword = 'the-password-of-all-test-installations'
