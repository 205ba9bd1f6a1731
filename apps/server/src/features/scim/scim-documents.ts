import { scimLimits, scimSchemas } from '@signet/contract/access/scim'

/** What this service supports: RFC 7643, section 5. */
export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimLimits.count },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'The token of the company, as a bearer token',
      primary: true,
    },
  ],
}

/** RFC 7643, section 6. */
export const resourceTypes = [
  { id: 'User', name: 'User', endpoint: '/Users', schema: scimSchemas.user },
  { id: 'Group', name: 'Group', endpoint: '/Groups', schema: scimSchemas.group },
].map((type) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], ...type }))

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const readOnly = { mutability: 'readOnly' }

/** The attributes that are stored: RFC 7643, section 7. */
export const schemaDocuments = [
  {
    id: scimSchemas.user,
    name: 'User',
    attributes: [
      attribute('userName', { required: true, uniqueness: 'global' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
      }),
      attribute('active', { type: 'boolean' }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        ...readOnly,
        subAttributes: [attribute('value', readOnly)],
      }),
      attribute('groups', {
        type: 'complex',
        multiValued: true,
        ...readOnly,
        subAttributes: [attribute('value', readOnly)],
      }),
    ],
  },
  {
    id: scimSchemas.group,
    name: 'Group',
    attributes: [
      attribute('displayName', readOnly),
      attribute('members', { type: 'complex', multiValued: true, subAttributes: [attribute('value')] }),
    ],
  },
].map((schema) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], ...schema }))
