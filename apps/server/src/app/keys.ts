import { createHmac } from 'node:crypto'

/** Keys derived from the one secret of the installation, one for each use. */
export interface Keys {
  access: Uint8Array
  csrf: Buffer
  files: Buffer
  /** For recognising the body of a repeated request. */
  bodies: Buffer
  /** For small secrets at rest: 32 bytes. */
  sealing: Buffer
  /** Signs where the chains of the audit end. */
  audit: Buffer
}

/** Derives the keys; the same secret gives the same keys in every process. */
export function deriveKeys(secret: string): Keys {
  const derive = (use: string) => createHmac('sha256', secret).update(`signet:${use}:1`).digest()
  return {
    access: derive('access'),
    csrf: derive('csrf'),
    files: derive('files'),
    bodies: derive('bodies'),
    sealing: derive('sealing'),
    audit: derive('audit'),
  }
}
