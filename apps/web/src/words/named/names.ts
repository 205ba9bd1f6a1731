import type { Messages } from '@lingui/core'

const files = import.meta.glob<Messages>('../../../../../packages/contract/src/*/names.de.json', {
  eager: true,
  import: 'default',
})

/**
 * The German names of the values of the contract, by `<group>.<code>`. A separate file of the German texts, because one with all is too
 * large.
 */
export const named: Messages = Object.assign({}, ...Object.values(files))
