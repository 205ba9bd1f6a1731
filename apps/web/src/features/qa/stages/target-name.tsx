import { AddressText } from '../../../ui/text/address-text.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import css from './stage-columns.module.css'

/** A defanged address: its host, of which all but the last two labels may be cut, and the rest. */
const address = /^(?:hxxps?:\/\/)?((?:[^/?#[]+\[\.\])*)([^/?#[]+\[\.\][^/?#[]+)(.*)$/

/** The most characters that certainly fit in two lines of a card next to its button. */
const twoLines = 56

/**
 * The name of a record in one line. Of an address the path is cut first and the end of the host never, because that decides.
 *
 * @param wraps whether a name that fits in two lines may take both
 */
export function TargetName({ shown, wraps = false }: { shown: string; wraps?: boolean }) {
  const whole = shown.replace(/^hxxps?:\/\//, '')
  if (wraps && whole.length <= twoLines)
    return (
      <Text as="b" className="clamp" title={shown}>
        <AddressText text={whole} />
      </Text>
    )
  const [, front, end, path] = address.exec(shown) ?? []
  if (!end)
    return (
      <b className="cut" title={shown}>
        {shown}
      </b>
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
