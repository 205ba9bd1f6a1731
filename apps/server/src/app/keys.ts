import { createHmac } from 'node:crypto'

/** Keys derived from the secret of the installation, one for each purpose. */
export interface Keys {
  access: Uint8Array
  csrf: Buffer
  files: Buffer
  /** For recognizing the body of a repeated request. */
  bodies: Buffer
  /** Encrypts small secrets at rest: 32 bytes. */
  sealing: Buffer
  /** Signs the ends of the audit chains. */
  audit: Buffer
  /** Signs the forms of public pages, and hashes the addresses of those who use them. */
  tips: Buffer
  /** The password of the working roles of the database. */
  databasePassword: string
}

/** Derives the keys; the same secret results in the same keys in every process. */
export function deriveKeys(secret: string): Keys {
  const derive = (use: string) => createHmac('sha256', secret).update(`signet:${use}:1`).digest()
  return {
    access: derive('access'),
    csrf: derive('csrf'),
    files: derive('files'),
    bodies: derive('bodies'),
    sealing: derive('sealing'),
    audit: derive('audit'),
    tips: derive('tips'),
    databasePassword: derive('database').toString('base64url'),
  }
}
