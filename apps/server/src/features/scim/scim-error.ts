import { scimSchemas } from '@signet/contract/access/scim'

type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness'
  | 'noTarget'

/** An error in the format of RFC 7644, section 3.12. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }

  get body(): object {
    return {
      schemas: [scimSchemas.error],
      status: String(this.status),
      ...(this.scimType ? { scimType: this.scimType } : {}),
      detail: this.message,
    }
  }
}

export const notFound = () => new ScimError(404, 'There is no such resource.')
export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue')
