import { AddressText } from '../../../ui/text/address-text.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import css from './stage-columns.module.css'

/** A defanged address: its host, of which all but the last two labels may be cut, and the rest. */
const address = /^(?:hxxps?:\/\/)?((?:[^/?#[]+\[\.\])*)([^/?#[]+\[\.\][^/?#[]+)(.*)$/

/** The most characters of a host that certainly fit in two lines of a card or of a wide table, and of a narrow table. */
const hostMax = { wide: 56, narrow: 42 } as const

/**
 * The name of a record in two lines, broken anywhere if it must be. The end of a host decides, so an address with a host that is longer
 * than both lines is in one line, in which only the beginning of the host and the path are cut.
 */
export function TargetName({ shown, room }: { shown: string; room: keyof typeof hostMax }) {
  const [, front = '', end, path] = address.exec(shown) ?? []
  if (!end || front.length + end.length <= hostMax[room])
    return (
      <Text as="b" className={`${path?.includes('%') ? css.anywhere : ''} clamp`} title={shown}>
        <AddressText text={shown.replace(/^hxxps?:\/\//, '')} />
      </Text>
    )
  return (
    <Inline as="b" gap={0} title={shown}>
      {front && <Text cut>{front}</Text>}
      <Text fixed>{end}</Text>
      {path && (
        <Text cut className={css.path}>
          {path}
        </Text>
      )}
    </Inline>
  )
}
